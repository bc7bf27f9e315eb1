import type { limits as allLimits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import type { HeldLease } from '../../db/leases.ts';
import { lockClient } from '../../db/lock-client.ts';
import { transaction } from '../../db/transaction.ts';
import { type Clock, isoTime } from '../../time.ts';
import type { CreditsService } from '../credits/types.ts';
import { sortedBy } from './queries.ts';
import {
  allWorkers,
  type Blame,
  deleteWorker,
  endRun,
  forgetOutcomes,
  freeLapsed,
  leaseNextRun,
  linesToPromote,
  nothingHeld,
  runLeases,
  setCharge,
  setSearchNames,
  storedOutcomes,
  unendedAmong,
  updateWorker,
  upsertOutcome,
  upsertWorker,
} from './queue-repository.ts';
import { findRun, promoteQueued } from './repository.ts';
import type { RunTypes } from './run-type.ts';
import type { DeadWorker, Run, RunQueue, Settlement, WhenEnded } from './types.ts';

const stuckAs = (
  message = 'Processing stopped several times without getting any further. Please submit it again.',
): Settlement => ({
  status: 'failed',
  charge: 0,
  error: { code: 'STUCK_TIMEOUT', message },
  result: null,
  summary: null,
});

/** What a lapse says of the run that the worker had. */
const blameOf = (worker: DeadWorker | undefined, runs: number): Blame =>
  worker?.byItself ? (runs === 1 ? 'its death' : 'one of several') : 'nothing';

export function createRunQueue({
  db,
  types,
  credits,
  clock,
  limits,
  whenEnded = {},
}: {
  db: Db;
  types: RunTypes;
  credits: Pick<CreditsService, 'settle'>;
  clock: Clock;
  limits: Pick<typeof allLimits, 'lease'>;
  /** By the name of a type. */
  whenEnded?: Readonly<Record<string, WhenEnded>>;
}): RunQueue {
  const now = () => isoTime(clock.now());
  const leaseUntil = () => isoTime(clock.now() + limits.lease.leaseMs);

  /** The caller's transaction; false when `workerId` (null: no worker) does not hold the run any more. */
  const finish = async (
    trx: Db,
    run: Pick<Run, 'id' | 'clientId' | 'serviceType' | 'audioDurationMs'>,
    workerId: string | null,
    settlement: Settlement,
  ): Promise<boolean> => {
    // The client first, the run second: the one order of locks everywhere, so nothing can deadlock.
    const account = await lockClient(trx, run.clientId);
    const type = types.of(run.serviceType);
    const { result } = settlement;
    const kept =
      type.partOf === null
        ? { ...settlement, result: result == null ? null : (type.storedResult?.(result) ?? result) }
        : { ...settlement, result: null, summary: null };
    const end = { finishedAt: now(), sortedBy: sortedBy(type, kept.summary) };
    if (!(await endRun(trx, { runId: run.id, workerId }, kept, end))) return false;
    const charge = settlement.status === 'failed' ? 0 : settlement.charge;
    const { balanceAfter } = await credits.settle(trx, {
      clientId: run.clientId,
      runId: run.id,
      serviceType: run.serviceType,
      charge,
      audioDurationMs: run.audioDurationMs,
      description: `${type.ledgerLabel ?? type.name} ${run.id}`,
    });
    const { audioDurationMs } = run;
    await setCharge(trx, run.id, { chargedCredits: charge, balanceAfter, audioDurationMs });
    const ended = (await findRun(trx, run.id))!;
    if (type.searchNames)
      await setSearchNames(trx, run.id, types.searchNamesOf(type.name, ended.input, kept.summary));
    await whenEnded[type.name]?.(trx, ended, settlement);
    await promoteQueued(trx, types, run, account.maxConcurrentRuns);
    return true;
  };

  /** Tried again, or given up when it lapsed too often. */
  const recover = (lease: HeldLease, blame: Blame): Promise<'freed' | 'stuck' | undefined> =>
    transaction(db, async (trx) => {
      const known = await findRun(trx, lease.key);
      if (!known) return undefined;
      // The client first, the run second, also where the run will be given up.
      await lockClient(trx, known.clientId);
      const freed = await freeLapsed(trx, lease, blame);
      if (!freed) return undefined;
      const { maxDeathsPerStep, maxLapsesPerStep } = limits.lease;
      if (freed.deaths < maxDeathsPerStep && freed.lapses < maxLapsesPerStep) return 'freed';
      await finish(trx, known, null, stuckAs(types.of(known.serviceType).stuckMessage));
      return 'stuck';
    });

  return {
    claim: (owner, serviceType, idle = true) =>
      leaseNextRun(
        db,
        { owner, nowIso: now(), untilIso: leaseUntil() },
        { serviceTypes: serviceType === undefined ? types.processed : [serviceType], idle },
      ),

    heartbeat: (key, owner, progress) =>
      runLeases.renew(
        db,
        { key, owner },
        leaseUntil(),
        progress
          ? {
              progress_step: progress.step,
              progress_fraction: Math.min(1, Math.max(0, progress.fraction)),
            }
          : {},
      ),

    outcomes: (runId) => storedOutcomes(db, runId),

    saveOutcome: (runId, workerId, position, outcome, voidSteps = []) =>
      transaction(db, async (trx) => {
        const holder = { key: runId, owner: workerId };
        const isHeld = await runLeases.renew(trx, holder, leaseUntil(), nothingHeld);
        if (!isHeld) return false;
        await upsertOutcome(trx, runId, position, outcome);
        if (voidSteps.length > 0) await forgetOutcomes(trx, runId, voidSteps);
        return true;
      }),

    settle: (run, workerId, settlement) => transaction(db, (trx) => finish(trx, run, workerId, settlement)),

    end: (trx, run, settlement) => finish(trx, run, null, settlement),

    async release(key, owner, { alone } = { alone: false }) {
      await runLeases.release(db, { key, owner }, alone ? { alone: 1 } : {});
    },

    async recoverLapsed(dead) {
      const freed: string[] = [];
      const stuckIds: string[] = [];
      const nowIso = now();
      const held = await runLeases.held(db);
      const fates = new Map(dead.map((worker) => [worker.id, worker]));
      const lost = held.filter(({ owner, until }) => until < nowIso || fates.has(owner));
      for (const lease of lost) {
        const runsOfOwner = held.filter(({ owner }) => owner === lease.owner).length;
        const end = await recover(lease, blameOf(fates.get(lease.owner), runsOfOwner));
        if (end === 'freed') freed.push(lease.key);
        else if (end === 'stuck') stuckIds.push(lease.key);
      }
      for (const line of (await linesToPromote(db)).filter((one) => !types.isHeldLive(one.serviceType))) {
        await transaction(db, async (trx) => {
          const { maxConcurrentRuns } = await lockClient(trx, line.clientId);
          await promoteQueued(trx, types, line, maxConcurrentRuns);
        });
      }
      return { freed, stuck: stuckIds };
    },

    registerWorker: (worker) => upsertWorker(db, worker, now()),

    markReady: (workerId, capabilities) =>
      updateWorker(db, workerId, { heartbeatAt: now(), readyAt: now(), capabilities }),

    workerHeartbeat: (workerId) => updateWorker(db, workerId, { heartbeatAt: now() }),

    removeWorker: (workerId) => deleteWorker(db, workerId),

    workers: () => allWorkers(db),

    async endedAmong(runIds) {
      const unended = await unendedAmong(db, runIds);
      return runIds.filter((runId) => !unended.has(runId));
    },
  };
}
