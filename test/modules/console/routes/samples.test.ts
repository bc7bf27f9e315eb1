import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { access } from '#server/modules/console/access.ts';
import type { CandidateDetails, CandidateList } from '#server/modules/console/candidates/contract.ts';
import { buildConsoleApp, type Visitor } from '#test/support/console-app.ts';

const server = await buildConsoleApp({ after });
const { clientId } = await server.customer();
const other = await server.customer();
const recruiter = await server.as('recruiter', clientId);
const viewer = await server.as('viewer', clientId);
const stranger = await server.as('admin', other.clientId);
const under = `/clients/${clientId}`;

const shown = async (visitor: Visitor): Promise<CandidateList['items']> =>
  (await visitor.get(`${under}/samples`)).json().items;

/** Everything of a client that lists, sums or exports, as its people read it. */
const countedIn = ['candidates', 'runs', 'matches', 'sessions', 'overview', 'credits', 'uploads', 'corpora'];
const counted = async () =>
  Promise.all(countedIn.map(async (part) => (await recruiter.get(`${under}/${part}`)).body));

/** Every address of a sample candidate that the pages ask. */
async function addressesOf(id: string): Promise<string[]> {
  const candidate = (await viewer.get(`${under}/candidates/${id}`)).json<CandidateDetails>();
  const parts = { cv: ['', '/cv'], recording: ['', '/audio', '/peaks'], interview: [''] };
  const ofInterview = ['', '/transcript', '/answers', '/evidence', '/peaks', '/recording'];
  return [
    ...['', '/sheet', '/links'].map((part) => `${under}/candidates/${id}${part}`),
    ...candidate.entries.flatMap(({ kind, runId }) => [
      `${under}/candidate-of?run=${runId}`,
      ...(kind === 'interview' ? ofInterview : parts[kind]).map(
        (part) =>
          `${under}/${{ cv: 'matches', recording: 'runs', interview: 'sessions' }[kind]}/${runId}${part}`,
      ),
      ...(kind === 'cv' ? [`${under}/candidates/${id}/cvs/${runId}`] : []),
    ]),
  ];
}

test('samples are shown by one click, whole and marked, and gone by another', async () => {
  assert.deepEqual(await shown(viewer), []);
  const before = await counted();
  assert.equal((await viewer.post(`${under}/samples`)).statusCode, 403);
  assert.equal((await recruiter.post(`${under}/samples`)).statusCode, 200);

  const people = await shown(viewer);
  assert.ok(people.length > 1);
  const kinds = new Set<string>();
  const addresses: string[] = [];
  for (const { id, name, email } of people) {
    assert.match(id, /^sample-/);
    assert.match(name!, /Sample/, 'the name says what it is');
    assert.match(email!, /\.example$/, 'no address that can be a person’s');
    addresses.push(...(await addressesOf(id)));
    const { entries } = (await viewer.get(`${under}/candidates/${id}`)).json<CandidateDetails>();
    for (const { kind } of entries) kinds.add(kind);
  }
  assert.deepEqual([...kinds].sort(), ['cv', 'interview', 'recording']);
  const isJoin = (address: string) => address.includes('candidate-of');
  for (const address of addresses) {
    const answer = await viewer.get(address);
    assert.equal(answer.statusCode, 200, `${address}: ${answer.body.slice(0, 200)}`);
  }
  const joined = async (address: string) => (await viewer.get(address)).json().candidate;
  const joins = addresses.filter(isJoin);
  assert.ok(joins.length > 0);
  for (const address of joins) assert.notEqual(await joined(address), null, address);
  assert.deepEqual(await counted(), before, 'no list, sum or export knows of them');

  assert.equal((await viewer.delete(`${under}/samples`)).statusCode, 403);
  assert.equal((await recruiter.delete(`${under}/samples`)).statusCode, 204);
  assert.deepEqual(await shown(viewer), []);
  for (const address of joins) assert.equal(await joined(address), null, address);
  for (const address of addresses.filter((one) => !isJoin(one)))
    assert.equal((await viewer.get(address)).statusCode, 404, address);
  assert.deepEqual(await counted(), before);
});

test('nothing of a sample can be changed, and looking at one leaves no entry in the log', async () => {
  await recruiter.post(`${under}/samples`);
  const [sample] = await shown(recruiter);
  const { entries } = (await recruiter.get(`${under}/candidates/${sample!.id}`)).json<CandidateDetails>();
  const ids = [sample!.id, ...entries.map(({ runId }) => runId)];
  const bodies = { version: 1, kind: 'advance', text: 'A note', speaker: 'B', otherId: 'x', runIds: ['x'] };
  const changes = Object.keys(access).filter(
    (route) => /:(candidateId|runId)/.test(route) && !route.startsWith('GET ') && route.includes(':clientId'),
  );
  assert.ok(changes.length > 10);
  for (const route of changes) {
    const [method, path] = route.split(' ') as ['POST' | 'PATCH' | 'DELETE' | 'PUT', string];
    for (const id of ids) {
      const url = path
        .replace(':clientId', clientId)
        .replace(/:(candidateId|runId)/, id)
        .replace(/:\w+/g, 'x');
      const owner = await server.as('admin', clientId);
      const answer = await owner.inject({ method, url, payload: bodies });
      assert.ok(answer.statusCode >= 400 && answer.statusCode < 500, `${method} ${url} ${answer.body}`);
    }
  }
  const entriesOfLog = await server.db
    .selectFrom('audit_log')
    .select(['action', 'target'])
    .where('client_id', '=', clientId)
    .execute();
  assert.deepEqual(
    entriesOfLog.filter(({ target }) => target?.includes('sample-')),
    [],
  );
  assert.ok(entriesOfLog.some(({ action }) => action === 'samples.show'));
  await recruiter.delete(`${under}/samples`);
});

test('one client’s samples are not another’s', async () => {
  await recruiter.post(`${under}/samples`);
  const [sample] = await shown(recruiter);
  assert.equal((await stranger.get(`${under}/candidates/${sample!.id}`)).statusCode, 404);
  const own = `/clients/${other.clientId}/candidates/${sample!.id}`;
  assert.equal((await stranger.get(own)).statusCode, 404, 'it has none');
  await stranger.post(`/clients/${other.clientId}/samples`);
  assert.equal((await stranger.get(own)).statusCode, 200);
  await recruiter.delete(`${under}/samples`);
  assert.equal((await stranger.get(own)).statusCode, 200, 'it still has its own');
});

test('a part of the recording can be played', async () => {
  await recruiter.post(`${under}/samples`);
  const url = `${under}/runs/sample-recording/audio`;
  const answer = await recruiter.inject({ method: 'GET', url, headers: { range: 'bytes=100-199' } });
  assert.equal(answer.statusCode, 206);
  assert.equal(answer.rawPayload.length, 100);
});
