import assert from 'node:assert/strict';
import { createFileServices } from '#server/app/services.ts';
import type { LiveSession, PersonaContent } from '#server/modules/interview/types.ts';
import type { SpeechRunInput } from '#server/modules/speech/stored.ts';
import { type DialectTest, dialectTest } from '#test/support/dialect-test.ts';
import { interviewLayer, spoken } from '#test/support/interview-layer.ts';
import { createMovingClock } from '#test/support/moving-clock.ts';

async function scene(context: DialectTest, { durationMs = 300_000, credits = 1000 } = {}) {
  const clock = createMovingClock();
  const layer = await interviewLayer(context, clock);
  const { queue } = layer;
  const capabilities = {
    languages: ['en'],
    checks: { ffmpeg: { ok: true, detail: '' }, recogniser: { ok: true, detail: '' } },
  };
  await queue.registerWorker({ id: 'worker_1', host: 'test', pid: 1, capabilities });
  await queue.markReady('worker_1', capabilities);
  const { speech, analysis } = createFileServices(layer, {
    blobs: layer.blobs,
    audio: { probe: async () => ({ durationMs, format: 'wav' }) as never },
    config: context.config,
  });
  const clientId = await layer.newClient({ credits });
  const completed = async (persona: Partial<PersonaContent>) => {
    const { sessionId, token } = await layer.invite(clientId, {
      persona: { maxMinutes: 5, ...persona },
      session: { tags: ['spring'], metadata: { round: '2' } },
    });
    layer.admitted((await layer.live.begin({ token, device: 'phone' })) as LiveSession);
    assert.ok(await layer.live.complete(sessionId, { ...spoken(layer.recordingPath), slowTurns: 2 }));
    return sessionId;
  };
  return { ...layer, clientId, analysis, speech, completed };
}

dialectTest(
  'a completed interview is given to the speech module once, with what is known of its speakers',
  async (context) => {
    const s = await scene(context);
    const sessionId = await s.completed({ analyse: true });
    assert.deepEqual(await s.sessions.analysisOf({ clientId: s.clientId, sessionId }), {
      runId: null,
      refusal: null,
    });
    assert.deepEqual(await s.analysis.submitWanted(), [sessionId]);
    assert.deepEqual(await s.analysis.submitWanted(), []);
    const { runId } = (await s.sessions.analysisOf({ clientId: s.clientId, sessionId }))!;
    const run = (await s.runs.find({ clientId: s.clientId, runId: runId! }))!;
    assert.equal(run.serviceType, 'speech');
    assert.deepEqual([run.externalId, run.tags, run.metadata], ['cand-1', ['spring'], { round: '2' }]);
    assert.equal(run.costCredits, 5);
    assert.deepEqual((run.input as SpeechRunInput).heldTurns, [
      { speaker: 'interviewer', startMs: 0, endMs: 2000 },
      { speaker: 'candidate', startMs: 2400, endMs: 4000 },
    ]);
    assert.equal((run.input as SpeechRunInput).slowTurns, 2, 'and that the machine could not keep up');
    assert.equal((await s.sessions.marks([{ id: sessionId }])).get(sessionId)?.slowTurns, 2);
    assert.equal(String(await s.blobs.read((run.input as SpeechRunInput).blobKey)), 'RIFF what was said');
  },
);

dialectTest('two workers that look at once make one run', async (context) => {
  const s = await scene(context);
  const sessionId = await s.completed({ analyse: true });
  await Promise.allSettled([s.analysis.submitWanted(), s.analysis.submitWanted()]);
  const { runs } = await s.runs.list({ clientId: s.clientId, limit: 9, offset: 0 } as never);
  assert.equal(runs.length, 1);
  assert.ok((await s.sessions.analysisOf({ clientId: s.clientId, sessionId }))!.runId);
});

dialectTest('one whose persona wants no analysis, or that failed, is left alone', async (context) => {
  const s = await scene(context);
  const sessionId = await s.completed({ analyse: false });
  assert.deepEqual(await s.analysis.submitWanted(), []);
  assert.equal(await s.sessions.analysisOf({ clientId: s.clientId, sessionId }), undefined);
});

dialectTest('what cannot be analysed says why, costs nothing and is not tried again', async (context) => {
  for (const [options, reason] of [
    [{ durationMs: 30_000 }, /shorter than/],
    [{ credits: 6 }, /credit/],
  ] as const) {
    const s = await scene(context, options);
    const sessionId = await s.completed({ analyse: true });
    assert.deepEqual(await s.analysis.submitWanted(), []);
    const { runId, refusal } = (await s.sessions.analysisOf({ clientId: s.clientId, sessionId }))!;
    assert.equal(runId, null);
    assert.match(refusal!, reason);
    assert.deepEqual(await s.analysis.submitWanted(), []);
  }
});

dialectTest('another client learns nothing of it', async (context) => {
  const s = await scene(context);
  const sessionId = await s.completed({ analyse: true });
  const clientId = await s.newClient();
  assert.equal(await s.sessions.analysisOf({ clientId, sessionId }), undefined);
});
