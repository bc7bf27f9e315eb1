import type { Clock } from '../../time.ts';

/** One thing the service needs; `configured` where only its presence can be known. */
export type CheckStatus = 'healthy' | 'unhealthy' | 'unreachable' | 'configured' | 'not_configured';

export interface Health {
  status: 'healthy' | 'degraded';
  checks: Record<string, { status: CheckStatus; latency: number | null }>;
}

export interface HealthService {
  check(): Promise<Health>;
}

/** Answers within this time are shared, so that anybody may ask as often as they like. */
const CACHED_MS = 5000;
const TIMEOUT_MS = 3000;

/** Runs every check side by side; one that throws is unhealthy, one that hangs is unreachable. */
export function createHealthService({
  checks,
  clock,
  timeoutMs = TIMEOUT_MS,
}: {
  checks: Readonly<Record<string, () => Promise<CheckStatus>>>;
  clock: Clock;
  timeoutMs?: number;
}): HealthService {
  let last: { atMs: number; health: Promise<Health> } | undefined;

  const one = async (check: () => Promise<CheckStatus>) => {
    const startMs = performance.now();
    const { promise: timeout, resolve } = Promise.withResolvers<CheckStatus>();
    const timer = setTimeout(() => resolve('unreachable'), timeoutMs);
    try {
      const status = await Promise.race([check(), timeout]);
      return { status, latency: status === 'unreachable' ? null : Math.round(performance.now() - startMs) };
    } catch {
      return { status: 'unhealthy' as const, latency: null };
    } finally {
      clearTimeout(timer);
    }
  };

  const all = async (): Promise<Health> => {
    const entries = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await one(check)] as const),
    );
    const well = entries.every(([, { status }]) => status === 'healthy' || status === 'configured');
    return { status: well ? 'healthy' : 'degraded', checks: Object.fromEntries(entries) };
  };

  return {
    check() {
      const nowMs = clock.now();
      if (!last || nowMs - last.atMs >= CACHED_MS) last = { atMs: nowMs, health: all() };
      return last.health;
    },
  };
}
