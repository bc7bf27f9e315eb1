import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createRescoringService } from '#server/modules/rescoring/service.ts';
import type { SpeechResult } from '#server/modules/speech/result.ts';
import { days, seconds } from '#server/time.ts';
import { dialectTest } from '#test/support/dialect-test.ts';
import { Killed, mortalDatabase } from '#test/support/mortal-database.ts';
import { finishedState, settlementOf } from '#test/support/speech-state.ts';
import { storedRuns } from '#test/support/stored-runs.ts';

const possible = async () => null;
const never = new AbortController().signal;

/** S1 in place of S2. */
const forTheOther = () => {
  const state = finishedState();
  state.candidate = {
    ...state.candidate!,
    speaker: 'S1',
    speakerLabel: 'Speaker 1',
    reason: 'A person chose.',
  };
  return settlementOf(state, { status: 'partial' });
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

    const claimed = (await rescoring.queue.claim('worker'))!;
    assert.equal(claimed.run.id, runId);
    assert.equal(await rescoring.queue.claim('another'), undefined);
    assert.equal(await rescoring.queue.finish(claimed.rescore, 'worker', forTheOther()), true);
    assert.equal(await rescoring.queue.finish(claimed.rescore, 'worker', forTheOther()), false, 'once');

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
  },
);

dialectTest('a rescoring that fails leaves the result as it was', async (context) => {
  const { rescoring, runs, clientId, interview } = await storedRuns(context.db, context.config);
  const runId = await interview();
  await rescoring.request({ clientId, runId, speaker: 'S1', userId: 'u', obstacle: possible });
  const { rescore } = (await rescoring.queue.claim('worker'))!;
  const error = { code: 'ACCENT_SCORE_UNAVAILABLE', message: 'Too little speech.' } as const;
  const failure = { status: 'failed', charge: 0, error, result: null, summary: null } as const;
  assert.equal(await rescoring.queue.finish(rescore, 'worker', failure), true);
  assert.equal(candidateOf(await runs.find({ clientId, runId })), 'S2');
  const newest = (await rescoring.newest(runId))!;
  assert.deepEqual([newest.status, newest.error], ['failed', error]);
  assert.deepEqual(await rescoring.versions(runId), []);
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
  for (let dieAt = 1; ; dieAt++) {
    await rescoring.request({ clientId, runId, speaker, userId: 'u', obstacle: possible });
    const { db, life } = mortalDatabase(context.db, dieAt);
    const mortal = createRescoringService({ db, clock, runs: stored.runs, newId: randomUUID });
    const settlement = () => (speaker === 'S1' ? forTheOther() : settlementOf(finishedState()));
    try {
      const claimed = (await mortal.queue.claim('mortal'))!;
      await mortal.queue.heartbeat(claimed.rescore.id, 'mortal', null);
      await mortal.queue.finish(claimed.rescore, 'mortal', settlement());
    } catch (error) {
      assert.ok(error instanceof Killed, String(error));
      clock.advance(seconds(21));
      const claimed = await rescoring.queue.claim('heir');
      if (claimed) assert.equal(await rescoring.queue.finish(claimed.rescore, 'heir', settlement()), true);
    }
    replaced++;
    const versions = await rescoring.versions(runId);
    assert.equal(versions.length, replaced, `killed at ${dieAt}`);
    assert.equal(candidateOf(await stored.runs.find({ clientId, runId })), speaker);
    if (!life.isDead) break;
    speaker = speaker === 'S1' ? 'S2' : 'S1';
  }
  assert.ok(replaced > 6);
});

dialectTest(
  'what no worker can finish ends with a reason, and its run can be asked for again',
  async (context) => {
    const { rescoring, clientId, clock, interview } = await storedRuns(context.db, context.config);
    const runId = await interview();
    const ask = () => rescoring.request({ clientId, runId, speaker: 'S1', userId: 'u', obstacle: possible });
    await ask();
    for (let life = 1; life <= 4; life++) {
      assert.ok(await rescoring.queue.claim(`life-${life}`), `life ${life}`);
      clock.advance(seconds(21));
    }
    assert.equal(await rescoring.queue.claim('fifth'), undefined);
    assert.equal((await rescoring.queue.giveUpStuck()).length, 1);
    assert.equal((await rescoring.newest(runId))?.error?.code, 'STUCK_TIMEOUT');
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
  const { rescore } = (await rescoring.queue.claim('worker'))!;
  await rescoring.queue.finish(rescore, 'worker', forTheOther());
  clock.advance(days(1));
  assert.equal((await retention.enforceIfDue('worker', never))?.transcripts, 1);
  const rows = await context.db.selectFrom('run_versions').select('result').execute();
  const run = (await stored.runs.find({ clientId, runId }))!;
  for (const result of [run.result, ...rows.map((row) => JSON.parse(row.result!))]) {
    assert.deepEqual((result as unknown as SpeechResult).transcript.segments, []);
  }
});

dialectTest(
  'a deletion calls off a rescoring that nobody has begun and waits for one under way',
  async (context) => {
    const stored = await storedRuns(context.db, context.config);
    const { rescoring, deletions, clientId, clock } = stored;
    const by = { id: 'user-1', name: 'Ada', email: 'ada@example.com' };
    const [waiting, held] = [await stored.interview(), await stored.interview()];
    await rescoring.request({ clientId, runId: held, speaker: 'S1', userId: 'u', obstacle: possible });
    const claimed = (await rescoring.queue.claim('worker'))!;
    await rescoring.request({ clientId, runId: waiting, speaker: 'S1', userId: 'u', obstacle: possible });
    for (const runId of [waiting, held]) {
      await deletions.request({ clientId, subject: { kind: 'run', runId }, note: '', by });
    }
    assert.equal((await deletions.work('worker', never)).length, 1);
    assert.equal(await stored.runs.find({ clientId, runId: waiting }), undefined);
    assert.ok(await stored.runs.find({ clientId, runId: held }));
    assert.equal(await rescoring.queue.finish(claimed.rescore, 'worker', forTheOther()), true);
    clock.advance(seconds(3));
    assert.equal((await deletions.work('worker', never)).length, 1);
    assert.equal(await stored.runs.find({ clientId, runId: held }), undefined);
    assert.deepEqual(await context.db.selectFrom('run_versions').selectAll().execute(), []);
  },
);
