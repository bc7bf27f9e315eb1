import { setTimeout as delay } from 'node:timers/promises';

/** What a process does beside what it is asked for, until it stops. */
export interface Background {
  /** Aborted once it is to stop. */
  readonly signal: AbortSignal;
  /** Resolves after so long, or at once when it is to stop. */
  rest(durationMs: number): Promise<void>;
  /**
   * Does something again and again, one round after the other. A round that throws ends nothing.
   *
   * @param everyMs the rest between two rounds
   * @param what named in the log when a round fails: "<what> failed"
   * @param firstMs the rest before the first round; 0 unless given
   */
  every(everyMs: number, what: string, round: () => Promise<unknown>, options?: { firstMs?: number }): void;
  /** Does something that ends by itself, or by `signal`. */
  begin(work: () => Promise<unknown>): void;
  /** Resolves once nothing is under way. @param reason of `signal`, for whoever is called off */
  stop(reason?: Error): Promise<void>;
}

export function createBackground(log: { error(fields: object, message: string): void }): Background {
  const stopping = new AbortController();
  const { signal } = stopping;
  const underWay: Promise<unknown>[] = [];
  const rest = (durationMs: number) => delay(durationMs, undefined, { signal }).catch(() => undefined);
  return {
    signal,
    rest,
    every(everyMs, what, round, { firstMs = 0 } = {}) {
      const rounds = async () => {
        if (firstMs > 0) await rest(firstMs);
        while (!signal.aborted) {
          try {
            await round();
          } catch (error) {
            log.error({ err: error }, `${what} failed`);
          }
          await rest(everyMs);
        }
      };
      underWay.push(rounds());
    },
    begin(work) {
      underWay.push(work());
    },
    async stop(reason) {
      stopping.abort(reason);
      await Promise.all(underWay);
    },
  };
}
