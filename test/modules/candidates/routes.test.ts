import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { buildTestApp, get, submit } from '#test/support/build-test-app.ts';

const server = await buildTestApp({ after });
const { app, customer } = server;
const person = { externalId: 'anna-17', metadata: '{"email":"anna@example.com","name":"Anna Kowalska"}' };

test('a client reads its candidates with what there is of each', async () => {
  const { apiKey } = await customer();
  const runs = [
    (await submit(app, { apiKey, fields: person })).json().id,
    (await submit(app, { apiKey, fields: { externalId: 'anna-17' } })).json().id,
  ];
  await submit(app, { apiKey, fields: { externalId: 'ben' } });
  const { data, next_cursor: next } = (await get(app, '/api/v1/candidates?limit=1', apiKey)).json();
  assert.deepEqual(data[0].external_ids, ['ben']);
  const second = (await get(app, `/api/v1/candidates?limit=1&cursor=${next}`, apiKey)).json();
  const [anna] = second.data;
  assert.equal(second.next_cursor, null);
  assert.deepEqual([anna.name, anna.email, anna.stage], ['Anna Kowalska', 'anna@example.com', 'new']);
  assert.deepEqual(anna.recordings.map(({ id }: { id: string }) => id).sort(), runs.toSorted());
  assert.deepEqual((await get(app, `/api/v1/candidates/${anna.id}`, apiKey)).json(), anna);
  const found = (await get(app, '/api/v1/candidates?search=KOWALSKA%20anna', apiKey)).json();
  assert.deepEqual(found.data, [anna]);
  // Runs keep their shapes.
  assert.ok(!('candidate' in (await get(app, `/api/v1/speech/analyze/${runs[0]}`, apiKey)).json()));
});

test('another client’s candidate is the missing one, byte for byte', async () => {
  const own = await customer();
  const other = await customer();
  await submit(app, { apiKey: own.apiKey, fields: person });
  const [{ id }] = (await get(app, '/api/v1/candidates', own.apiKey)).json().data;
  const body = async (candidate: string) => {
    const answer = await get(app, `/api/v1/candidates/${candidate}`, other.apiKey);
    assert.equal(answer.statusCode, 404);
    const { requestId: _, timestamp: __, ...said } = answer.json().error ?? answer.json();
    return said;
  };
  const [theirs, missing] = [await body(id), await body('nobody')];
  assert.deepEqual(theirs.message, missing.message);
  assert.deepEqual((await get(app, '/api/v1/candidates', other.apiKey)).json().data, []);
  assert.deepEqual((await get(app, '/api/v1/candidates?external_id=anna-17', other.apiKey)).json().data, []);
});

test('a key sees nothing of modules that it may not use, nor the people of those alone', async () => {
  const { clientId, apiKey } = await customer();
  await submit(app, { apiKey, fields: person });
  const keyed = await server.identity.createKey({
    clientId,
    name: 'CVs',
    permissions: ['cvdeepmatch'],
    expiresInDays: 1,
  });
  const [{ id }] = (await get(app, '/api/v1/candidates', apiKey)).json().data;
  for (const search of ['', '?external_id=anna-17', '?search=anna'])
    assert.deepEqual((await get(app, `/api/v1/candidates${search}`, keyed.apiKey)).json(), {
      data: [],
      next_cursor: null,
    });
  const hidden = await get(app, `/api/v1/candidates/${id}`, keyed.apiKey);
  const missing = await get(app, '/api/v1/candidates/nobody', keyed.apiKey);
  assert.deepEqual([hidden.statusCode, hidden.json().error.message], [404, missing.json().error.message]);
});

test('pages by cursor lose no candidate and repeat none while others come', async () => {
  const { apiKey } = await customer();
  const send = (externalId: string) => submit(app, { apiKey, fields: { externalId } });
  for (const name of ['a', 'b', 'c', 'd']) await send(name);
  const seen: string[] = [];
  let cursor = '';
  for (let page = 0; page < 9; page++) {
    const { data, next_cursor: next } = (
      await get(app, `/api/v1/candidates?limit=1${cursor && `&cursor=${cursor}`}`, apiKey)
    ).json();
    seen.push(...data.flatMap(({ external_ids: ids }: { external_ids: string[] }) => ids));
    await send(`later-${page}`);
    if (next === null) break;
    cursor = next;
  }
  assert.deepEqual(seen, ['d', 'c', 'b', 'a']);
  const wrong = await get(app, '/api/v1/candidates?cursor=bm9uZQ', apiKey);
  assert.deepEqual([wrong.statusCode, wrong.json().error.code], [400, 'INVALID_INPUT']);
});
