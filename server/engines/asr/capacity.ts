import type { MoonshineSize } from './moonshine/graphs.ts';
import type { WhisperGeometry } from './whisper/engine.ts';

/** How much of the machine recognition takes. */
export interface Capacity {
  /** Recognitions at once, each with a copy of the model. */
  copies: number;
  /** Threads of each. */
  threads: number;
  /** Windows decoded side by side. */
  batch: number;
  /** What all copies together will take at most, roughly. */
  memoryBytes: number;
}

const bytesPerValue = 4;
/** Beside weights and windows: Node, the runtime, a window's sound. */
const overheadBytes = 150 * 1024 ** 2;
/** The runtime keeps weights as they are and packed for its kernels. Measured with whisper-base in 32 bits (scripts/bench/README.md). */
const weightsFactor = 2.7;
/** Tensors that are no longer used wait for the collector. Measured likewise, over 45 minutes. */
const windowFactor = 1.7;
/** Above this nothing gets faster. */
const largestBatch = 8;

/**
 * What fits a machine. Fewer windows at once before fewer copies: a window more makes one recording faster, a copy more keeps
 * another from waiting.
 *
 * @param memoryBytes all copies together may take
 * @returns null when a single window of a single copy takes more
 */
export function capacityFor({
  weightsBytes,
  geometry,
  cores,
  memoryBytes,
  wanted,
}: {
  weightsBytes: number;
  geometry: WhisperGeometry;
  cores: number;
  memoryBytes: number;
  /** Copies at most; threads and batch where somebody set them. */
  wanted: { copies: number; threads: number | null; batch: number | null };
}): Capacity | null {
  const fixedBytes = weightsBytes * weightsFactor + overheadBytes + encodingBytes(geometry);
  const ofCopy = (batch: number) => Math.ceil(fixedBytes + batch * windowBytes(geometry));
  for (let copies = wanted.copies; copies >= 1; copies--) {
    const room = memoryBytes / copies;
    const fitting = Math.floor((room - fixedBytes) / windowBytes(geometry));
    const batch = Math.min(fitting, wanted.batch ?? largestBatch);
    if (batch < 1 || (wanted.batch !== null && fitting < wanted.batch && copies > 1)) continue;
    const threads = wanted.threads ?? Math.max(1, Math.floor(cores / copies));
    return { copies, threads, batch, memoryBytes: copies * ofCopy(batch) };
  }
  return null;
}

/** Keys and values of one window: those over the sound, and those of the tokens so far, which exist twice while a step runs. */
function windowBytes({
  decoderLayers,
  dModel,
  sourcePositions,
  targetPositions,
  vocabulary,
}: WhisperGeometry): number {
  const perPosition = 2 * decoderLayers * dModel * bytesPerValue;
  const valuesBytes = perPosition * (sourcePositions + 2 * targetPositions) + vocabulary * bytesPerValue;
  return windowFactor * valuesBytes;
}

/** Of one window in the encoder: the attention of one layer at a time, and some layers' states. */
function encodingBytes({ encoderHeads, dModel, sourcePositions }: WhisperGeometry): number {
  return bytesPerValue * (2 * encoderHeads * sourcePositions ** 2 + 12 * sourcePositions * dModel);
}

/** What a copy takes at its peak, measured over 45 minutes with windows of 15 s, 16 side by side (scripts/bench/README.md). */
const moonshineBytes: Readonly<Record<MoonshineSize, number>> = { base: 560e6, tiny: 330e6 };
/** More windows side by side are no faster, and results depend on the number in their last digits: so it is the same on every machine. */
const moonshineBatch = 16;

/**
 * What a Moonshine model takes of a machine. Fewer recordings at once before a smaller model: the small one mishears a third more
 * words, and even on one core the large one is many times faster than people speak.
 */
export function moonshineCapacity({
  size,
  cores,
  memoryBytes,
  wanted,
}: {
  size: MoonshineSize;
  cores: number;
  memoryBytes: number;
  wanted: { copies: number; threads: number | null; batch: number | null };
}): { fits: boolean; capacity: Capacity } {
  const fitting = Math.floor(memoryBytes / moonshineBytes[size]);
  const copies = Math.max(1, Math.min(wanted.copies, fitting));
  return {
    fits: fitting >= 1,
    capacity: {
      copies,
      threads: wanted.threads ?? Math.max(1, Math.floor(cores / copies)),
      batch: wanted.batch ?? moonshineBatch,
      memoryBytes: copies * moonshineBytes[size],
    },
  };
}
