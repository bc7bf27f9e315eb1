import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { buildConsoleApp } from '#test/support/console-app.ts';

const server = await buildConsoleApp({ after });

for (const [path, status] of [
  ['audit?from=2016-12-31T23:59:60Z', 400],
  ['audit/export?format=csv&to=2016-12-31T23:59:60Z', 400],
  ['audit?from=2016-12-31T23:59:59Z', 200],
  ['webhooks/deliveries?offset=99999999999999999999', 400],
  ['webhooks/deliveries?offset=9007199254740991', 200],
  ['deletions?offset=99999999999999999999', 400],
] as const) {
  test(`${path} is ${status}, never a fault of ours`, async () => {
    const { clientId } = await server.customer();
    const admin = await server.as('admin', clientId);
    const answer = await admin.get(`/clients/${clientId}/${path}`);
    assert.equal(answer.statusCode, status, answer.body.slice(0, 300));
  });
}
