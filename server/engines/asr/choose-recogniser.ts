import { ModelError } from '../installed/model-error.ts';
import { familyOf, type LocalModel, totalBytes } from '../installed/record.ts';
import { type Capacity, moonshineCost, planCapacity, whisperCost } from './capacity.ts';
import type { HttpAsrOptions } from './http/engine.ts';
import type { MoonshineOptions } from './moonshine/engine.ts';
import { sizeOf } from './moonshine/graphs.ts';
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

/** The recognisers that come with an installation, largest first; empty where set-up reached no registry. */
export type EmbeddedModels = readonly LocalModel[];

export interface ChosenRecogniser {
  settings: RecogniserSettings;
  /** How many threads may hear at once. */
  copies: number;
  /** What it takes of the machine; null where something else hears, or nothing. */
  capacity: Capacity | null;
}

const MIB = 1024 ** 2;
/**
 * Of Whisper base. It and smaller ones mishear more of learners' English than the embedded recogniser, which was taught by learners; of
 * larger ones it is not measured.
 */
const widthOfBase = 512;

/**
 * Which recogniser is used and how much of the machine it gets.
 *
 * @param model what `assay models use` chose; null for the embedded recogniser
 * @param embedded what the embedded recogniser may be
 * @param copies recordings that are processed at once
 * @throws ModelError when there is no model to use or not enough memory for it, and WhisperModelError when its folder is wrong
 */
export async function chooseRecogniser({
  wishes,
  model,
  embedded,
  copies,
  machine,
}: {
  wishes: RecogniserWishes;
  model: LocalModel | null;
  embedded: EmbeddedModels;
  copies: number;
  machine: { cores: number; memoryBytes: number };
}): Promise<ChosenRecogniser> {
  const { asrEngine, asrHttp } = wishes;
  const allowed = wishes.asrMemoryMb === null ? machine.memoryBytes / 2 : wishes.asrMemoryMb * MIB;
  const english = (models: EmbeddedModels, beside = 0) =>
    chooseMoonshine(models, { wishes, copies, machine, allowed: allowed - beside });
  const isMoonshine = model !== null && familyOf(model.record.files) === 'moonshine';
  const wanted = asrEngine ?? (asrHttp ? 'http' : model && !isMoonshine ? 'whisper' : 'embedded');
  if (wanted === 'http' && asrHttp) {
    return {
      settings: { kind: 'http', ...asrHttp, english: english(embedded)?.options ?? null },
      copies,
      capacity: null,
    };
  }
  if (wanted !== 'whisper') {
    const found = english(isMoonshine ? [model] : embedded);
    if (!found) return { settings: { kind: 'none' }, copies, capacity: null };
    return {
      settings: { kind: 'moonshine', ...found.options },
      copies: found.capacity.copies,
      capacity: found.capacity,
    };
  }
  if (!model || isMoonshine) {
    throw new ModelError(
      'MODEL_NOT_FOUND',
      'ASR_ENGINE=whisper, but no Whisper model is chosen. Choose one: assay models use asr=MODEL (assay models list).',
    );
  }
  const { id, files } = model.record;
  const { geometry, files: networks } = await checkWhisperFolder(model.dir);
  const weightsBytes = totalBytes(files.filter(({ path }) => /\.onnx(_data.*)?$/.test(path)));
  const plan = (memoryBytes: number) =>
    planCapacity({
      cores: machine.cores,
      memoryBytes,
      recogniser: whisperCost(weightsBytes, networks.encoder.precision, geometry),
      roles: rolesOf(wishes, copies),
    })?.worker;
  const capacity = plan(allowed);
  if (!capacity) {
    const needed = plan(Number.MAX_SAFE_INTEGER)!.memoryBytes;
    throw new ModelError(
      'MODEL_REFUSED',
      `The model "${id}" needs more memory than recognition may take (${Math.floor(allowed / MIB)} MB; ` +
        `about ${Math.ceil(needed / MIB)} MB for ${copies} recordings at once). Raise ASR_MEMORY_MB, or choose a smaller model: assay models use asr=MODEL, or asr=embedded for English alone.`,
    );
  }
  const forEnglish = english(embedded, capacity.memoryBytes)?.options ?? null;
  return {
    settings: {
      kind: 'whisper',
      id,
      dir: model.dir,
      provider: wishes.executionProvider,
      threads: capacity.threads,
      batch: capacity.batch,
      english: forEnglish,
      // An operator who sets Whisper by name gets no other.
      secondInEnglish: asrEngine === null && geometry.dModel <= widthOfBase && forEnglish?.size === 'base',
    },
    copies: capacity.copies,
    capacity,
  };
}

/** The largest Moonshine that fits; the smallest where none does, one recording at a time. */
function chooseMoonshine(
  models: EmbeddedModels,
  {
    wishes,
    copies,
    machine,
    allowed,
  }: { wishes: RecogniserWishes; copies: number; machine: { cores: number }; allowed: number },
): { options: MoonshineOptions; capacity: Capacity } | null {
  const planIn = ({ record }: LocalModel, memoryBytes: number) =>
    planCapacity({
      cores: machine.cores,
      memoryBytes,
      recogniser: moonshineCost(sizeOf(record)),
      roles: rolesOf(wishes, copies),
    })?.worker;
  const fits = models.find((model) => planIn(model, allowed));
  const model = fits ?? models.at(-1);
  if (!model) return null;
  const size = sizeOf(model.record);
  const capacity = planIn(model, Math.max(allowed, moonshineCost(size).copyBytes))!;
  const options = {
    id: model.record.id,
    dir: model.dir,
    size,
    threads: capacity.threads,
    batch: capacity.batch,
  };
  return { options, capacity };
}

/** The worker has the machine to itself: nothing serves live sessions yet. */
const rolesOf = ({ asrThreads, asrBatch }: RecogniserWishes, copies: number) => ({
  worker: { copies, threads: asrThreads, batch: asrBatch },
  live: { sessions: 0 },
});
