import { access } from 'node:fs/promises';
import { basename } from 'node:path';
import type { AsrEngine } from '../port.ts';
import type { WhisperGeometry } from './config.ts';
import type { NetworkFiles, WhisperPrecision } from './files.ts';
import { loadWhisperFolder } from './folder.ts';

export type { WhisperGeometry } from './config.ts';
export type { WhisperPrecision } from './files.ts';
export { checkWhisperFolder, type WhisperFolder } from './folder.ts';
export { WhisperModelError } from './model-error.ts';

export interface WhisperOptions {
  /** Model folder in the layout of ONNX exports (`checkWhisperFolder`). */
  dir: string;
  /** Name in results; the folder's by default. */
  id?: string;
  /** `auto` takes a CUDA device when there is one; so does `cuda`, and says so when it has to use the processor. */
  provider?: 'cpu' | 'cuda' | 'auto';
  /** Threads of one network run. */
  threads?: number;
  /** Windows of up to 30 s that are decoded side by side. */
  batch?: number;
  /** Windows encoded at once: the peak of memory grows with it, speed hardly. */
  encoderBatch?: number;
  /** Only weights of this precision; the best file of each network when absent. */
  precision?: WhisperPrecision;
  /** Decode with timestamps of phrases, which interpolated word times stand on. */
  timestamps?: boolean;
  /** For measurements: every window yields exactly so many tokens, whatever the network wants. */
  forcedTokens?: number;
  minMeanConfidence?: number;
  minWordConfidence?: number;
}

export interface WhisperEngine extends AsrEngine {
  readonly geometry: WhisperGeometry;
  readonly files: NetworkFiles;
  /** What runs the networks; `message` says why when it is not what was asked for. */
  readonly provider: { used: 'cpu' | 'cuda'; message: string | null };
  /** Frees the networks; the engine cannot be used afterwards. */
  close(): Promise<void>;
}

/**
 * A Whisper model of any size as a recogniser.
 *
 * @throws WhisperModelError when the folder cannot be used, naming the file
 */
export async function createWhisper(options: WhisperOptions): Promise<WhisperEngine> {
  const folder = await loadWhisperFolder(options.dir, options);
  return {
    id: options.id ?? basename(folder.dir),
    languages: folder.languages,
    minMeanConfidence: options.minMeanConfidence ?? 0.5,
    minWordConfidence: options.minWordConfidence ?? 0.15,
    advice: 'A larger Whisper model understands more (assay models list).',
    geometry: folder.geometry,
    files: folder.files,
    provider: { used: 'cpu', message: null },
    transcribe: () => Promise.reject(new Error('The networks of this model are not opened yet.')),
    async check() {
      await access(folder.dir);
      return { ok: true, detail: `Whisper model ${basename(folder.dir)}` };
    },
    close: () => Promise.resolve(),
  };
}
