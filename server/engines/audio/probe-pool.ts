import { limits } from '../../config/limits.ts';
import { ApiError } from '../../errors.ts';
import type { AudioEngine } from './port.ts';

/**
 * At most so many probes at once, each in child processes of its own; the others wait in the order they came. A caller that has waited for `maxWaitMs`
 * is refused with ApiError SERVER_BUSY: its client has given up by then.
 */
export function poolProbes(
  { probe }: Pick<AudioEngine, 'probe'>,
  {
    atOnce,
    maxWaitMs,
    retryAfterSeconds,
  }: { atOnce: number; maxWaitMs: number; retryAfterSeconds: number } = limits.probes,
): Pick<AudioEngine, 'probe'> {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  const turn = async () => {
    if (free > 0) {
      free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(
          new ApiError(
            'SERVER_BUSY',
            `This server has more recordings to look at than it manages in ${maxWaitMs / 1000} seconds. Nothing of this request was stored: send it again after ${retryAfterSeconds} seconds.`,
            { retryAfterSeconds },
          ),
        );
      }, maxWaitMs);
      // A probe that ends hands its place to the next.
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.push(begin);
    });
  };
  return {
    async probe(path, signal) {
      await turn();
      try {
        return await probe(path, signal);
      } finally {
        const next = waiting.shift();
        if (next) next();
        else free += 1;
      }
    },
  };
}
