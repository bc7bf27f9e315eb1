import type { Clock } from '../../time.ts';
import type { CheckStatus, Health, HealthService } from './types.ts';

/** Requests within this time share an answer. The time is short while something is missing, so that its coming shows soon. */
const sharedMs = { healthy: 5000, degraded: 200 } as const;
const TIMEOUT_MS = 3000;

/** Runs every check side by side; one that throws is unhealthy, one that hangs is unreachable. */
export function createHealthService({
  checks,
  languages,
  clock,
  timeoutMs = TIMEOUT_MS,
}: {
  checks: Readonly<Record<string, () => Promise<CheckStatus>>>;
  /** May fail: then it is not known. */
  languages: () => Promise<Health['languages']>;
  clock: Clock;
  timeoutMs?: number;
}): HealthService {
  let last: { atMs: number; health: Promise<Health>; sharedMs: number } | undefined;

  const inTime = async <Answer>(
    ask: () => Promise<Answer>,
    late: Answer,
    failed: Answer,
  ): Promise<Answer> => {
    const { promise: timeout, resolve } = Promise.withResolvers<Answer>();
    const timer = setTimeout(() => resolve(late), timeoutMs);
    try {
      return await Promise.race([ask(), timeout]);
    } catch {
      return failed;
    } finally {
      clearTimeout(timer);
    }
  };

  const one = async (check: () => Promise<CheckStatus>) => {
    const startMs = performance.now();
    let tookMs: number | null = null;
    const ask = async () => {
      const status = await check();
      if (status !== 'unreachable') tookMs = Math.round(performance.now() - startMs);
      return status;
    };
    const status = await inTime<CheckStatus>(ask, 'unreachable', 'unhealthy');
    return { status, latency: tookMs };
  };

  const all = async (): Promise<Health> => {
    const [heard, entries] = await Promise.all([
      inTime(languages, null, null),
      Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await one(check)] as const)),
    ]);
    const well = entries.every(([, { status }]) => status === 'healthy' || status === 'configured');
    return {
      status: well ? 'healthy' : 'degraded',
      checks: Object.fromEntries(entries),
      languages: heard,
    };
  };

  return {
    check() {
      const nowMs = clock.now();
      if (!last || nowMs - last.atMs >= last.sharedMs) {
        const asked = { atMs: nowMs, health: all(), sharedMs: sharedMs.healthy as number };
        asked.health.then(({ status }) => {
          asked.sharedMs = sharedMs[status];
        });
        last = asked;
      }
      return last.health;
    },
  };
}
