import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { RunFailure } from '../errors.ts';
import type { Lanes } from '../lanes/lanes.ts';
import type { Logger } from '../logging.ts';
import type { RunService } from '../modules/runs/run-type.ts';
import type { Run, RunQueue, Settlement } from '../modules/runs/types.ts';
import { isBucketAway, isOutOfSpace } from '../outages.ts';
import { runPipeline, type StepExecutor } from '../pipeline/run-pipeline.ts';
import { settle } from '../pipeline/settle.ts';
import type { BlobStore } from '../storage/port.ts';
import type { Clock } from '../time.ts';
import { keepLease } from './lease.ts';
import type { RunServices } from './registry.ts';
import type { WorkFolders } from './work-folders.ts';

export interface ProcessRunDeps {
  queue: RunQueue;
  lanes: Pick<Lanes, 'run'>;
  services: RunServices;
  blobs: BlobStore;
  workFolders: WorkFolders;
  clock: Clock;
  logger: Logger;
  workerId: string;
}

/**
 * `left`: not settled by us; the worker that holds or next takes the lease goes on from the stored outcomes. `no storage`: the disk is full, or the
 * bucket of the files away; the run has freed what it wrote and waits in the queue.
 */
export type ProcessEnd = 'settled' | 'left' | 'no storage';

/**
 * Takes a claimed run to its end. `stop` gives it back (orderly shutdown). Throws when storage fails: the lease
 * is then left to lapse, which both delays and bounds the retries.
 */
export async function processRun(deps: ProcessRunDeps, run: Run, stop: AbortSignal): Promise<ProcessEnd> {
  const { queue, workerId, workFolders, clock } = deps;
  const logger = deps.logger.child({ runId: run.id });
  const lease = keepLease({ queue, runId: run.id, workerId, clock, logger });
  try {
    const settlement = await verdictOf(deps, run, { logger, lease, stop }).catch((error: unknown) => {
      if (!isOutOfSpace(error) && !isBucketAway(error)) throw error;
      logger.error({ err: error }, 'could not read or store files of a run');
      return 'no storage' as const;
    });
    if (settlement === 'no storage') {
      await workFolders.remove(run.id);
      await queue.release(run.id, workerId);
      logger.error(
        'run returned to the queue: disk full or bucket unreachable; free disk space or check the bucket',
      );
      return settlement;
    }
    if (settlement === 'out of time') {
      await queue.release(run.id, workerId, { alone: true });
      logger.warn('run returned to the queue, to be tried alone: a step got too little processor time');
      return 'left';
    }
    if (!settlement) {
      if (stop.aborted && !lease.lost.aborted) await queue.release(run.id, workerId);
      else logger.warn('run lease lost; another worker goes on with the run');
      return 'left';
    }
    if (!(await queue.settle(run, workerId, settlement))) {
      logger.warn('run lease lost before its result was stored; another worker goes on with the run');
      return 'left';
    }
    const { status, charge, error } = settlement;
    logger.info({ status, charge, code: error?.code }, 'run ended');
    await workFolders
      .remove(run.id)
      .catch((cause) =>
        logger.warn({ err: cause }, 'could not remove the work folder of a run; the sweep tries again'),
      );
    return 'settled';
  } finally {
    await lease.end();
  }
}

/** Undefined when the run was dropped on the way. */
async function verdictOf(
  { queue, lanes, services, blobs, workFolders, clock, workerId }: ProcessRunDeps,
  run: Run,
  context: { logger: Logger; lease: ReturnType<typeof keepLease>; stop: AbortSignal },
): Promise<Settlement | 'no storage' | 'out of time' | undefined> {
  const { logger, lease, stop } = context;
  const service = services[run.serviceType];
  if (!service) return internalError(`Runs of type "${run.serviceType}" cannot be processed here.`);

  const workDir = await workFolders.make(run.id);
  const uploadKey = service.uploadKey(run);
  const signal = AbortSignal.any([lease.lost, stop]);
  const work = async (uploadPath: string) => {
    let input: object;
    try {
      input = await service.buildInput(run, uploadPath, signal);
    } catch (error) {
      if (signal.aborted) return { end: 'abandoned' } as const;
      if (!(error instanceof RunFailure)) throw error;
      return { end: 'refused', error } as const;
    }
    return await runPipeline<object, object>({
      pipeline: service.pipeline,
      input,
      stored: await queue.outcomes(run.id),
      execute: laneExecutor(lanes, workDir, logger),
      save: (position, outcome, voidSteps) =>
        queue.saveOutcome(run.id, workerId, position, outcome, voidSteps),
      stepDone: (step, state) => service.stepDone?.(step, state, run) ?? Promise.resolve(),
      alone: run.alone,
      signal,
      onProgress: (step, fraction) => lease.progress(step, fraction),
      clock,
    });
  };
  const end = uploadKey === null ? await work('') : await blobs.withLocalFile(uploadKey, work);
  if (end.end === 'refused') {
    const { code, message } = end.error;
    return { ...internalError(message), error: { code, message } };
  }
  if (end.end === 'out of space') return 'no storage';
  if (end.end === 'out of time') return 'out of time';
  if (end.end === 'abandoned') return undefined;

  const { steps } = service.pipeline;
  const { outcomes } = end;
  const costCredits = run.costCredits;
  if (end.end === 'failed') {
    const verdict = settle({ steps, outcomes, scoresProduced: 0, scoresExpected: 1, costCredits });
    return { ...verdict, result: null, summary: null };
  }
  const keptKeys: string[] = [];
  // No row names the files of a result that is not kept.
  const dropFiles = async () => {
    for (const key of keptKeys) await blobs.delete(key);
  };
  try {
    await keepFiles(service, end.state, run, blobs, keptKeys);
    const { result, summary, ...scores } = service.buildResult({ state: end.state, outcomes, run });
    const verdict = settle({ steps, outcomes, ...scores, costCredits });
    if (verdict.status !== 'failed') return { ...verdict, result, summary };
    await dropFiles();
    return { ...verdict, result: null, summary: null };
  } catch (error) {
    if (isBucketAway(error)) {
      // What it has of them is stored over when the run is tried again, or removed with it.
      await dropFiles().catch(() => undefined);
      throw error;
    }
    await dropFiles();
    if (isOutOfSpace(error)) throw error;
    logger.error({ err: error }, 'run failed: could not build its result');
    return internalError('The result could not be put together.');
  }
}

async function keepFiles(
  service: RunService,
  state: unknown,
  run: Run,
  blobs: BlobStore,
  keptKeys: string[],
): Promise<void> {
  for (const [key, path] of Object.entries(service.keptFiles(state as never, run))) {
    keptKeys.push(key);
    await blobs.put(key, createReadStream(path));
  }
  for (const [key, content] of Object.entries(service.keptDocuments?.(state as never, run) ?? {})) {
    keptKeys.push(key);
    await blobs.put(key, Readable.from([await compress(JSON.stringify(content))]));
  }
}

const compress = promisify(gzip);

/** Runs steps in lanes and logs what a client is not shown. */
export function laneExecutor(lanes: Pick<Lanes, 'run'>, workDir: string, logger: Logger): StepExecutor {
  return async (step, input, { signal, onStarted, onProgress }) => {
    const startedAtMs = performance.now();
    const about = () => ({ step: step.name, durationMs: Math.round(performance.now() - startedAtMs) });
    try {
      const reply = await lanes.run({
        lane: step.lane,
        step: step.name,
        input,
        workDir,
        signal,
        onStarted,
        onProgress,
      });
      if (reply.ok && reply.degraded !== null)
        logger.warn({ ...about(), degraded: reply.degraded, detail: reply.detail }, 'step degraded');
      else if (reply.ok) logger.info(about(), 'step done');
      else if (reply.code)
        logger.info(
          { ...about(), code: reply.code, detail: reply.detail },
          'step ended the run as failed; see its code',
        );
      else logger.error({ ...about(), detail: reply.message }, 'step failed unexpectedly');
      return reply;
    } catch (error) {
      if (!signal.aborted) logger.error({ ...about(), err: error }, 'lane thread died in a step');
      else logger.warn(about(), 'step cancelled');
      throw error;
    }
  };
}

const internalError = (message: string): Settlement => ({
  status: 'failed',
  charge: 0,
  error: { code: 'INTERNAL_ERROR', message },
  result: null,
  summary: null,
});
