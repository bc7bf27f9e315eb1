import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { runTypes } from '#server/app/run-types.ts';
import { createCandidateRecords } from '#server/modules/candidates/service.ts';
import { deletionNotes, repeatDeletion } from '#server/modules/retention/queries.ts';
import { readCandidate } from '#server/modules/search/ingest/candidate-fields.ts';
import { createCandidatesService } from '#server/modules/search/ingest/candidates.ts';
import { days, isoTime } from '#server/time.ts';
import { type DialectTest, dialectTest } from '#test/support/dialect-test.ts';
import { MARK, storedRuns } from '#test/support/stored-runs.ts';

const by = { id: 'user-1', name: 'Ada Admin', email: 'ada@example.com' };
const never = new AbortController().signal;
const externalId = `person-${MARK}`;

async function setUp({ db, config }: DialectTest) {
  const stored = await storedRuns(db, config);
  const { clientId, clock } = stored;
  const records = createCandidateRecords({ db, types: runTypes, clock, newId: randomUUID });
  const all = async () => {
    while (await records.catchUp(clientId));
    return (await records.list({ clientId, limit: 100, offset: 0 })).candidates;
  };
  /** A person with runs, an entry of CV search, a merged record, a note and a decision. */
  const everything = async () => {
    const search = createCandidatesService({ db, clock });
    const row = readCandidate({ external_id: externalId, headline: MARK });
    await search.upsert({ clientId, corpusId: 'c', rows: [row] });
    const runIds = [await stored.interview(), await stored.interview()];
    const [first] = await all();
    const made = { name: MARK, email: `${MARK}@example.com`, phone: null, externalId: null, tags: [MARK] };
    const other = await records.create(clientId, made);
    const of = async () => {
      const { version } = (await records.find({ clientId, candidateId: first!.id }))!;
      return { clientId, candidateId: first!.id, version };
    };
    await records.merge(await of(), other.id, by);
    await records.addNote({ clientId, candidateId: first!.id }, `${MARK} was friendly.`, by);
    await records.decide(await of(), { kind: 'reject', reason: `${MARK} has no permit` }, by);
    return { candidateId: first!.id, runIds, recordIds: [first!.id, other.id] };
  };
  return { ...stored, records, all, everything };
}

dialectTest('a candidate is deleted with everything, and one certificate says so', async (context) => {
  const { deletions, everything, records, all, clientId, ...stored } = await setUp(context);
  const kept = await stored.interview({ externalId: 'somebody-else' });
  const { candidateId, runIds, recordIds } = await everything();
  const subject = { kind: 'candidate', candidateId } as const;
  const preview = await deletions.preview(clientId, subject);
  assert.deepEqual([preview.count, preview.files, preview.candidates], [2, 8, 1]);
  const { id } = await deletions.request({ clientId, subject, note: '', by });
  assert.equal(await records.find({ clientId, candidateId }), undefined, 'the record goes at once');
  assert.deepEqual(await deletions.work('worker', never), [id]);

  for (const runId of runIds) assert.equal(await stored.runs.find({ clientId, runId }), undefined);
  const left = (await stored.tracesOf(MARK)).filter((place) => !place.startsWith('deletion'));
  assert.ok(
    left.every((place) => place.startsWith('runs') || place.startsWith('run_')),
    left.join(),
  );
  for (const recordId of recordIds)
    assert.deepEqual(
      (await stored.tracesOf(recordId)).filter((place) => !place.startsWith('deletions.')),
      [],
    );
  const { certificate } = (await deletions.find({ clientId, deletionId: id }))!;
  const told = JSON.parse(certificate!);
  assert.ok(!certificate!.includes(MARK), 'the certificate names no person');
  assert.deepEqual(told.subject, { kind: 'candidate', name: candidateId });
  assert.deepEqual([told.totals.runs, told.totals.candidates], [2, 1]);
  assert.equal(told.totals.recordRows, preview.recordRows);
  assert.ok(told.totals.recordRows >= 8);
  assert.deepEqual(told.leftAfterwards, { rows: 0, files: 0 });
  assert.deepEqual(
    (await all()).flatMap(({ runs }) => runs.map((run) => run.id)),
    [kept],
  );
  await assert.rejects(deletions.request({ clientId, subject, note: '', by }), { code: 'INVALID_INPUT' });
});

dialectTest('another client can delete no candidate', async (context) => {
  const { deletions, everything, records, clientId, ...stored } = await setUp(context);
  const { candidateId } = await everything();
  const stranger = await stored.identity.createClient({ name: 'Other', credits: 1 });
  const request = {
    clientId: stranger.id,
    subject: { kind: 'candidate', candidateId } as const,
    note: '',
    by,
  };
  await assert.rejects(deletions.request(request), { code: 'INVALID_INPUT' });
  assert.ok(await records.find({ clientId, candidateId }));
});

dialectTest(
  'a deletion by external id takes the candidate along, unless more is known of them',
  async (context) => {
    const { deletions, records, all, clientId, ...stored } = await setUp(context);
    await stored.interview();
    await stored.interview({ externalId: 'x' });
    const [x, person] = await all();
    const { version } = (await records.find({ clientId, candidateId: person!.id }))!;
    const of = { clientId, candidateId: person!.id, version };
    await records.merge(of, x!.id, by);
    const subject = { kind: 'externalId', externalId } as const;
    await deletions.request({ clientId, subject, note: '', by });
    await deletions.work('worker', never);
    assert.deepEqual(
      (await all()).map(({ externalIds, runs }) => [externalIds, runs.length]),
      [[['x'], 1]],
    );
    await deletions.request({ clientId, subject: { kind: 'externalId', externalId: 'x' }, note: '', by });
    stored.clock.advance(2000);
    await deletions.work('worker', never);
    assert.deepEqual(await all(), []);
  },
);

dialectTest('a candidate goes with the last run, unless a colleague has written of them', async (context) => {
  const { deletions, records, all, clientId, ...stored } = await setUp(context);
  const runs = [await stored.interview({ externalId: 'a' }), await stored.interview({ externalId: 'b' })];
  const noted = (await all()).find(({ externalIds }) => externalIds.includes('b'))!;
  await records.addNote({ clientId, candidateId: noted.id }, 'Call again in May.', by);
  for (const runId of runs)
    await deletions.request({ clientId, subject: { kind: 'run', runId }, note: '', by });
  await deletions.work('worker', never);
  assert.deepEqual(
    (await all()).map(({ id, runs: left }) => [id, left.length]),
    [[noted.id, 0]],
  );
  // And that is kept as long as runs are.
  await stored.retention.setClient(clientId, { runs: 30 });
  stored.clock.advance(days(29));
  await stored.retention.enforceIfDue('worker', never);
  assert.equal((await all()).length, 1);
  stored.clock.advance(days(2));
  await stored.retention.enforceIfDue('worker', never);
  assert.deepEqual(await all(), []);
});

dialectTest('a restored backup loses a deleted candidate again', async (context) => {
  const { db } = context;
  const { deletions, everything, records, clientId, clock, ...stored } = await setUp(context);
  const { candidateId } = await everything();
  const tables = ['candidate_records', 'candidate_keys', 'candidate_notes', 'corpora', 'candidates'] as const;
  const backup = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
  const subject = { kind: 'candidate', candidateId } as const;
  await deletions.request({ clientId, subject, note: '', by });
  const [note] = await Array.fromAsync(deletionNotes(db, ''));
  assert.ok(!JSON.stringify(note).includes(MARK), 'the note says nothing of the person');

  // As a backup from before would have it.
  for (const table of ['deletion_items', 'deletions', 'candidates', 'corpora'] as const)
    await db.deleteFrom(table).execute();
  for (const [index, table] of tables.entries())
    for (const row of backup[index]!)
      await db
        .insertInto(table)
        .values(row as never)
        .execute();
  assert.ok(await records.find({ clientId, candidateId }));
  assert.equal(await repeatDeletion(db, JSON.parse(JSON.stringify(note)), isoTime(clock.now())), true);
  assert.equal(await records.find({ clientId, candidateId }), undefined);
  assert.equal((await stored.tracesOf('was friendly')).length, 0);
  assert.deepEqual(await db.selectFrom('candidates').selectAll().execute(), []);
  assert.deepEqual(await deletions.work('worker', never), [note!.id]);
});
