import { resolve } from 'node:path';
import { createMoonshine, type MoonshineEngine } from '../../server/engines/asr/moonshine/engine.ts';

const weights = resolve(import.meta.dirname, '../../models/weights');

/**
 * The embedded recogniser.
 *
 * @param size "base" or "tiny"
 * @param options.graphsFolder graphs with another correction than the bundled ones
 */
export async function openRecogniser(
  size: string,
  options: {
    dir?: string | undefined;
    graphsFolder?: string | undefined;
    threads?: number;
    batch?: number | undefined;
  } = {},
): Promise<MoonshineEngine> {
  if (size !== 'base' && size !== 'tiny')
    throw new Error(`There is no recogniser "${size}": --engine base|tiny.`);
  const id = `moonshine-${size}-en`;
  return createMoonshine({
    dir: options.dir ?? resolve(weights, id),
    ...(options.graphsFolder && { graphsFolder: options.graphsFolder }),
    size,
    id,
    threads: options.threads ?? 1,
    batch: options.batch ?? 16,
  });
}
