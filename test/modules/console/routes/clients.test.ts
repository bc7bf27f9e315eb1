import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ClientAnswer, ClientsAnswer } from '#server/modules/console/clients/contract.ts';
import type { CreditsAnswer } from '#server/modules/console/credits/contract.ts';
import type { ProjectRow, ProjectsAnswer } from '#server/modules/console/projects/contract.ts';
import { fakeAudio, get, submit } from '#test/support/build-test-app.ts';
import { buildConsoleApp } from '#test/support/console-app.ts';

const server = await buildConsoleApp({ after });
const owner = await server.as('owner');

test('an owner makes a client, and finds it in the list', async () => {
  const made = await owner.post('/clients', {
    name: ' Acme ',
    credits: 50,
    permissions: ['speech'],
    multilingual: false,
  });
  assert.equal(made.statusCode, 201);
  const { id, ...client } = made.json<ClientAnswer>();
  assert.equal(client.name, 'Acme');
  assert.equal(client.creditBalance, 50);
  assert.deepEqual(client.permissions, ['speech']);
  assert.equal(client.multilingual, false);
  const { items } = (await owner.get('/clients')).json<ClientsAnswer>();
  assert.equal(items.find((row) => row.id === id)?.role, 'owner');
});

test('everybody else sees the clients in which they have a role, and no others', async () => {
  const [one, two] = [await server.customer(), await server.customer()];
  const viewer = await server.as('viewer', one.clientId);
  const { items } = (await viewer.get('/clients')).json<ClientsAnswer>();
  assert.deepEqual(
    items.map(({ id, role }) => [id, role]),
    [[one.clientId, 'viewer']],
  );
  assert.equal((await viewer.get(`/clients/${two.clientId}`)).statusCode, 404);
});

test('an owner says what becomes of accent in a client’s results, out of three', async () => {
  const { clientId } = await server.customer();
  const change = (accentUse: string) => owner.patch(`/clients/${clientId}`, { accentUse });
  assert.equal((await owner.get(`/clients/${clientId}`)).json<ClientAnswer>().accentUse, 'counted');
  for (const use of ['shown', 'hidden', 'counted']) {
    assert.equal((await change(use)).json<ClientAnswer>().accentUse, use);
  }
  assert.equal((await change('halved')).statusCode, 400);
  const admin = await server.as('admin', clientId);
  assert.equal((await admin.patch(`/clients/${clientId}`, { accentUse: 'hidden' })).statusCode, 403);
});

test('a disabled client has its keys refused until it is enabled', async () => {
  const { clientId, apiKey } = await server.customer();
  const status = async () => (await get(server.app, '/api/v1/credits', apiKey)).statusCode;
  const change = async (isActive: boolean) =>
    (await owner.patch(`/clients/${clientId}`, { isActive })).json<ClientAnswer>().isActive;
  assert.deepEqual([await change(false), await status()], [false, 401]);
  assert.deepEqual([await change(true), await status()], [true, 200]);
});

test('a rate for the whole client holds for all its keys together, and is told on each answer', async () => {
  const { clientId, apiKey } = await server.customer();
  const second = await server.identity.createKey({ clientId });
  await owner.patch(`/clients/${clientId}`, { rateLimitPerMinute: 3 });
  const ask = (key: string) => get(server.app, '/api/v1/credits', key);
  const first = await ask(apiKey);
  assert.equal(first.headers['ratelimit-policy'], '"per-key";q=500;w=60, "per-client";q=3;w=60');
  assert.match(String(first.headers.ratelimit), /"per-key";r=499;t=60, "per-client";r=2;t=60/);
  assert.equal((await ask(second.apiKey)).statusCode, 200);
  assert.equal((await ask(apiKey)).statusCode, 200);
  const refused = await ask(second.apiKey);
  assert.equal(refused.statusCode, 429);
  assert.match(refused.json().error.message, /All keys of this account together/);
  assert.match(
    String(refused.headers.ratelimit),
    /"per-key";r=499/,
    'what the client refuses, no key counts',
  );
  await owner.patch(`/clients/${clientId}`, { rateLimitPerMinute: null });
  assert.equal((await ask(apiKey)).statusCode, 200);
});

test('runs cost what the client pays, else what the installation asks', async () => {
  const { clientId, apiKey } = await server.customer({ credits: 1000 });
  const other = await server.customer({ credits: 1000 });
  const cost = async (key: string) => {
    const { requestId, id = requestId } = (
      await submit(server.app, { apiKey: key, audio: fakeAudio(240_000) })
    ).json();
    const run = await server.db
      .selectFrom('runs')
      .select('cost_credits')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return run.cost_credits;
  };
  assert.equal(await cost(apiKey), 4);
  await owner.put('/installation/prices', {
    speechPerStartedMinute: 3,
    cvMatch: null,
    cvSearch: null,
    interviewPerStartedMinute: null,
  });
  await owner.put(`/clients/${clientId}/prices`, {
    speechPerStartedMinute: 5,
    cvMatch: null,
    cvSearch: null,
    interviewPerStartedMinute: null,
  });
  assert.deepEqual([await cost(apiKey), await cost(other.apiKey)], [20, 12]);
  const shown = (await owner.get(`/clients/${clientId}`)).json<ClientAnswer>();
  assert.deepEqual(shown.prices, {
    speechPerStartedMinute: 5,
    cvMatch: 2,
    cvSearch: 1,
    interviewPerStartedMinute: 1,
  });
  assert.deepEqual(shown.ownPrices, {
    speechPerStartedMinute: 5,
    cvMatch: null,
    cvSearch: null,
    interviewPerStartedMinute: null,
  });
  assert.equal((await owner.get('/installation/prices')).json().clientsWithOwn, 1);
  await owner.put(`/clients/${clientId}/prices`, {
    speechPerStartedMinute: 0,
    cvMatch: null,
    cvSearch: null,
    interviewPerStartedMinute: null,
  });
  assert.equal(await cost(apiKey), 0, 'nothing is a price, too');
  await owner.put(`/clients/${clientId}/prices`, {
    speechPerStartedMinute: null,
    cvMatch: null,
    cvSearch: null,
    interviewPerStartedMinute: null,
  });
  await owner.put('/installation/prices', {
    speechPerStartedMinute: null,
    cvMatch: null,
    cvSearch: null,
    interviewPerStartedMinute: null,
  });
  assert.equal(await cost(apiKey), 4);
});

test('a price that is none is refused beside its field', async () => {
  for (const price of [-1, 1.5, 1e9]) {
    const answer = await owner.put('/installation/prices', {
      speechPerStartedMinute: price,
      cvMatch: 2,
      cvSearch: null,
      interviewPerStartedMinute: null,
    });
    assert.equal(answer.statusCode, 400);
    assert.deepEqual(Object.keys(answer.json().error.details.fields), ['speechPerStartedMinute']);
  }
});

test('a top-up says why, in the ledger and in the audit log', async () => {
  const { clientId } = await server.customer({ credits: 10 });
  const at = `/clients/${clientId}/credits`;
  const added = await owner.post(at, { amount: 90, reason: 'Invoice 2026-17' });
  assert.equal(added.statusCode, 201);
  const { balance, items } = added.json<CreditsAnswer>();
  assert.equal(balance, 100);
  assert.equal(items[0]!.description, 'Invoice 2026-17');
  const logged = await server.db
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('client_id', '=', clientId)
    .execute();
  assert.ok(logged.some((row) => row.action === 'credits.add' && row.details.includes('Invoice 2026-17')));
  assert.deepEqual(
    Object.keys((await owner.post(at, { amount: 90, reason: ' ' })).json().error.details.fields),
    ['reason'],
  );
  assert.equal((await owner.post(at, { amount: 0, reason: 'None' })).statusCode, 400);
});

test('the ledger goes page by page without losing or repeating an entry', async () => {
  const { clientId } = await server.customer({ credits: 1 });
  for (let count = 2; count <= 7; count++) {
    await server.credits.add({ clientId, amount: count, description: `Top-up ${count}` });
  }
  const seen: number[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = `limit=3${cursor && `&cursor=${cursor}`}`;
    const page: CreditsAnswer = (await owner.get(`/clients/${clientId}/credits?${query}`)).json();
    seen.push(...page.items.map(({ amount }) => amount));
    cursor = page.next;
  }
  assert.deepEqual(seen, [7, 6, 5, 4, 3, 2, 1]);
  const debits = (await owner.get(`/clients/${clientId}/credits?type=debit`)).json<CreditsAnswer>();
  assert.deepEqual(debits.items, []);
  assert.equal((await owner.get(`/clients/${clientId}/credits?cursor=mine`)).statusCode, 400);
});

test('a project is renamed, archived and restored, and tells what hangs on it', async () => {
  const { clientId } = await server.customer();
  const admin = await server.as('admin', clientId);
  const at = `/clients/${clientId}/projects`;
  const { id } = (await admin.post(at, { name: 'Nurses' })).json<ProjectRow>();
  const { apiKey } = await server.identity.createKey({ clientId, projectId: id });
  await submit(server.app, { apiKey });
  const change = async (changes: object) => (await admin.patch(`${at}/${id}`, changes)).json<ProjectRow>();
  const renamed = await change({ name: 'Night nurses' });
  assert.deepEqual([renamed.name, renamed.validKeys, renamed.runs], ['Night nurses', 1, 1]);
  assert.notEqual((await change({ archived: true })).archivedAt, null);
  assert.equal((await get(server.app, '/api/v1/credits', apiKey)).statusCode, 200, 'its key works on');
  assert.equal((await change({ archived: false })).archivedAt, null);
  const { items } = (await admin.get(at)).json<ProjectsAnswer>();
  assert.deepEqual(
    items.map(({ name }) => name),
    ['Night nurses'],
  );
  const other = await server.customer();
  const stranger = await server.as('admin', other.clientId);
  const foreign = await stranger.patch(`/clients/${other.clientId}/projects/${id}`, { name: 'Mine' });
  assert.equal(foreign.statusCode, 404);
});
