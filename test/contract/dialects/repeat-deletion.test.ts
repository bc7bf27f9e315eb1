import assert from 'node:assert/strict';
import { deletionNotes, newestDeletionAt, repeatDeletion } from '#server/modules/retention/queries.ts';
import { readCandidate } from '#server/modules/search/ingest/candidate-fields.ts';
import { createCandidatesService } from '#server/modules/search/ingest/candidates.ts';
import { isoTime } from '#server/time.ts';
import { dialectTest } from '#test/support/dialect-test.ts';
import { MARK, storedRuns } from '#test/support/stored-runs.ts';

const by = { id: 'user-1', name: 'Ada Admin', email: 'ada@example.com' };
const never = new AbortController().signal;
const subject = { kind: 'externalId', externalId: `person-${MARK}` } as const;

dialectTest('a deletion that was noted is carried out again in an older database', async (context) => {
  const { db } = context;
  const stored = await storedRuns(db, context.config);
  const { deletions, clientId, clock } = stored;
  const candidates = createCandidatesService({ db, clock });
  const addCandidates = () =>
    candidates.upsert({
      clientId,
      corpusId: 'c',
      rows: [subject.externalId, 'somebody-else'].map((id) =>
        readCandidate({ external_id: id, skills: ['TypeScript'] }),
      ),
    });
  const names = async () =>
    (await db.selectFrom('candidates').select('external_id').execute()).map((row) => row.external_id);
  assert.equal(await newestDeletionAt(db), null);
  await addCandidates();
  assert.equal((await names()).length, 2);
  const runId = await stored.interview();
  const { id } = await deletions.request({ clientId, subject, note: 'Request 17', by });
  assert.equal(await newestDeletionAt(db), isoTime(clock.now()));
  const [note] = await Array.fromAsync(deletionNotes(db, ''));
  assert.deepEqual([note!.id, note!.runIds, note!.note, note!.requestedBy], [id, [runId], 'Request 17', by]);
  assert.ok(!JSON.stringify(note).includes(MARK), 'the note says nothing of the person');
  assert.equal(await repeatDeletion(db, note!, isoTime(clock.now())), false, 'it is known here');

  // As a backup from before would have it.
  await db.deleteFrom('deletion_items').execute();
  await db.deleteFrom('deletions').execute();
  await addCandidates();
  assert.equal((await names()).length, 2);
  assert.equal(await repeatDeletion(db, note!, isoTime(clock.now())), true);
  assert.deepEqual(await names(), ['somebody-else']);
  assert.deepEqual(await deletions.work('worker', never), [id]);
  assert.equal(await stored.runs.find({ clientId, runId }), undefined);
  const { certificate, deletion } = (await deletions.find({ clientId, deletionId: id }))!;
  assert.equal(deletion.candidateCount, 1);
  assert.equal(JSON.parse(certificate!).totals.runs, 1);

  assert.equal(await repeatDeletion(db, note!, isoTime(clock.now())), false);
  const stranger = { ...note!, id: 'another', clientId: 'nobody' };
  assert.equal(await repeatDeletion(db, stranger, isoTime(clock.now())), false, 'its client is not here');
});
