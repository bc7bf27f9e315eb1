import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { runTypes } from '#server/app/run-types.ts';
import { createCandidateRecords } from '#server/modules/candidates/service.ts';
import type { CandidateSummary } from '#server/modules/candidates/types.ts';
import { createDataLayer, newRun, succeeded } from '#test/support/data-layer.ts';
import { type DialectTest, dialectTest } from '#test/support/dialect-test.ts';

const author = { id: 'user-1', name: 'Ada Admin' };

async function setUp({ db }: DialectTest) {
  const layer = createDataLayer(db);
  const records = createCandidateRecords({ db, types: runTypes, clock: layer.clock, newId: randomUUID });
  const { id: clientId } = await layer.identity.createClient({ name: 'Acme', credits: 1000 });
  const send = async (given: Partial<Parameters<typeof newRun>[0]> = {}) => {
    const { run } = await layer.runs.submit(newRun({ clientId, ...given }));
    return run.id;
  };
  const all = async (filter: object = {}): Promise<CandidateSummary[]> => {
    while (await records.catchUp(clientId));
    return (await records.list({ clientId, limit: 100, offset: 0, ...filter })).candidates;
  };
  const found = async (candidateId: string) => (await records.find({ clientId, candidateId }))!;
  const of = async (candidateId: string) => {
    const { version } = await found(candidateId);
    return { clientId, candidateId, version };
  };
  /** Which runs are together, in no order. */
  const together = async () =>
    (await all())
      .map(({ runs }) =>
        runs
          .map(({ id }) => id)
          .sort()
          .join(' '),
      )
      .sort();
  return { ...layer, records, clientId, send, all, found, of, together };
}

dialectTest(
  'runs with one external id or one address are one candidate, whatever they are',
  async (context) => {
    const { send, all, clientId, records } = await setUp(context);
    const speech = await send({ externalId: 'anna-17' });
    const interview = await send({ externalId: 'anna-17', serviceType: 'interview', costCredits: 0 });
    const mailed = await send({ metadata: { candidate_email: 'Anna@Example.com', name: 'Anna Kowalska' } });
    const again = await send({ metadata: { Email: 'anna@example.com' }, externalId: 'anna-17' });
    await send({ metadata: { email: 'anna@example.com', name: 'Jan Nowak' } });
    const nobody = await send();
    const candidates = await all();
    assert.deepEqual(candidates.map(({ name, runs }) => [name, runs.length]).sort(), [
      ['Anna Kowalska', 4],
      ['Jan Nowak', 1],
    ]);
    const anna = candidates.find(({ name }) => name === 'Anna Kowalska')!;
    assert.deepEqual(
      anna.runs.map(({ id }) => id),
      [again, mailed, interview, speech],
    );
    assert.deepEqual([anna.email, anna.externalIds], ['anna@example.com', ['anna-17']]);
    assert.equal(await records.ofRun({ clientId, runId: nobody }), null);
    assert.equal((await records.ofRun({ clientId, runId: speech }))?.id, anna.id);
    // The same address with another name is a question.
    const [question] = (await records.find({ clientId, candidateId: anna.id }))!.proposals;
    assert.deepEqual([question?.likeness, question?.other.name], ['email', 'Jan Nowak']);
  },
);

dialectTest('two external ids stay two candidates until a person says that they are one', async (context) => {
  const { send, all, found, of, records, together, clientId } = await setUp(context);
  const metadata = { email: 'anna@example.com', name: 'Anna Kowalska' };
  const one = await send({ externalId: 'a-1', metadata });
  const other = await send({ externalId: 'b-2', metadata });
  const apart = await together();
  assert.deepEqual(apart, [one, other].sort());
  const [first] = await all({ externalId: 'a-1' });
  const [second] = await all({ externalId: 'b-2' });
  assert.equal((await all({ doubled: true })).length, 2);

  await records.merge(await of(first!.id), second!.id, author);
  assert.deepEqual(await together(), [[one, other].sort().join(' ')]);
  assert.equal((await all({ doubled: true })).length, 0);
  assert.equal((await found(second!.id)).id, first!.id, 'old links lead to the candidate');
  const third = await send({ externalId: 'b-2' });
  assert.equal((await all())[0]!.runs.length, 3);

  const { merged } = await found(first!.id);
  assert.deepEqual([merged[0]?.mergedBy, merged[0]?.runs, merged[0]?.externalIds], [author.name, 2, ['b-2']]);
  await records.separate(await of(first!.id), merged[0]!.id);
  assert.deepEqual(await together(), [one, [other, third].sort().join(' ')].sort());
  // Candidates that a person has taken apart are not joined again, nor suggested.
  await send({ externalId: 'a-1', metadata });
  assert.equal((await all()).length, 2);
  assert.equal((await all({ doubled: true })).length, 0);
  assert.equal((await records.list({ clientId, limit: 1, offset: 0 })).total, 2);
});

dialectTest(
  'entries that were filed wrongly are taken out, and put back, without losing any',
  async (context) => {
    const { send, all, of, records, together, found } = await setUp(context);
    const runs = [
      await send({ externalId: 'x' }),
      await send({ externalId: 'x' }),
      await send({ externalId: 'x' }),
    ];
    const [person] = await all();
    const before = await together();
    await assert.rejects(records.split(await of(person!.id), runs), /at least one entry/);
    await assert.rejects(records.split(await of(person!.id), ['unknown']), /entries of this candidate/);
    const { id } = await records.split(await of(person!.id), [runs[1]!]);
    assert.deepEqual(await together(), [[runs[0], runs[2]].sort().join(' '), runs[1]!].sort());
    await records.merge(await of(person!.id), id, author);
    assert.deepEqual(await together(), before);
    assert.equal((await found(id)).id, person!.id);
  },
);

dialectTest('a match says whose it is once it has ended', async (context) => {
  const { db, send, all, queue, clientId, records, runs } = await setUp(context);
  const contacts = { name: { value: 'Jan Nowak' }, emails: [{ value: 'jan@example.com' }], phones: [] };
  await db
    .insertInto('cvs')
    .values({
      ...{ id: 'cv-1', client_id: clientId, sha256: 'x', size_bytes: 1 },
      ...{ created_at: '2026-03-01T09:00:00.000Z', used_at: '2026-03-01T09:00:00.000Z' },
    })
    .execute();
  await send({ metadata: { email: 'jan@example.com' } });
  const match = await send({
    serviceType: 'cv_deepmatch',
    input: { cvId: 'cv-1', fileName: 'cv.pdf', jobId: null },
  });
  // A file alone says nothing of whose it is: the one is the recording's.
  assert.equal((await all()).length, 1);
  await db
    .updateTable('cvs')
    .set({ profile: JSON.stringify({ contacts }) })
    .where('id', '=', 'cv-1')
    .execute();
  const claimed = await queue.claim('worker', 'cv_deepmatch');
  await queue.settle(claimed!, 'worker', {
    ...succeeded(),
    summary: { score: 70, candidateName: 'Jan Nowak' },
  });
  const [jan, ...others] = await all();
  assert.deepEqual(
    [jan!.name, jan!.email, jan!.runs.length, others.length],
    ['Jan Nowak', 'jan@example.com', 2, 0],
  );
  assert.equal((await records.ofRun({ clientId, runId: match }))?.name, 'Jan Nowak');
  assert.equal(
    (await runs.find({ clientId, runId: match }))?.externalId,
    null,
    'the run itself is as it was',
  );
});

dialectTest('candidates are found without accents, sorted, filtered and counted', async (context) => {
  const { records, clientId, all, of } = await setUp(context);
  const make = (name: string, email: string | null = null, tags: string[] = []) =>
    records.create(clientId, { name, email, phone: null, externalId: null, tags });
  await make('Łukasz Żółć', 'zolc@example.com');
  const { id } = await make('Ängström Østen', null, ['Returning']);
  await make('Bob 100%');
  const names = async (filter: object) => (await all(filter)).map(({ name }) => name);
  assert.deepEqual(await names({ search: 'zolc lukasz' }), ['Łukasz Żółć']);
  assert.deepEqual(await names({ search: 'OSTEN' }), ['Ängström Østen']);
  assert.deepEqual(await names({ search: 'returning ang' }), ['Ängström Østen']);
  assert.deepEqual(await names({ search: 'zolc@example' }), ['Łukasz Żółć']);
  for (const nothing of ['%', '_', '\\', "'", '\0', 'zolc bob'])
    assert.deepEqual(await names({ search: nothing }), [], JSON.stringify(nothing));
  assert.deepEqual(await names({ sorting: { by: 'name', direction: 'asc' } }), [
    'Ängström Østen',
    'Bob 100%',
    'Łukasz Żółć',
  ]);
  await records.decide(await of(id), { kind: 'move', stage: 'offer' }, author);
  assert.deepEqual(await names({ stage: 'offer' }), ['Ängström Østen']);
  const page = await records.list({ clientId, limit: 1, offset: 2 });
  assert.deepEqual([page.total, page.candidates.length, page.hasMore], [3, 1, false]);
  await assert.rejects(make('Lukas', 'ZOLC@example.com'), /Łukasz Żółć has this already/);
  await assert.rejects(make('  '), /Give a name/);
});

dialectTest(
  'decisions are undone one by one, and a reviewer cannot overwrite what they have not seen',
  async (context) => {
    const { records, clientId, found, of } = await setUp(context);
    const made = { name: 'Anna', email: null, phone: null, externalId: null, tags: [] };
    const { id } = await records.create(clientId, made);
    const seen = await of(id);
    await records.decide(seen, { kind: 'advance' }, author);
    const stale = { code: 'CHANGED_MEANWHILE' };
    await assert.rejects(records.decide(seen, { kind: 'reject', reason: 'No permit' }, author), stale);
    await assert.rejects(records.change(seen, { name: 'Anne' }), stale);
    await assert.rejects(records.undoDecision(seen, author), stale);
    assert.deepEqual([(await found(id)).stage, (await found(id)).name], ['screening', 'Anna']);
    await records.decide(await of(id), { kind: 'reject', reason: 'No permit' }, author);
    await records.undoDecision(await of(id), { id: 'user-2', name: 'Ben' });
    const now = await found(id);
    assert.deepEqual([now.stage, now.standing], ['screening', 'active']);
    assert.deepEqual(
      now.decisions.map(({ kind, reason, undone }) => [kind, reason, undone?.by]),
      [
        ['reject', 'No permit', 'Ben'],
        ['advance', '', undefined],
      ],
    );
    await records.undoDecision(await of(id), author);
    await assert.rejects(records.undoDecision(await of(id), author), { code: 'NOT_POSSIBLE_NOW' });

    // Notes only add up.
    const both = [records.addNote({ clientId, candidateId: id }, 'Friendly.', author)];
    both.push(records.addNote({ clientId, candidateId: id }, 'Late.', { id: 'user-2', name: 'Ben' }));
    const [first] = await Promise.all(both);
    assert.equal((await found(id)).notes.length, 2);
    await assert.rejects(records.removeNote({ clientId, candidateId: id }, first!.id, 'user-2'), {
      code: 'NOT_FOUND',
    });
    await records.removeNote({ clientId, candidateId: id }, first!.id, author.id);
    assert.deepEqual(
      (await found(id)).notes.map(({ text }) => text),
      ['Late.'],
    );
    await assert.rejects(
      records.find({ clientId: 'another', candidateId: id }).then((one) => one ?? Promise.reject(stale)),
      stale,
    );
  },
);

dialectTest('500 candidates come from one file, and the same rows again change nothing', async (context) => {
  const { records, clientId, all } = await setUp(context);
  const row = (index: number) => `person-${index};Person${index} Number${index};p${index}@example.com;pool`;
  const csv = ['ID;Name;E-Mail;Tags', ...Array.from({ length: 500 }, (_, index) => row(index))].join('\r\n');
  const none = { completed: 0, unchanged: 0, faults: [] };
  const some = csv.split('\r\n').slice(0, 4).join('\n');
  assert.deepEqual(await records.importCsv(clientId, some, true), { ...none, added: 3 });
  assert.equal((await records.list({ clientId, limit: 1, offset: 0 })).total, 0, 'a trial changes nothing');
  assert.deepEqual(await records.importCsv(clientId, csv, false), { ...none, added: 500 });
  assert.deepEqual(await records.importCsv(clientId, some, false), { ...none, added: 0, unchanged: 3 });
  assert.equal((await records.list({ clientId, limit: 1, offset: 0 })).total, 500);
  const more = 'email,first name,last name,phone\np7@example.com,Other,Name,+48 600 700 800\nnonsense,,,\n';
  const report = await records.importCsv(clientId, more, false);
  assert.deepEqual([report.added, report.faults.map(({ line }) => line)], [1, [3]]);
  const [kept] = await all({ externalId: 'person-7' });
  assert.deepEqual([kept!.name, kept!.tags], ['Person7 Number7', ['pool']], 'nothing is overwritten');
  for (const bad of ['', 'a,b\n1,2', `name\n${'x\n'.repeat(501)}`, 'name\n"open'])
    await assert.rejects(records.importCsv(clientId, bad, false), { code: 'INVALID_INPUT' });
});
