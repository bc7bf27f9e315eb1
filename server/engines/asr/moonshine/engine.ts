import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { moonshineFiles } from '../../installed/record.ts';
import { hearsFilesAndMemory } from '../decoding/files-and-memory.ts';
import type { AsrEngine } from '../port.ts';
import { graphsOf, type MoonshineSize } from './graphs.ts';
import { listenWithMoonshine } from './listen.ts';
import { openMoonshine } from './networks.ts';
import { readMoonshineTokens } from './tokens.ts';

const bundled = resolve(import.meta.dirname, '../../../../models/bundled');

export interface MoonshineOptions {
  /** Name in results. */
  id: string;
  /** Folder with `encoder_model.onnx` and `decoder_model_merged.onnx` as published. */
  dir: string;
  size: MoonshineSize;
  /** Folder of our graphs; the bundled ones when absent. */
  graphsFolder?: string;
  /** Threads of one network run. */
  threads: number;
  /** Windows decoded side by side. */
  batch: number;
}

export interface MoonshineEngine extends AsrEngine {
  /** Frees the networks; the engine cannot be used afterwards. */
  close(): Promise<void>;
}

/** Moonshine (Jeffries et al. 2024) as a recogniser, English only. `confidence` is the geometric mean of the probabilities of a word's tokens. */
export async function createMoonshine(options: MoonshineOptions): Promise<MoonshineEngine> {
  const [networks, tokens] = await Promise.all([
    openMoonshine({
      dir: options.dir,
      graphs: graphsOf(options.size, options.graphsFolder),
      threads: options.threads,
    }),
    readMoonshineTokens(join(bundled, 'moonshine-tokens.txt')),
  ]);
  const parts = { networks, tokens, batch: options.batch };
  return {
    ...(await describeMoonshine(options)),
    ...hearsFilesAndMemory((sound, request) => listenWithMoonshine(parts, sound, request)),
    close: () => networks.close(),
  };
}

/** The same without its networks, for threads that decide and score but never hear. */
export async function describeMoonshine({ id, dir, size }: MoonshineOptions): Promise<AsrEngine> {
  return {
    id,
    languages: ['en'],
    ...moonshineThresholds,
    confidences: 'moonshine',
    advice: 'A larger recogniser understands more: "assay models list" shows what can be installed.',
    transcribe: () => Promise.reject(new Error('This thread holds no networks.')),
    async check() {
      try {
        await access(join(dir, moonshineFiles.encoder));
      } catch {
        return { ok: false, detail: `The recogniser in ${dir} is gone.` };
      }
      return { ok: true, detail: `Moonshine ${size}, English (${id})` };
    },
  };
}

/** Measured on everything real there was: ../hearing.md. */
export const moonshineThresholds = { minMeanConfidence: 0.8, minWordConfidence: 0.3 };
