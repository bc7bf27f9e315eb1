import assert from 'node:assert/strict';
import { matchRuns } from '#server/modules/matching/run-type.ts';
import type { SpeechResult } from '#server/modules/speech/result.ts';
import { speechRuns } from '#server/modules/speech/run-type.ts';
import { days, hours, seconds } from '#server/time.ts';
import { dialectTest } from '#test/support/dialect-test.ts';
import { Killed, mortalDatabase } from '#test/support/mortal-database.ts';
import { MARK, storedRuns } from '#test/support/stored-runs.ts';

const never = new AbortController().signal;

dialectTest('each kind of data goes when its own time is over, and nothing else with it', async (context) => {
  const stored = await storedRuns(context.db, context.config);
  const { retention, clientId, clock, runs } = stored;
  await retention.setClient(clientId, { audio: 10, cvs: 20, transcripts: 30, results: 40, runs: 50 });
  const runId = await stored.interview();
  const matchId = await stored.match();
  const { cvId } = matchRuns.of((await runs.find({ clientId, runId: matchId }))!).input;
  const folder = async (name: string) =>
    (await stored.blobs.list(name, { limit: 9 })).entries.map((file) => file.name).sort();
  const round = async () => {
    const deleted = await retention.enforceIfDue('worker', never);
    return Object.entries(deleted ?? {}).filter(([, count]) => count > 0);
  };

  clock.advance(days(10) - hours(2));
  assert.deepEqual(await round(), []);
  clock.advance(hours(2));
  assert.deepEqual(await round(), [['audio', 1]]);
  assert.deepEqual(await folder(`speech/${runId}`), ['evidence.json.gz']);
  assert.deepEqual(await folder(`cvs/${cvId}`), ['upload']);
  assert.equal(speechRuns.of((await runs.find({ clientId, runId }))!).input.fileName, null);

  clock.advance(days(10));
  assert.deepEqual(await round(), [['cvs', 1]]);
  assert.deepEqual(await folder('cvs'), []);

  clock.advance(days(10));
  assert.deepEqual(await round(), [['transcripts', 1]]);
  assert.deepEqual(await stored.filesWith(MARK), []);
  const silent = (await runs.find({ clientId, runId }))!;
  const result = silent.result as unknown as SpeechResult;
  assert.doesNotMatch(JSON.stringify(result), new RegExp(MARK));
  assert.equal(result.scores.vocabulary, 3.2);
  assert.equal(result.transcript.speakers.length, 2);
  assert.equal(silent.externalId, `person-${MARK}`);

  clock.advance(days(10));
  assert.deepEqual(await round(), [['results', 2]]);
  const empty = (await runs.find({ clientId, runId }))!;
  assert.equal((empty.result as unknown as SpeechResult).scores.vocabulary, null);
  assert.deepEqual([empty.summary, empty.status], [null, 'success']);
  assert.equal((await runs.find({ clientId, runId: matchId }))?.result, null);
  assert.deepEqual(
    (await stored.tracesOf(MARK)).filter(
      (place) => !/^(runs|run_metadata|run_tags|idempotency)\./.test(place),
    ),
    [],
  );

  assert.deepEqual((await retention.expired(runId)).map(({ kind, days: kept }) => [kind, kept]).sort(), [
    ['audio', 10],
    ['results', 40],
    ['transcripts', 30],
  ]);

  clock.advance(days(10));
  assert.deepEqual(await round(), [['runs', 2]]);
  assert.deepEqual(await stored.tracesOf(MARK), []);
  assert.deepEqual(await stored.tracesOf(runId), ['ledger.description', 'ledger.reference_id']);
  clock.advance(hours(1));
  assert.deepEqual(await round(), [], 'nothing twice');
});

dialectTest('a client follows the installation until it has a rule of its own', async (context) => {
  const stored = await storedRuns(context.db, context.config);
  const { retention, clientId, clock } = stored;
  const other = await stored.identity.createClient({ name: 'Other', credits: 10 });
  await retention.setInstallation({ audio: 30 });
  await retention.setClient(other.id, { audio: null });
  await stored.interview();
  await stored.interview({ clientId: other.id });
  clock.advance(days(31));

  assert.equal((await retention.of(clientId)).audio, 30);
  assert.equal((await retention.of(other.id)).audio, null);
  assert.deepEqual(await retention.preview(clientId, 'audio', 30), {
    runs: 1,
    oldestEndedAt: '2026-03-01T09:00:00.000Z',
  });
  assert.equal((await retention.previewInstallation('audio', 30)).runs, 1);
  assert.equal((await retention.enforceIfDue('worker', never))?.audio, 1);

  await retention.setClient(other.id, { audio: 'installation' });
  assert.deepEqual(await retention.ofClientAlone(other.id), {});
  assert.equal(await retention.enforceIfDue('worker', never), undefined, 'not before the hour is over');
  clock.advance(hours(1));
  assert.equal((await retention.enforceIfDue('worker', never))?.audio, 1);
  await assert.rejects(retention.setClient(clientId, { audio: 0 }), { code: 'INVALID_INPUT' });
});

dialectTest('one process at a time enforces, and a dead one is replaced', async (context) => {
  const stored = await storedRuns(context.db, context.config);
  const { retention, clientId, clock } = stored;
  await retention.setClient(clientId, { audio: 1, transcripts: 1, results: 1 });
  clock.advance(hours(1));
  let runIds = [await stored.interview(), await stored.match()];
  // Every statement was tried once; since then each database tries some.
  const [first, stride] = context.dialect === 'SQLite' ? [1, 6] : [3, 11];
  for (let dieAt = first; ; dieAt += stride) {
    clock.advance(days(1) + hours(2));
    const { db, life } = mortalDatabase(stored.db, dieAt);
    await stored
      .keeping(db)
      .retention.enforceIfDue(`life-${dieAt}`, never)
      .catch((error) => assert.ok(error instanceof Killed || life.isDead, String(error)));
    if (life.isDead) {
      clock.advance(seconds(30));
      const early = await retention.enforceIfDue('impatient', never);
      // A process that is killed before it has the job leaves it to any other.
      if (early === undefined) {
        clock.advance(seconds(31));
        await retention.enforceIfDue('heir', never);
      }
    }
    assert.deepEqual(await stored.filesWith('audio'), [], `killed at ${dieAt}`);
    for (const runId of runIds) {
      const run = (await stored.runs.find({ clientId, runId }))!;
      assert.equal(run.summary, null, `killed at ${dieAt}`);
      assert.doesNotMatch(JSON.stringify(run.result), new RegExp(MARK), `killed at ${dieAt}`);
    }
    assert.deepEqual(
      (await stored.tracesOf(MARK)).filter((place) => /webhook|outcome|version/.test(place)),
      [],
    );
    if (!life.isDead) break;
    runIds = [await stored.interview(), await stored.match()];
  }
});
