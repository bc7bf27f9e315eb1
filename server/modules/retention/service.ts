import { limits } from '../../config/limits.ts';
import { lockClient } from '../../db/lock-client.ts';
import { transaction } from '../../db/transaction.ts';
import { type Clock, days as daysMs, hours, isoTime, minutes, seconds } from '../../time.ts';
import { deleteStalePeople } from '../candidates/queries.ts';
import { clientIds } from '../identity/queries.ts';
import type { JobLease, Schedule } from '../installation/types.ts';
import { type RetentionKind, retentionKinds } from '../runs/types.ts';
import { forgetOldUploads } from '../uploads/queries.ts';
import { type ExpireDeps, expire } from './expire.ts';
import { countOldRuns, expiredParts, oldRuns, saveProgress } from './old-runs.ts';
import { clientRules, effectiveRules, installationRules, saveRules } from './rules.ts';
import type { RetentionKeeper, RetentionService } from './types.ts';

const JOB = 'retention';
const EVERY_MS = hours(1);
const AGAIN_AFTER_FAULT_MS = minutes(5);
const BATCH = 50;
const RENEW_EVERY_MS = seconds(5);

type Counts = Record<RetentionKind, number>;

/** How long data is kept, and the job that sees to it. */
export function createRetentionService({
  clock,
  schedule,
  ...deps
}: ExpireDeps & { clock: Clock; schedule: Schedule }): RetentionService & RetentionKeeper {
  const { db, types } = deps;
  const now = () => isoTime(clock.now());
  const endedBefore = (days: number) => isoTime(clock.now() - daysMs(days));

  /** False when this process lost the job or stops. */
  async function enforceFor(
    { clientId, kind, days }: { clientId: string; kind: RetentionKind; days: number },
    counts: Counts,
    goOn: () => Promise<boolean>,
  ): Promise<boolean> {
    const scope = { clientId, kind, endedBefore: endedBefore(days) };
    for (;;) {
      const batch = await oldRuns(db, types, scope, BATCH);
      for (const run of batch) {
        if (!(await goOn())) return false;
        if (!(await expire(deps, run, { kind, days, nowIso: now() }))) return true;
        counts[kind]++;
        await saveProgress(db, scope, run);
      }
      if (batch.length < BATCH) return true;
    }
  }

  /** Candidates whose runs are gone, or who never had any, go as late as runs do. */
  async function forgetPeople(
    clientId: string,
    days: number,
    goOn: () => Promise<boolean>,
  ): Promise<boolean> {
    for (;;) {
      if (!(await goOn())) return false;
      const gone = await transaction(db, async (trx) => {
        await lockClient(trx, clientId);
        return deleteStalePeople(trx, { clientId, activeBefore: endedBefore(days), most: BATCH });
      });
      if (gone < BATCH) return true;
    }
  }

  async function enforce(counts: Counts, goOn: () => Promise<boolean>): Promise<boolean> {
    for (const clientId of await clientIds(db)) {
      const rules = await effectiveRules(db, clientId);
      for (const kind of retentionKinds) {
        const days = rules[kind];
        if (days !== null && !(await enforceFor({ clientId, kind, days }, counts, goOn))) return false;
      }
      await transaction(db, (trx) =>
        forgetOldUploads(trx, { clientId, before: isoTime(clock.now() - limits.uploadLists.keptMs) }),
      );
      if (rules.runs !== null && !(await forgetPeople(clientId, rules.runs, goOn))) return false;
    }
    return true;
  }

  async function round(lease: JobLease, signal: AbortSignal): Promise<Counts> {
    const counts = Object.fromEntries(retentionKinds.map((kind) => [kind, 0])) as Counts;
    let isOurs = true;
    try {
      let renewedAtMs = Number.NEGATIVE_INFINITY;
      const goOn = async () => {
        if (isOurs && performance.now() - renewedAtMs > RENEW_EVERY_MS) {
          renewedAtMs = performance.now();
          isOurs = await lease.renew();
        }
        return isOurs && !signal.aborted;
      };
      const isDone = await enforce(counts, goOn);
      if (isDone) await lease.finish(clock.now() + EVERY_MS, counts);
      // Another worker, or this one after its restart, goes on at once.
      else if (isOurs) await lease.fail(0, 'It was interrupted by the end of its process.');
    } catch (error) {
      await lease.fail(AGAIN_AFTER_FAULT_MS, error instanceof Error ? error.message : String(error));
      throw error;
    }
    return counts;
  }

  return {
    installation: () => installationRules(db),
    ofClientAlone: (clientId) => clientRules(db, clientId),
    of: (clientId) => effectiveRules(db, clientId),

    setInstallation: (changes) =>
      transaction(db, async (trx) => {
        await saveRules(trx, null, changes, now());
        return installationRules(trx);
      }),

    setClient: (clientId, changes) =>
      transaction(db, async (trx) => {
        await saveRules(trx, clientId, changes, now());
        return clientRules(trx, clientId);
      }),

    async preview(clientId, kind, days) {
      const { count, oldest } = await countOldRuns(db, types, {
        clientId,
        kind,
        endedBefore: endedBefore(days),
      });
      return { runs: count, oldestEndedAt: oldest };
    },

    async previewInstallation(kind, days) {
      const all = { runs: 0, oldestEndedAt: null as string | null };
      for (const clientId of await clientIds(db)) {
        if ((await clientRules(db, clientId))[kind] !== undefined) continue;
        const { count, oldest } = await countOldRuns(db, types, {
          clientId,
          kind,
          endedBefore: endedBefore(days),
        });
        all.runs += count;
        if (oldest !== null && (all.oldestEndedAt === null || oldest < all.oldestEndedAt)) {
          all.oldestEndedAt = oldest;
        }
      }
      return all;
    },

    expired: (runId) => expiredParts(db, runId),

    async enforcement() {
      const state = await schedule.state(JOB);
      return {
        startedAt: state?.startedAt ?? null,
        finishedAt: state?.finishedAt ?? null,
        nextAt: state?.dueAt ?? null,
        deleted: (state?.report ?? null) as Counts | null,
        error: state?.error ?? null,
      };
    },

    async enforceIfDue(owner, signal) {
      const lease = await schedule.claim(JOB, owner);
      return lease && round(lease, signal);
    },
  };
}
