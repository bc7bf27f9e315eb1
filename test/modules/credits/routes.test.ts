import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildTestApp, get, submit } from '#test/support/build-test-app.ts';
import { finishedState, settlementOf } from '#test/support/speech-state.ts';

test('the balance, what was used of it, and the newest transactions first', async (t) => {
  const { app, customer, finish, credits } = await buildTestApp(t);
  const { apiKey, clientId } = await customer({ credits: 10 });
  const { id } = (await submit(app, { apiKey })).json();
  await finish(id, settlementOf(finishedState()));
  await credits.add({ clientId, amount: 5, description: 'Top-up' });
  const body = (await get(app, '/api/v1/credits', apiKey)).json();
  assert.deepEqual(
    [body.clientId, body.creditBalance, body.timestamp],
    [clientId, 11, '2026-03-01T09:00:00.000Z'],
  );
  assert.deepEqual(body.usage, {
    speechCreditsUsed: 4,
    cvCreditsUsed: 0,
    interviewCreditsUsed: 0,
    totalCreditsAdded: 15,
  });
  const [added, used, opened] = body.recentTransactions;
  assert.deepEqual(
    [added.type, added.amount, added.balanceAfter, added.audioDurationMinutes],
    ['credit', 5, 11, null],
  );
  assert.deepEqual(
    [
      used.type,
      used.amount,
      used.balanceAfter,
      used.serviceType,
      used.referenceId,
      used.audioDurationMinutes,
    ],
    ['debit', 4, 6, 'speech', id, 4],
  );
  assert.equal(opened.amount, 10);
});

test('a hold is not yet a charge', async (t) => {
  const { app, customer } = await buildTestApp(t);
  const { apiKey } = await customer({ credits: 10 });
  await submit(app, { apiKey });
  const body = (await get(app, '/api/v1/credits', apiKey)).json();
  assert.deepEqual([body.creditBalance, body.held, body.available], [10, 4, 6]);
  assert.equal(body.usage.speechCreditsUsed, 0);
});
