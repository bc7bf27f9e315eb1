import type { Db } from '../../db/db.ts';
import { type Clock, days, isoTime } from '../../time.ts';
import { serviceTypes } from '../runs/types.ts';
import { type LocalDay, localDays } from './local-days.ts';
import {
  type Count,
  countsByDay,
  countsSince,
  failuresSince,
  firstSteps,
  keysByProject,
  lastRunAt,
  oldestQueuedAt,
  openRuns,
  processingTimes,
  runsByKey,
  runsByProject,
} from './repository.ts';
import type { ClientFigures, DayCounts, OverviewService, StatusCounts } from './types.ts';

/** Days that the charts show. */
const SHOWN_DAYS = 14;

export function createOverviewService({ db, clock }: { db: Db; clock: Clock }): OverviewService {
  const calendar = (timeZone: string) => localDays(clock.now(), timeZone, SHOWN_DAYS);

  return {
    async projectUse(clientId) {
      const [keys, runs] = await Promise.all([
        keysByProject(db, clientId, isoTime(clock.now())),
        runsByProject(db, clientId),
      ]);
      const ids = new Set([...keys.keys(), ...runs.keys()]);
      return new Map([...ids].map((id) => [id, { validKeys: keys.get(id) ?? 0, runs: runs.get(id) ?? 0 }]));
    },

    keyUse: (clientId, inDays) => runsByKey(db, clientId, isoTime(clock.now() - days(inDays))),

    async client(clientId, timeZone) {
      const days = calendar(timeZone);
      const since = days[0]!.startsAt;
      const today = await countsSince(db, days.at(-1)!.startsAt, clientId);
      const service = async (serviceType: string) => {
        const times = await processingTimes(db, clientId, serviceType);
        return {
          today: total(today.filter((count) => count.serviceType === serviceType)),
          medianProcessingMs: median(times),
          measured: times.length,
        };
      };
      return {
        today: byStatus(today),
        services: Object.fromEntries(
          await Promise.all(serviceTypes.map(async (name) => [name, await service(name)] as const)),
        ) as ClientFigures['services'],
        queue: {
          ...queueOf(await openRuns(db, clientId)),
          oldestQueuedAt: await oldestQueuedAt(db, clientId),
        },
        days: byDay(days, await countsByDay(db, startsOf(days), clientId)),
        since,
        failures: await failuresSince(db, clientId, since),
        set: await firstSteps(db, clientId, isoTime(clock.now())),
      };
    },

    async installation(clientIds, timeZone) {
      const days = calendar(timeZone);
      const today = await countsSince(db, days.at(-1)!.startsAt);
      const open = await openRuns(db);
      const clients = new Map<string, Awaited<ReturnType<typeof activity>>>();
      const activity = async (clientId: string) => {
        const own = today.filter((count) => count.clientId === clientId);
        return {
          today: total(own),
          failedToday: byStatus(own).failed,
          ...queueOf(open.filter((count) => count.clientId === clientId)),
          lastRunAt: await lastRunAt(db, clientId),
        };
      };
      for (const clientId of clientIds) clients.set(clientId, await activity(clientId));
      return {
        today: byStatus(today),
        queue: queueOf(open),
        days: byDay(days, await countsByDay(db, startsOf(days))),
        clients,
      };
    },
  };
}

const startsOf = (days: readonly LocalDay[]) => days.map(({ startsAt }) => startsAt);

const total = (counts: readonly Count[]): number => counts.reduce((sum, { count }) => sum + count, 0);

function byStatus(counts: readonly Count[]): StatusCounts {
  const sums: StatusCounts = { queued: 0, processing: 0, success: 0, partial: 0, failed: 0 };
  for (const { status, count } of counts) sums[status] += count;
  return sums;
}

function queueOf(counts: readonly Count[]): { queued: number; processing: number } {
  const { queued, processing } = byStatus(counts);
  return { queued, processing };
}

function byDay(days: readonly LocalDay[], counts: readonly (Count & { day: number })[]): DayCounts[] {
  return days.map(({ date }, index) => {
    const { queued, processing, ...ended } = byStatus(counts.filter(({ day }) => day === index));
    return { date, ...ended, open: queued + processing };
  });
}

function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : Math.round((sorted[middle - 1]! + sorted[middle]!) / 2);
}
