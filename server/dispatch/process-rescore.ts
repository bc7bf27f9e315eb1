import { createReadStream } from 'node:fs';
import { RunFailure } from '../errors.ts';
import type { Lanes } from '../lanes/lanes.ts';
import type { Logger } from '../logging.ts';
import type { Rescore, RescoreQueue } from '../modules/rescoring/types.ts';
import type { RescoreService } from '../modules/runs/run-type.ts';
import type { Run, Settlement } from '../modules/runs/types.ts';
import { runPipeline } from '../pipeline/run-pipeline.ts';
import { settle } from '../pipeline/settle.ts';
import type { BlobStore } from '../storage/port.ts';
import type { Clock } from '../time.ts';
import { keepLease } from './lease.ts';
import { laneExecutor } from './process-run.ts';
import type { RunServices } from './registry.ts';
import type { WorkFolders } from './work-folders.ts';

export interface ProcessRescoreDeps {
  rescores: RescoreQueue;
  lanes: Pick<Lanes, 'run'>;
  services: RunServices;
  blobs: BlobStore;
  workFolders: WorkFolders;
  clock: Clock;
  logger: Logger;
  workerId: string;
}

/**
 * Scores a finished run again. It takes seconds, so nothing is stored on the way: cut off, it begins anew. The run keeps its
 * result until the new one takes its place.
 */
export async function processRescore(
  deps: ProcessRescoreDeps,
  { rescore, run }: { rescore: Rescore; run: Run },
  stop: AbortSignal,
): Promise<void> {
  const { rescores, workerId, workFolders, clock, blobs } = deps;
  const logger = deps.logger.child({ runId: run.id, rescoreId: rescore.id });
  const lease = keepLease({ queue: rescores, runId: rescore.id, workerId, clock, logger });
  const keptKeys: string[] = [];
  try {
    const settlement = await verdictOf(deps, { rescore, run, keptKeys, logger, lease, stop });
    if (!settlement) {
      if (stop.aborted && !lease.lost.aborted) await rescores.release(rescore.id, workerId);
      return;
    }
    const isDone = await rescores.finish(rescore, workerId, settlement);
    // Nobody names the files of a result that took nobody's place.
    if (!isDone || settlement.error) for (const key of keptKeys) await blobs.delete(key);
    if (!isDone) return logger.warn('dropped a rescoring whose lease was lost');
    logger.info({ status: settlement.status, code: settlement.error?.code }, 'run rescored');
  } finally {
    await lease.end();
    await workFolders
      .remove(rescore.id)
      .catch((cause) => logger.warn({ err: cause }, 'left a work folder behind'));
  }
}

/** Undefined when it was dropped on the way. */
async function verdictOf(
  { lanes, services, blobs, workFolders, clock }: ProcessRescoreDeps,
  about: {
    rescore: Rescore;
    run: Run;
    keptKeys: string[];
    logger: Logger;
    lease: ReturnType<typeof keepLease>;
    stop: AbortSignal;
  },
): Promise<Settlement | undefined> {
  const { rescore, run, logger, lease, stop } = about;
  const service: RescoreService | undefined = services[run.serviceType]?.rescoring;
  if (!service) return failure('Runs of this kind cannot be scored again.');
  try {
    const workDir = await workFolders.make(rescore.id);
    const end = await blobs.withLocalFile(service.uploadKey(run), async (uploadPath) =>
      runPipeline<object, object>({
        pipeline: service.pipeline,
        input: await service.buildInput(run, uploadPath, rescore),
        stored: [],
        execute: laneExecutor(lanes, workDir, logger),
        save: async () => true,
        signal: AbortSignal.any([lease.lost, stop]),
        onProgress: (step, fraction) => lease.progress(step, fraction),
        clock,
      }),
    );
    if (end.end === 'abandoned') return undefined;
    const { steps } = service.pipeline;
    const { outcomes } = end;
    if (end.end === 'failed') {
      return {
        ...settle({ steps, outcomes, scoresProduced: 0, scoresExpected: 1, costCredits: 0 }),
        ...nothing,
      };
    }
    for (const [key, path] of Object.entries(service.keptFiles(end.state, run, rescore))) {
      about.keptKeys.push(key);
      await blobs.put(key, createReadStream(path));
    }
    const { result, summary, ...scores } = service.buildResult({
      state: end.state,
      outcomes,
      run,
      rescoring: rescore,
    });
    // It is free: the run was paid for when it was first scored.
    const verdict = settle({ steps, outcomes, ...scores, costCredits: 0 });
    return verdict.status === 'failed' ? { ...verdict, ...nothing } : { ...verdict, result, summary };
  } catch (error) {
    if (error instanceof RunFailure) return failure(error.message);
    logger.error({ err: error }, 'could not rescore a run');
    return failure('The new result could not be put together.');
  }
}

const nothing = { result: null, summary: null };

const failure = (message: string): Settlement => ({
  status: 'failed',
  charge: 0,
  error: { code: 'SCORING_FAILED', message },
  ...nothing,
});
