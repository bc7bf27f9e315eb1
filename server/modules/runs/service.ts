import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { lockClient } from '../../db/lock-client.ts';
import { transaction } from '../../db/transaction.ts';
import { ApiError } from '../../errors.ts';
import { type Clock, isoTime } from '../../time.ts';
import type { CreditsService } from '../credits/types.ts';
import { standingsByJob } from './job-standings.ts';
import { browseRuns, countRuns, listRuns } from './list-runs.ts';
import { createPace } from './pace.ts';
import { storedSteps } from './queue-repository.ts';
import {
  activeRuns,
  findRun,
  hasNul,
  insertQueuedRun,
  newestPart,
  promoteQueued,
  queuedAhead,
  sizeWithoutAudioMs,
} from './repository.ts';
import type { RunTypes } from './run-type.ts';
import type { NewRun, QueuePlace, Run, RunQueue, RunsService } from './types.ts';

/** A run that has taken longer than expected still needs some time: this share of what was expected of it. */
const leastShareLeft = 0.05;

export function createRunsService({
  db,
  types,
  credits,
  clock,
}: {
  db: Db;
  types: RunTypes;
  credits: Pick<CreditsService, 'hold'>;
  clock: Clock;
}): RunsService {
  const paceOf = createPace({ db, clock });

  const place = async (run: Run): Promise<QueuePlace> => {
    const active = await activeRuns(db, run);
    const queued = run.status === 'queued' ? await queuedAhead(db, run) : undefined;
    const pace = await paceOf(run.serviceType);
    const nowMs = clock.now();
    const remainingMs = (audioMs: number, startedAt: string | null) => {
      const expectedMs = audioMs * pace;
      const elapsedMs = startedAt === null ? 0 : nowMs - Date.parse(startedAt);
      return Math.max(expectedMs - elapsedMs, expectedMs * leastShareLeft);
    };
    const ownMs = remainingMs(run.audioDurationMs ?? sizeWithoutAudioMs, run.startedAt);
    let aheadMs = (queued?.audioMs ?? 0) * pace;
    if (run.leaseOwner === null) {
      for (const other of active) {
        if (other.sequence < run.sequence) aheadMs += remainingMs(other.audioMs, other.startedAt);
      }
    }
    // The line moves as fast as the runs of it that workers hold at the moment.
    const atOnce = Math.max(1, active.filter(({ isLeased }) => isLeased).length);
    return {
      queuePosition: queued === undefined ? null : queued.count + 1,
      activeRequests: active.length,
      estimatedSeconds: Math.max(1, Math.ceil((ownMs + aheadMs / atOnce) / 1000)),
    };
  };

  return {
    async submit(given, alongside) {
      refuseUnstorable(given);
      const run = await transaction(db, async (trx) => {
        const account = await lockClient(trx, given.clientId);
        if (types.isHeldLive(given.serviceType)) {
          await insertQueuedRun(trx, types, given, isoTime(clock.now()));
          await alongside?.(trx);
          return (await findRun(trx, given.id))!;
        }
        const newRun = alongside ? { ...given, input: { ...given.input, ...(await alongside(trx)) } } : given;
        await credits.hold(trx, { clientId: newRun.clientId, runId: newRun.id, amount: newRun.costCredits });
        await insertQueuedRun(trx, types, newRun, isoTime(clock.now()));
        // Also lets older runs in first: a newcomer never overtakes its line.
        await promoteQueued(trx, types, newRun, account.maxConcurrentRuns);
        return (await findRun(trx, newRun.id))!;
      });
      return { run, place: await place(run) };
    },

    find: ({ clientId, runId }) => findRun(db, runId, clientId),

    place,

    newestPart: (runId, trx = db) => newestPart(trx, runId),

    standingsByJob: (request) => standingsByJob(db, request),

    async list(filter) {
      const rows = await listRuns(db, types, filter);
      return { runs: rows.slice(0, filter.limit), hasMore: rows.length > filter.limit };
    },

    async browse(filter) {
      const rows = await browseRuns(db, types, filter);
      const page = rows.slice(0, filter.limit);
      return {
        runs: page.map(({ run }) => run),
        next: rows.length > filter.limit ? page.at(-1)!.cursor : null,
      };
    },

    count: (filter) => countRuns(db, types, filter),

    steps: (runId) => storedSteps(db, runId),
  };
}

/**
 * Whether submissions can be taken yet.
 *
 * @returns throws ApiError SERVICE_WARMING_UP until a worker has reported ready since this process began
 */
export function createReadiness({
  workers,
  clock,
}: {
  workers: RunQueue['workers'];
  clock: Clock;
}): () => Promise<void> {
  const bootedAt = isoTime(clock.now());
  let everReady = false;
  return async () => {
    // Heartbeats before our own start may be those of a worker that a crash ended.
    everReady ||= (await workers()).some(
      ({ readyAt, heartbeatAt }) => readyAt !== null && heartbeatAt >= bootedAt,
    );
    if (everReady) return;
    throw new ApiError('SERVICE_WARMING_UP', 'The models are being loaded; try again shortly.', {
      retryAfterSeconds: limits.warmingUpRetryAfterSeconds,
    });
  };
}

/** PostgreSQL cannot store NUL in text, so neither dialect takes it where it would have to be searchable. */
function refuseUnstorable({ externalId, tags }: NewRun): void {
  if (externalId !== null && hasNul(externalId)) {
    throw new ApiError('INVALID_EXTERNAL_ID', 'externalId must not contain a NUL character.');
  }
  if (tags.some(hasNul)) throw new ApiError('INVALID_TAGS', 'Tags must not contain a NUL character.');
}
