import assert from 'node:assert/strict';
import { limits } from '#server/config/limits.ts';
import type { RunQueue } from '#server/modules/runs/types.ts';
import { createResultReplacer } from '#server/modules/speech/rescoring.ts';
import type { SpeechResult } from '#server/modules/speech/result.ts';
import { days, seconds } from '#server/time.ts';
import { crashed, createDataLayer } from '#test/support/data-layer.ts';
import { dialectTest } from '#test/support/dialect-test.ts';
import { Killed, mortalDatabase } from '#test/support/mortal-database.ts';
import { finishedState, settlementOf } from '#test/support/speech-state.ts';
import { storedRuns } from '#test/support/stored-runs.ts';

const possible = async () => null;
const never = new AbortController().signal;

/** Of a worker that looks for rescorings. */
const claim = ({ queue }: { queue: RunQueue }, workerId = 'worker') =>
  queue.claim(workerId, 'speech_rescore');

/** S1 in place of S2. */
const forTheOther = () => {
  const state = finishedState();
  state.candidate = {
    ...state.candidate!,
    speaker: 'S1',
    speakerLabel: 'Speaker 1',
    reason: 'A person chose.',
  };
  return settlementOf(state, { status: 'partial', charge: 0 });
};

const candidateOf = (run: { result: unknown } | undefined) =>
  (run?.result as SpeechResult | null)?.candidateDetection?.speaker;

dialectTest(
  'a new result takes the place of the old one at once, which stays as a version, and costs nothing',
  async (context) => {
    const stored = await storedRuns(context.db, context.config);
    const { rescoring, runs, clientId, credits } = stored;
    const runId = await stored.interview();
    const balance = (await credits.balance(clientId)).balance;
    const asked = await rescoring.request({
      clientId,
      runId,
      speaker: 'S1',
      userId: 'user-1',
      obstacle: possible,
    });
    assert.equal(asked.status, 'open');
    assert.equal(candidateOf(await runs.find({ clientId, runId })), 'S2', 'until then the old one stands');

    const claimed = (await claim(stored))!;
    assert.deepEqual([claimed.id, claimed.partOf], [asked.id, runId]);
    assert.equal(await claim(stored, 'another'), undefined);
    assert.equal(await stored.queue.settle(claimed, 'worker', forTheOther()), true);
    assert.equal(await stored.queue.settle(claimed, 'worker', forTheOther()), false, 'once');

    const run = (await runs.find({ clientId, runId }))!;
    assert.deepEqual([candidateOf(run), run.status, run.chargedCredits], ['S1', 'partial', 4]);
    const versions = await rescoring.versions(runId);
    assert.deepEqual(
      versions.map(({ version, status, replacedBy }) => [version, status, replacedBy]),
      [[1, 'success', 'user-1']],
    );
    const [kept] = await context.db.selectFrom('run_versions').select('result').execute();
    assert.equal(candidateOf({ result: JSON.parse(kept!.result!) }), 'S2');
    assert.equal((await credits.balance(clientId)).balance, balance);
    assert.equal((await rescoring.newest(runId))?.status, 'done');

    const { result, summary } = (await runs.find({ clientId, runId: asked.id }))!;
    assert.deepEqual([result, summary], [null, null], 'what was found is kept once');
    for (const playground of ['without', 'only', 'with'] as const) {
      const listed = await runs.browse({ clientId, playground, limit: 10 });
      assert.ok(!listed.runs.some(({ id }) => id === asked.id), `${playground} playground runs`);
    }
  },
);

dialectTest('a rescoring that fails leaves the result as it was', async (context) => {
  const stored = await storedRuns(context.db, context.config);
  const { rescoring, runs, clientId } = stored;
  const runId = await stored.interview();
  await rescoring.request({ clientId, runId, speaker: 'S1', userId: 'u', obstacle: possible });
  const claimed = (await claim(stored))!;
  const error = { code: 'ACCENT_SCORE_UNAVAILABLE', message: 'Too little speech.' } as const;
  const failure = { status: 'failed', charge: 0, error, result: null, summary: null } as const;
  assert.equal(await stored.queue.settle(claimed, 'worker', failure), true);
  assert.equal(candidateOf(await runs.find({ clientId, runId })), 'S2');
  const newest = (await rescoring.newest(runId))!;
  assert.deepEqual([newest.status, newest.error], ['failed', error]);
  assert.deepEqual(await rescoring.versions(runId), []);
});

dialectTest('the audit log says how a rescoring ended, and with which code it failed', async (context) => {
  const stored = await storedRuns(context.db, context.config);
  const { rescoring, audit, clientId } = stored;
  const runId = await stored.interview();
  const ask = () => rescoring.request({ clientId, runId, speaker: 'S1', userId: 'u', obstacle: possible });
  const error = { code: 'ACCENT_SCORE_UNAVAILABLE', message: 'Too little speech.' } as const;
  const failure = { status: 'failed', charge: 0, error, result: null, summary: null } as const;
  for (const settlement of [failure, forTheOther()]) {
    await ask();
    await stored.queue.settle((await claim(stored))!, 'worker', settlement);
  }
  const { entries } = await audit.list({ clientId, limit: 10 });
  assert.deepEqual(
    entries
      .filter(({ target }) => target === `run:${runId}`)
      .map(({ action, details: { speaker, outcome, code } }) => [action, speaker, outcome, code]),
    [
      ['run.rescored', 'S1', 'succeeded', undefined],
      ['run.rescoring-failed', 'S1', 'failed', 'ACCENT_SCORE_UNAVAILABLE'],
    ],
  );
});

dialectTest('who may not be chosen, or not now, is refused with a sentence', async (context) => {
  const stored = await storedRuns(context.db, context.config);
  const { rescoring, clientId } = stored;
  const runId = await stored.interview();
  const stranger = await stored.identity.createClient({ name: 'Stranger', credits: 1 });
  const ask = (given: Partial<Parameters<typeof rescoring.request>[0]> = {}) =>
    rescoring.request({ clientId, runId, speaker: 'S1', userId: 'u', obstacle: possible, ...given });
  await assert.rejects(ask({ clientId: stranger.id }), { code: 'NOT_FOUND' });
  await assert.rejects(ask({ runId: 'unknown' }), { code: 'NOT_FOUND' });
  await assert.rejects(ask({ speaker: 'S9' }), { code: 'INVALID_INPUT' });
  await assert.rejects(ask({ speaker: 'S2' }), { code: 'INVALID_INPUT', message: /already/ });
  await assert.rejects(ask({ obstacle: async () => 'Gone.' }), {
    code: 'NOT_POSSIBLE_NOW',
    message: 'Gone.',
  });
  await ask();
  await assert.rejects(ask(), { code: 'NOT_POSSIBLE_NOW', message: /already/ });

  const by = { id: 'user-1', name: 'Ada', email: 'ada@example.com' };
  const other = await stored.interview();
  await stored.deletions.request({ clientId, subject: { kind: 'run', runId: other }, note: '', by });
  await assert.rejects(ask({ runId: other }), { code: 'NOT_POSSIBLE_NOW', message: /deleted/ });
});

dialectTest('a killed worker is replaced, and a result is replaced once', async (context) => {
  const stored = await storedRuns(context.db, context.config);
  const { clientId, clock, rescoring } = stored;
  const runId = await stored.interview();
  let speaker = 'S1';
  let replaced = 0;
  const heirs: unknown[] = [];
  for (let dieAt = 1; ; dieAt++) {
    await rescoring.request({ clientId, runId, speaker, userId: 'u', obstacle: possible });
    const { db, life } = mortalDatabase(context.db, dieAt);
    const mortal = createDataLayer(db, clock, { speech_rescore: createResultReplacer() });
    const settlement = () =>
      speaker === 'S1' ? forTheOther() : settlementOf(finishedState(), { charge: 0 });
    try {
      const claimed = (await claim(mortal, 'mortal'))!;
      await mortal.queue.heartbeat(claimed.id, 'mortal', null);
      await mortal.queue.settle(claimed, 'mortal', settlement());
    } catch (error) {
      assert.ok(error instanceof Killed, String(error));
      clock.advance(seconds(21));
      await stored.queue.recoverLapsed([]);
      const claimed = await claim(stored, 'heir');
      heirs.push(claimed && (await stored.queue.settle(claimed, 'heir', settlement())));
    }
    replaced++;
    const versions = await rescoring.versions(runId);
    assert.equal(versions.length, replaced, `killed at ${dieAt}`);
    assert.equal(candidateOf(await stored.runs.find({ clientId, runId })), speaker);
    if (!life.isDead) break;
    speaker = speaker === 'S1' ? 'S2' : 'S1';
  }
  assert.ok(replaced > 6);
  assert.ok(heirs.includes(true) && !heirs.includes(false), String(heirs));
});

dialectTest(
  'what no worker can finish ends with a reason, and its run can be asked for again',
  async (context) => {
    const stored = await storedRuns(context.db, context.config);
    const { rescoring, clientId } = stored;
    const runId = await stored.interview();
    const ask = () => rescoring.request({ clientId, runId, speaker: 'S1', userId: 'u', obstacle: possible });
    await ask();
    const lives = limits.lease.maxDeathsPerStep;
    for (let life = 1; life <= lives; life++) {
      assert.ok(await claim(stored, `life-${life}`), `life ${life}`);
      const { stuck } = await stored.queue.recoverLapsed([crashed(`life-${life}`)]);
      assert.equal(stuck.length, life === lives ? 1 : 0);
    }
    assert.equal(await claim(stored, 'another'), undefined);
    const { error } = (await rescoring.newest(runId))!;
    assert.equal(error?.code, 'STUCK_TIMEOUT');
    assert.match(error.message, /The earlier result stays/);
    assert.equal((await ask()).status, 'open');
  },
);

dialectTest('retention waits for a rescoring, which would bring back what was said', async (context) => {
  const stored = await storedRuns(context.db, context.config);
  const { rescoring, retention, clientId, clock } = stored;
  const runId = await stored.interview();
  await retention.setClient(clientId, { transcripts: 1 });
  clock.advance(days(2));
  await rescoring.request({ clientId, runId, speaker: 'S1', userId: 'u', obstacle: possible });
  assert.equal((await retention.enforceIfDue('worker', never))?.transcripts, 0);
  await stored.queue.settle((await claim(stored))!, 'worker', forTheOther());
  clock.advance(days(1));
  assert.equal((await retention.enforceIfDue('worker', never))?.transcripts, 1);
  const rows = await context.db.selectFrom('run_versions').select('result').execute();
  const run = (await stored.runs.find({ clientId, runId }))!;
  for (const result of [run.result, ...rows.map((row) => JSON.parse(row.result!))]) {
    assert.deepEqual((result as unknown as SpeechResult).transcript.segments, []);
  }
});

dialectTest(
  'a deletion calls off a rescoring that no worker has begun and waits for one under way',
  async (context) => {
    const stored = await storedRuns(context.db, context.config);
    const { rescoring, deletions, clientId, clock } = stored;
    const by = { id: 'user-1', name: 'Ada', email: 'ada@example.com' };
    const [waiting, held] = [await stored.interview(), await stored.interview()];
    await rescoring.request({ clientId, runId: held, speaker: 'S1', userId: 'u', obstacle: possible });
    const claimed = (await claim(stored))!;
    await rescoring.request({ clientId, runId: waiting, speaker: 'S1', userId: 'u', obstacle: possible });
    for (const runId of [waiting, held]) {
      await deletions.request({ clientId, subject: { kind: 'run', runId }, note: '', by });
    }
    assert.equal((await deletions.work('worker', never)).length, 1);
    assert.equal(await stored.runs.find({ clientId, runId: waiting }), undefined);
    assert.ok(await stored.runs.find({ clientId, runId: held }));
    assert.equal(await stored.queue.settle(claimed, 'worker', forTheOther()), true);
    clock.advance(seconds(3));
    assert.equal((await deletions.work('worker', never)).length, 1);
    assert.equal(await stored.runs.find({ clientId, runId: held }), undefined);
    assert.deepEqual(await context.db.selectFrom('run_versions').selectAll().execute(), []);
  },
);
