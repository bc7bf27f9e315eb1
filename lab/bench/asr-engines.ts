import { resolve } from 'node:path';
import { createMoonshine } from '../../server/engines/asr/moonshine/engine.ts';
import type { AsrEngine } from '../../server/engines/asr/port.ts';
import { createWhisper } from '../../server/engines/asr/whisper/engine.ts';

const weights = resolve(import.meta.dirname, '../../models/weights');

export type OpenRecogniser = AsrEngine & { close(): Promise<void> };

/**
 * The embedded recogniser, or Whisper.
 *
 * @param size "base" or "tiny"; "whisper" for the model in `options.dir`
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
): Promise<OpenRecogniser> {
  if (size === 'whisper' && options.dir) {
    return createWhisper({ dir: options.dir, provider: 'cpu', threads: options.threads ?? 1 });
  }
  if (size !== 'base' && size !== 'tiny')
    throw new Error(
      `There is no recogniser "${size}": --engine base|tiny, or whisper with --recogniser FOLDER.`,
    );
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
