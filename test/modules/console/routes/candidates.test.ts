import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { CandidateDetails, CandidateList } from '#server/modules/console/candidates/contract.ts';
import { submit } from '#test/support/build-test-app.ts';
import { buildConsoleApp } from '#test/support/console-app.ts';

const server = await buildConsoleApp({ after });
const { clientId, apiKey } = await server.customer();
const recruiter = await server.as('recruiter', clientId);
const colleague = await server.as('recruiter', clientId);
const viewer = await server.as('viewer', clientId);
const at = `/clients/${clientId}/candidates`;

const add = async (name: string): Promise<string> => {
  const answer = await recruiter.post(at, { name, email: null, phone: null, externalId: null, tags: [] });
  assert.equal(answer.statusCode, 201, answer.body);
  return answer.json().id;
};
const look = async (id: string) => (await recruiter.get(`${at}/${id}`)).json<CandidateDetails>();

test('two people decide on one candidate: the second is told, and nothing is lost', async () => {
  const id = await add('Anna Kowalska');
  const { version } = await look(id);
  const first = await recruiter.post(`${at}/${id}/decisions`, { version, kind: 'advance' });
  assert.equal(first.statusCode, 201, first.body);
  const second = await colleague.post(`${at}/${id}/decisions`, { version, kind: 'reject', reason: 'Late' });
  assert.equal(second.statusCode, 409);
  assert.equal(second.json().error.code, 'CHANGED_MEANWHILE');
  const edit = await colleague.patch(`${at}/${id}`, { version, name: 'Anne' });
  assert.equal(edit.statusCode, 409);
  const note = await colleague.post(`${at}/${id}/notes`, { text: 'Late' });
  assert.equal(note.statusCode, 201, 'notes need no version');
  const now = await look(id);
  assert.deepEqual(
    [now.name, now.stage, now.standing, now.notes.length],
    ['Anna Kowalska', 'screening', 'active', 1],
  );
  const undone = await colleague.post(`${at}/${id}/decisions/undo`, { version: now.version });
  assert.equal(undone.json<CandidateDetails>().stage, 'new');

  const decisions = await server.db
    .selectFrom('audit_log')
    .select(['action', 'actor_name'])
    .where('target', '=', `candidate:${id}`)
    .where('action', 'like', 'candidate.decide%')
    .orderBy('sequence', 'desc')
    .execute();
  assert.deepEqual(
    decisions.map(({ action, actor_name }) => [action, actor_name]),
    [
      ['candidate.decide.undo', colleague.email],
      ['candidate.decide', recruiter.email],
    ],
  );
});

test('viewers look and decide nothing, and see who wrote a note', async () => {
  const id = await add('Ben Okafor');
  await recruiter.post(`${at}/${id}/notes`, { text: 'Friendly' });
  const seen = (await viewer.get(`${at}/${id}`)).json<CandidateDetails>();
  assert.deepEqual([seen.notes[0]?.text, seen.notes[0]?.isOwn], ['Friendly', false]);
  const { version } = seen;
  for (const [path, body] of [
    ['decisions', { version, kind: 'hold' }],
    ['notes', { text: 'x' }],
    ['merge', { version, otherId: 'x' }],
  ] as const)
    assert.equal((await viewer.post(`${at}/${id}/${path}`, body)).statusCode, 403, path);
});

test('the list has one row a person, and a run leads to them', async () => {
  const fields = { externalId: 'cand-9', metadata: '{"name":"Zoë Ärger"}' };
  const { id: runId } = (await submit(server.app, { apiKey, fields })).json();
  await submit(server.app, { apiKey, fields: { externalId: 'cand-9' } });
  const { items, total } = (await viewer.get(`${at}?search=zoe%20arger`)).json<CandidateList>();
  assert.deepEqual([total, items[0]?.name, items[0]?.counts.recording], [1, 'Zoë Ärger', 2]);
  const link = async (query: string) =>
    (await viewer.get(`/clients/${clientId}/candidate-of?${query}`)).json().candidate?.id;
  assert.equal(await link(`run=${runId}`), items[0]!.id);
  assert.equal(await link('externalId=cand-9'), items[0]!.id);
  assert.equal(await link('run=unknown'), undefined);
  const { entries, version } = await look(items[0]!.id);
  const split = await recruiter.post(`${at}/${items[0]!.id}/split`, { version, runIds: [entries[0]!.runId] });
  const apart = split.json<{ id: string }>().id;
  assert.equal((await look(apart)).entries.length, 1);
  const again = { version: (await look(items[0]!.id)).version, otherId: apart };
  await recruiter.post(`${at}/${items[0]!.id}/merge`, again);
  const { merged, version: newest } = await look(items[0]!.id);
  const separate = await recruiter.post(`${at}/${items[0]!.id}/separate`, {
    version: newest,
    recordId: merged[0]!.id,
  });
  assert.equal(separate.statusCode, 200, separate.body);
  assert.equal((await look(apart)).entries.length, 1);
});

test('a file is looked at before it is imported', async () => {
  const csv = 'Name;E-Mail\nCara Lind;cara@example.com\nNobody;nonsense\n';
  const check = (await recruiter.post(`${at}/import/check`, { csv })).json();
  assert.deepEqual([check.added, check.faults[0].line], [1, 3]);
  const count = async () => (await recruiter.get(`${at}?search=cara`)).json<CandidateList>().total;
  assert.equal(await count(), 0);
  await recruiter.post(`${at}/import`, { csv });
  assert.equal(await count(), 1);
  const refused = await recruiter.post(`${at}/import`, { csv: 'x' });
  assert.equal(refused.statusCode, 400);
});

test('several are decided on at once: who was changed meanwhile is left as they are, and one undo takes the others back', async () => {
  const ids = [await add('Dora One'), await add('Dora Two'), await add('Dora Three')];
  const seen = await Promise.all(ids.map(look));
  const candidates = seen.map(({ id, version }) => ({ id, version }));
  // A colleague is faster with the second.
  await colleague.post(`${at}/${ids[1]}/decisions`, { version: seen[1]!.version, kind: 'hold' });
  const unreasoned = await recruiter.post(`${at}/decisions`, { candidates, kind: 'reject', reason: ' ' });
  assert.equal(unreasoned.json().done.length, 0);
  const answer = await recruiter.post(`${at}/decisions`, { candidates, kind: 'reject', reason: 'No German' });
  assert.equal(answer.statusCode, 200, answer.body);
  const { done, refused } = answer.json();
  assert.deepEqual(
    [done.map(({ id }: { id: string }) => id), refused.map(({ name }: { name: string }) => name)],
    [[ids[0], ids[2]], ['Dora Two']],
  );
  const standing = async () => (await Promise.all(ids.map(look))).map((one) => one.standing);
  assert.deepEqual(await standing(), ['rejected', 'hold', 'rejected']);
  const undone = await recruiter.post(`${at}/decisions/undo`, { candidates: done });
  assert.equal(undone.json().done.length, 2, undone.body);
  assert.deepEqual(await standing(), ['active', 'hold', 'active']);
  const entries = await server.db
    .selectFrom('audit_log')
    .select('target')
    .where('action', '=', 'candidate.decide')
    .where(
      'target',
      'in',
      ids.map((id) => `candidate:${id}`),
    )
    .where('actor_name', '=', recruiter.email)
    .execute();
  assert.equal(entries.length, 2, 'each candidate has an entry of its own');
  assert.equal((await viewer.post(`${at}/decisions`, { candidates, kind: 'hold' })).statusCode, 403);
  const others = await server.as('recruiter', (await server.customer()).clientId);
  assert.equal((await others.post(`${at}/decisions`, { candidates, kind: 'hold' })).statusCode, 404);
});

test('several are invited at once, and each interview is an entry of its candidate', async () => {
  await server.interviewsAreHeld();
  const admin = await server.as('admin', clientId);
  const persona = await admin.post(`/clients/${clientId}/personas`, {
    ...{ roleName: 'Baker', language: 'en', systemPrompt: null, basePromptOverride: null },
    ...{ maxMinutes: 15, voice: null, patienceMs: 1500, analyse: false, positionId: null, questions: null },
  });
  const ids = [await add('Eva Lund'), await add('Finn Moe')];
  const answer = await recruiter.post(
    `/clients/${clientId}/personas/${persona.json().id}/candidate-invitations`,
    {
      candidateIds: [...ids, 'gone'],
      consentMode: 'explicit',
    },
  );
  assert.equal(answer.statusCode, 201, answer.body);
  const { made, refused } = answer.json();
  assert.deepEqual(
    [made.map(({ name }: { name: string }) => name), refused.map(({ id }: { id: string }) => id)],
    [['Eva Lund', 'Finn Moe'], ['gone']],
  );
  assert.equal(new Set(made.map(({ link }: { link: string }) => link)).size, 2);
  for (const id of ids)
    assert.deepEqual(
      (await look(id)).entries.map(({ kind, title }) => [kind, title]),
      [['interview', 'Baker']],
    );
});
