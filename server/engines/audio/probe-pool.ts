import type { AudioEngine } from './port.ts';

/** At most so many probes at once, each in child processes of its own; the others wait in the order they came. */
export function poolProbes(
  { probe }: Pick<AudioEngine, 'probe'>,
  { atOnce }: { atOnce: number },
): Pick<AudioEngine, 'probe'> {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  const turn = async () => {
    if (free > 0) free -= 1;
    // Whoever ends hands its place over.
    else await new Promise<void>((resolve) => waiting.push(resolve));
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
