import { ModelError } from '../models/model-error.ts';
import { type ModelRecord, totalBytes } from '../models/record.ts';
import { type Capacity, capacityFor } from './capacity.ts';
import type { HttpAsrOptions } from './http/engine.ts';
import type { RecogniserSettings } from './recogniser.ts';
import { checkWhisperFolder } from './whisper/engine.ts';

/** What an installation's settings say of recognition; null leaves it to the machine. */
export interface RecogniserWishes {
  asrEngine: 'embedded' | 'whisper' | 'http' | null;
  executionProvider: 'cpu' | 'cuda' | 'auto';
  asrThreads: number | null;
  asrBatch: number | null;
  asrMemoryMb: number | null;
  asrHttp: HttpAsrOptions | null;
}

export interface ChosenRecogniser {
  settings: RecogniserSettings;
  /** How many threads may hear at once. */
  copies: number;
  /** Of Whisper only: what it takes of the machine. */
  capacity: Capacity | null;
}

const MIB = 1024 ** 2;

/**
 * Which recogniser is used and how much of the machine it gets.
 *
 * @param model what `assay models use` chose; null for the embedded recogniser
 * @param copies recordings that are processed at once
 * @throws ModelError when there is no model to use or not enough memory for it, and WhisperModelError when its folder is wrong
 */
export async function chooseRecogniser({
  wishes,
  model,
  copies,
  machine,
}: {
  wishes: RecogniserWishes;
  model: { record: ModelRecord; dir: string } | null;
  copies: number;
  machine: { cores: number; memoryBytes: number };
}): Promise<ChosenRecogniser> {
  const { asrEngine, asrHttp } = wishes;
  const wanted = asrEngine ?? (asrHttp ? 'http' : model ? 'whisper' : 'embedded');
  if (wanted === 'http' && asrHttp) {
    return { settings: { kind: 'http', ...asrHttp }, copies, capacity: null };
  }
  if (wanted !== 'whisper') return { settings: { kind: 'embedded' }, copies, capacity: null };
  if (!model) {
    throw new ModelError(
      'MODEL_NOT_FOUND',
      'ASR_ENGINE=whisper, but no Whisper model is chosen. Choose one: assay models use asr=MODEL (assay models list).',
    );
  }
  const { id, files } = model.record;
  const { geometry } = await checkWhisperFolder(model.dir);
  const allowed = wishes.asrMemoryMb === null ? machine.memoryBytes / 2 : wishes.asrMemoryMb * MIB;
  const plan = (memoryBytes: number) =>
    capacityFor({
      weightsBytes: totalBytes(files.filter(({ path }) => /\.onnx(_data.*)?$/.test(path))),
      geometry,
      cores: machine.cores,
      memoryBytes,
      wanted: { copies, threads: wishes.asrThreads, batch: wishes.asrBatch },
    });
  const capacity = plan(allowed);
  if (!capacity) {
    const needed = plan(Number.MAX_SAFE_INTEGER)!.memoryBytes;
    throw new ModelError(
      'MODEL_REFUSED',
      `The model "${id}" needs more memory than recognition may take (${Math.floor(allowed / MIB)} MB; ` +
        `about ${Math.ceil(needed / MIB)} MB for ${copies} recordings at once). Raise ASR_MEMORY_MB, or choose a smaller model: assay models use asr=MODEL.`,
    );
  }
  return {
    settings: {
      kind: 'whisper',
      id,
      dir: model.dir,
      provider: wishes.executionProvider,
      threads: capacity.threads,
      batch: capacity.batch,
    },
    copies: capacity.copies,
    capacity,
  };
}
