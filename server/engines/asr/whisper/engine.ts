import { access } from 'node:fs/promises';
import { basename } from 'node:path';
import { loadNative } from '../../../native.ts';
import { overflowsIn8Bits } from '../../onnx-runtime.ts';
import { hearsFilesAndMemory } from '../decoding/files-and-memory.ts';
import type { AsrEngine } from '../port.ts';
import type { WhisperGeometry } from './config.ts';
import { createDecoder, decoderSessionFiles } from './decoder.ts';
import { createEncoder } from './encoder.ts';
import { defaultTemperatures } from './fallback.ts';
import type { NetworkFiles, WhisperPrecision } from './files.ts';
import { loadWhisperFolder } from './folder.ts';
import { listenWithWhisper, type WhisperParts } from './listen.ts';
import { closeAll, openNetworks, type Provider } from './provider.ts';
import { whisperTraits } from './thresholds.ts';
import { createTokenRules } from './token-rules.ts';

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
  /** For measurements: every window yields exactly so many tokens, even past the network's own end. */
  forcedTokens?: number;
  /** Tried in turn where the text is poor; only the first unless it is. */
  temperatures?: readonly number[];
}

export interface WhisperEngine extends AsrEngine {
  readonly geometry: WhisperGeometry;
  readonly files: NetworkFiles;
  /** What runs the networks; `message` says why when it is not what was asked for. */
  readonly provider: Provider;
  /** Frees the networks; the engine cannot be used afterwards. */
  close(): Promise<void>;
}

/** Its networks cannot be opened the exact way (onnx-runtime.ts). */
export const inexact =
  'This processor cannot add in 8 bits exactly (it has no VNNI); a model of 32 bits may understand more';

/**
 * A Whisper model of any size as a recogniser. `confidence` is the geometric mean of the probabilities of a word's tokens.
 *
 * @throws WhisperModelError when the folder cannot be used, naming the file
 */
export async function createWhisper(options: WhisperOptions): Promise<WhisperEngine> {
  const folder = await loadWhisperFolder(options.dir, options);
  const { geometry, files, config, tokenizer } = folder;
  const id = options.id ?? basename(folder.dir);
  const networks = [
    { ...files.encoder, arena: false },
    ...decoderSessionFiles(files.decoder).map((file) => ({ ...file, arena: true })),
  ];
  const { sessions, provider } = await openNetworks(networks, {
    provider: options.provider ?? 'auto',
    threads: options.threads ?? 1,
  });
  const parts = await partsOf(sessions).catch(async (error: unknown) => {
    await closeAll(sessions);
    throw error;
  });

  return {
    id,
    languages: folder.languages,
    ...whisperTraits,
    geometry,
    files,
    provider,
    ...hearsFilesAndMemory((sound, request) => listenWithWhisper(parts, sound, request)),
    async check() {
      try {
        await access(files.encoder.path);
      } catch {
        return { ok: false, detail: `The Whisper model in ${folder.dir} is gone.` };
      }
      const times = parts.decoder.hasAttentions ? '' : ', word times interpolated';
      const what = `Whisper model ${id} (${files.encoder.precision}, ${provider.used}${times})`;
      const isInexact = overflowsIn8Bits && provider.used === 'cpu' && files.encoder.precision === 'int8';
      return { ok: true, detail: [what, provider.message, isInexact && inexact].filter(Boolean).join('. ') };
    },
    close: () => closeAll(sessions),
  };

  async function partsOf([encoderSession, ...decoderSessions]: typeof sessions): Promise<WhisperParts> {
    const alignmentHeads =
      config.rules.alignmentHeads.length > 0 ? config.rules.alignmentHeads : upperHeads(geometry);
    const forcedTokens = options.forcedTokens ?? null;
    // A forced number of tokens leaves no room for rules about time.
    const timestamps = (options.timestamps ?? true) && forcedTokens === null;
    const positions = geometry.targetPositions;
    return {
      encoder: createEncoder(encoderSession!, {
        geometry,
        path: files.encoder.path,
        whisperMel: loadNative().whisperMel,
      }),
      decoder: createDecoder(decoderSessions, {
        geometry,
        files: files.decoder,
        attentionLayers: [...new Set(alignmentHeads.map(([layer]) => layer))],
      }),
      tokenizer,
      multilingual: folder.multilingual,
      windowMs: config.windowMs,
      positions,
      batch: options.batch ?? 4,
      encoderBatch: options.encoderBatch ?? 1,
      timestamps,
      decoding: {
        applyRules: createTokenRules({
          special: tokenizer.special,
          rules: config.rules,
          timestamps,
          positions: geometry.sourcePositions,
        }),
        alignmentHeads,
        maxTokens: Math.floor(positions / 2),
        forcedTokens,
        temperatures: options.temperatures ?? defaultTemperatures,
      },
    };
  }
}

/** For a model whose heads were not measured, those that follow the sound: of the upper half of the layers, as openai/whisper does. */
function upperHeads({ decoderLayers, decoderHeads }: WhisperGeometry): [layer: number, head: number][] {
  const from = Math.floor(decoderLayers / 2);
  return Array.from({ length: decoderLayers - from }, (_, layer) =>
    Array.from({ length: decoderHeads }, (_, head): [number, number] => [from + layer, head]),
  ).flat();
}
