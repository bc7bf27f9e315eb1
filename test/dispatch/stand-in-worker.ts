import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { runTypes } from '#server/app/run-types.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { thisHost } from '#server/dispatch/host.ts';
import { createWorkFolders } from '#server/dispatch/work-folders.ts';
import { createDispatchWorker } from '#server/dispatch/worker.ts';
import type { Lanes, StepRequest } from '#server/lanes/lanes.ts';
import type { LaneReply, LaneReport } from '#server/lanes/protocol.ts';
import { createLogger } from '#server/logging.ts';
import type { RunService } from '#server/modules/runs/run-type.ts';
import type { Run } from '#server/modules/runs/types.ts';
import { pipeline } from '#server/pipeline/pipeline.ts';
import type { LaneName, Step } from '#server/pipeline/step.ts';
import type { Death } from '#server/process/death.ts';
import { systemClock } from '#server/time.ts';
import { testServices } from '#test/support/data-layer.ts';
import { createLendingBlobs } from '../support/lending-blobs.ts';

const logger = createLogger({ level: 'silent', name: 'test' });

export const step = <In, Out>(name: string): Step<In, Out, object, true> => ({
  name,
  required: true,
  lane: 'speech',
  timeoutMs: 30_000,
  failsAs: 'SCORING_FAILED',
  run: async () => {
    throw new Error('runs in a lane');
  },
});

export const first = step<object, { first: string }>('first');

const service: RunService = {
  pipeline: pipeline<{ runId: string; uploadPath: string }, object>('speech')
    .add(first)
    .add(step<object, { second: string }>('second'), first),
  uploadKey: (run: Run) => `speech/${run.id}/upload`,
  buildInput: async (run: Run, uploadPath: string) => ({ runId: run.id, uploadPath }),
  keptFiles: (state: { keep?: string }, run: Run) =>
    state.keep ? { [`speech/${run.id}/cut.mp3`]: state.keep } : {},
  buildResult: ({ state }: { state: { scores?: number } }) => ({
    result: { state },
    summary: { scores: { overall: 70, cefrLevel: null } },
    scoresProduced: state.scores ?? 3,
    scoresExpected: 3,
  }),
};

type Answer = (request: StepRequest) => Promise<LaneReply>;

export const done = (output: object = {}): LaneReply => ({ ok: true, output, degraded: null });

export const soundReport: LaneReport = {
  threadId: 1,
  loaded: true,
  checks: { ffmpeg: { ok: true, detail: '' }, recogniser: { ok: true, detail: '' } },
  recognisers: [{ id: 'fake', languages: ['en'] }],
};

export async function setUp(t: TestContext, options: { workers?: number; concurrency?: number } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-dispatch-'));
  const db = await openDatabase({ dataDir, databaseUrl: null });
  const { runs, queue, identity } = testServices({ db, clock: systemClock, whenEnded: {} });
  const blobs = createLendingBlobs({ root: join(dataDir, 'blobs') });
  const client = await identity.createClient({ name: 'client', credits: 100 });
  const state: { answer: Answer; reports: LaneReport[]; asked: Partial<Record<LaneName, LaneReport>> } = {
    answer: async () => done(),
    reports: [soundReport],
    asked: {},
  };
  const lanes: Lanes = {
    names: ['speech', 'cpu'],
    run: (request) => {
      request.onStarted();
      return state.answer(request);
    },
    reports: async () => state.reports,
    look: async (lane) => state.asked[lane] ?? state.reports[0]!,
    close: async () => {},
  };
  const newWorker = (workerId: string, deaths: readonly Death[] = []) =>
    createDispatchWorker({
      types: runTypes,
      deaths,
      queue,
      lanes,
      services: { speech: service, cv_deepmatch: service },
      blobs,
      workFolders: createWorkFolders({ root: join(dataDir, 'work'), queue }),
      clock: systemClock,
      logger,
      workerId,
      host: thisHost(),
      checks: { sandbox: { ok: false, detail: 'has gaps' } },
      concurrency: options.concurrency ?? 2,
      idlePollMs: 20,
      watchdogEveryMs: 40,
      lookAgainMs: 40,
      spaceAgainMs: 300,
    });
  const worker = newWorker('worker-1');
  const workers = [worker];
  t.after(async () => {
    for (const each of workers) await each.stop();
    await db.destroy();
    await rm(dataDir, { recursive: true, force: true });
  });
  const submit = async (costCredits = 6, serviceType = 'speech') => {
    const id = randomUUID();
    await blobs.put(`speech/${id}/upload`, Readable.from(['audio']));
    await runs.submit({
      id,
      serviceType,
      clientId: client.id,
      projectId: null,
      apiKeyId: null,
      externalId: null,
      playground: false,
      metadata: {},
      tags: [],
      input: {},
      audioDurationMs: 180_000,
      language: 'en',
      costCredits,
    });
    return id;
  };
  const find = async (runId: string) => (await runs.find({ clientId: client.id, runId }))!;
  const ended = (runId: string) =>
    until(async () => {
      const run = await find(runId);
      return ['success', 'partial', 'failed'].includes(run.status) ? run : undefined;
    });
  const workFolders = () => readdir(join(dataDir, 'work')).catch(() => []);
  return { dataDir, db, queue, blobs, worker, workers, newWorker, submit, find, ended, state, workFolders };
}

export async function until<Value>(look: () => Promise<Value | undefined>): Promise<Value> {
  for (const giveUpAt = performance.now() + 60_000; ; await delay(15)) {
    const value = await look();
    if (value !== undefined) return value;
    assert.ok(performance.now() < giveUpAt, 'waited in vain');
  }
}
