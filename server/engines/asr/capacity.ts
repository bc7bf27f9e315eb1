import type { MoonshineSize } from './moonshine/graphs.ts';
import type { WhisperGeometry, WhisperPrecision } from './whisper/engine.ts';

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
/**
 * The runtime keeps weights as they are and packed for its kernels, those of 16 bits widened as well. Measured with whisper-base: 2.3
 * in 32 bits, 1.7 in 8, 1.6 in 4 (lab/bench/README.md).
 */
const weightsFactor = { fp32: 2.3, int8: 2.3, q4: 2.3, fp16: 3.2 } as const;
/** Encoder states and attention beside keys and values. */
const windowFactor = 1.2;
/** Above this nothing gets faster. */
const largestBatch = 8;

/** What a recogniser takes of a machine's memory. */
export interface RecogniserCost {
  /** Of a copy without windows. */
  copyBytes: number;
  /** Of each window it decodes side by side. */
  windowBytes: number;
  /** More windows side by side get nothing faster. */
  largestBatch: number;
}

export interface WorkerWishes {
  /** Copies at most. */
  copies: number;
  /** As the operator set them; null where not. */
  threads: number | null;
  batch: number | null;
  /** False where live sessions may take all of the machine. */
  keepsOne?: boolean;
}

/** What live sessions get. */
export interface LiveCapacity {
  /** Sessions at once. */
  sessions: number;
  /** Copies of the model, each with a thread and a core of its own. */
  copies: number;
  /** What copies and sessions together will take at most, roughly. */
  memoryBytes: number;
}

export interface MachinePlan {
  /** Null where live sessions take everything. */
  worker: Capacity | null;
  live: LiveCapacity;
}

/** Sessions that share a copy on one core: a guess, not yet measured on a quiet machine (docs/decisions/0027-streams.md). */
const sessionsPerCopy = 4;
/** The last 31 s of sound, two windows of it under way, and as much again that waits for the collector; rounded up. */
const sessionBytes = 16 * 1024 ** 2;

/**
 * Shares a machine between the worker, which hears recordings, and live sessions. Live sessions come first, for people wait for them,
 * but one copy with a core stays the worker's; the worker gets what they leave. Every byte and core is given once.
 *
 * @param memoryBytes all recognisers together may take
 * @param roles.live.sessions at most so many at once; the plan may have fewer, or none
 * @returns null when the worker's single copy with a single window takes more memory than there is
 */
export function planCapacity({
  cores,
  memoryBytes,
  recogniser,
  roles: { worker, live },
}: {
  cores: number;
  memoryBytes: number;
  recogniser: RecogniserCost;
  roles: { worker: WorkerWishes; live: { sessions: number } };
}): MachinePlan | null {
  const keepsOne = worker.keepsOne ?? true;
  const ofLive = planLive({
    cores: keepsOne ? cores - 1 : cores,
    memoryBytes: keepsOne ? memoryBytes - bytesOf(recogniser, 1) : memoryBytes,
    recogniser,
    sessions: live.sessions,
  });
  const ofWorker = planWorker({
    cores: cores - ofLive.copies,
    memoryBytes: memoryBytes - ofLive.memoryBytes,
    recogniser,
    wanted: worker,
  });
  return keepsOne && !ofWorker ? null : { worker: ofWorker, live: ofLive };
}

/** Of one copy with so many windows. */
const bytesOf = ({ copyBytes, windowBytes }: RecogniserCost, batch: number): number =>
  Math.ceil(copyBytes + batch * windowBytes);

interface Share {
  cores: number;
  memoryBytes: number;
  recogniser: RecogniserCost;
}

/** As many sessions as fit. A live copy hears one window at a time. */
function planLive({ cores, memoryBytes, recogniser, sessions }: Share & { sessions: number }): LiveCapacity {
  let best: LiveCapacity = { sessions: 0, copies: 0, memoryBytes: 0 };
  for (let copies = 1; copies <= cores && best.sessions < sessions; copies++) {
    const copiesBytes = copies * bytesOf(recogniser, 1);
    const fitting = Math.floor((memoryBytes - copiesBytes) / sessionBytes);
    const served = Math.min(sessions, copies * sessionsPerCopy, fitting);
    if (served <= best.sessions) break;
    best = { sessions: served, copies, memoryBytes: copiesBytes + served * sessionBytes };
  }
  return best;
}

/**
 * Fewer windows at once before fewer copies: a window more makes one recording faster, a copy more keeps another from waiting. Fewer
 * windows than the operator set only on the last copy. On a core that is missing, copies take turns.
 */
function planWorker({
  cores,
  memoryBytes,
  recogniser,
  wanted,
}: Share & { wanted: WorkerWishes }): Capacity | null {
  const { copyBytes, windowBytes, largestBatch } = recogniser;
  for (let copies = wanted.copies; copies >= 1; copies--) {
    const room = memoryBytes / copies - copyBytes;
    if (room < windowBytes) continue;
    const fitting = windowBytes === 0 ? Number.POSITIVE_INFINITY : Math.floor(room / windowBytes);
    if (wanted.batch !== null && fitting < wanted.batch && copies > 1) continue;
    const batch = Math.min(fitting, wanted.batch ?? largestBatch);
    const threads = wanted.threads ?? Math.max(1, Math.floor(cores / copies));
    return { copies, threads, batch, memoryBytes: copies * bytesOf(recogniser, batch) };
  }
  return null;
}

/**
 * @param weightsBytes of the files that hold the networks
 * @param precision of the encoder
 */
export const whisperCost = (
  weightsBytes: number,
  precision: WhisperPrecision,
  geometry: WhisperGeometry,
): RecogniserCost => ({
  copyBytes: weightsBytes * weightsFactor[precision] + overheadBytes + encodingBytes(geometry),
  windowBytes: windowBytesOf(geometry),
  largestBatch,
});

/** Keys and values of one window: those over the sound, and those of the tokens so far, which have two places. */
function windowBytesOf({
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

/** What a copy takes at its peak, measured over 45 minutes with windows of 15 s, 16 side by side (lab/bench/README.md). */
const moonshineBytes: Readonly<Record<MoonshineSize, number>> = { base: 560e6, tiny: 330e6 };
/** More windows side by side are no faster, and results depend on the number in their last digits: so it is the same on every machine. */
const moonshineBatch = 16;

/**
 * A Moonshine model with its windows. Fewer recordings at once before a smaller model: the small one mishears a third more words, and
 * even on one core the large one is many times faster than people speak.
 */
export const moonshineCost = (size: MoonshineSize): RecogniserCost => ({
  copyBytes: moonshineBytes[size],
  windowBytes: 0,
  largestBatch: moonshineBatch,
});
