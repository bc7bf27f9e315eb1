import { type Clock, seconds } from '../../time.ts';
import type { Figures } from './metrics-registry.ts';
import type { MetricsService } from './types.ts';

/** Several who scrape share one look at the database. */
const CACHED_MS = seconds(5);

export function createMetricsService({
  figures,
  reads,
  version,
  clock,
}: {
  figures: Figures;
  /** What is read before every answer. */
  reads: readonly (() => Promise<void>)[];
  version: string;
  clock: Clock;
}): MetricsService {
  figures.build.set({ version }, 1);
  let last: { atMs: number; done: Promise<void> } | undefined;
  const read = (): Promise<void> => {
    const nowMs = clock.now();
    if (!last || nowMs - last.atMs >= CACHED_MS) {
      const before = last?.done.catch(() => undefined);
      const done = (async () => {
        // One after the other: what is counted is counted once.
        await before;
        for (const one of reads) await one();
      })();
      last = { atMs: nowMs, done };
      // The caller that asked is told; the next one tries again.
      done.catch(() => {
        if (last?.done === done) last = undefined;
      });
    }
    return last.done;
  };
  return {
    served: ({ method, route, status, durationMs }) =>
      figures.httpRequests.observe(
        { method, route: route ?? 'none', status: `${Math.floor(status / 100)}xx` },
        durationMs / 1000,
      ),
    async scrape() {
      await read();
      return { contentType: figures.registry.contentType, text: await figures.registry.metrics() };
    },
  };
}
