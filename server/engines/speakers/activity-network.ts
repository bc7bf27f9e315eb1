import { logMel, type MelOptions } from '../../native.ts';
import { openPcm, type PcmReader, pcmDurationMs, pcmRateHz, samplesPerMs } from '../audio/pcm.ts';
import * as ort from '../onnx-runtime.ts';
import { STEP_MS, TRACKS } from './voice-tracks.ts';

const FRAMES_PER_STEP = 2;
const HOP_SAMPLES = pcmRateHz / 100;
const STEP_SAMPLES = STEP_MS * samplesPerMs;
const WINDOW_SAMPLES = 400;
export const BANDS = 64;

/** The front end that the network was trained with (models/bundled/voice-activity.md). */
const melOptions: MelOptions = {
  sampleRateHz: pcmRateHz,
  windowSamples: WINDOW_SAMPLES,
  hopSamples: HOP_SAMPLES,
  fftSize: 512,
  bands: BANDS,
  lowHz: 40,
  highHz: 7800,
  windowKind: 'hann',
};
/** Steps answered at once, and those heard on either side of them: the network looks 3 s around. */
const CHUNK_STEPS = 1000;
const CONTEXT_STEPS = 150;

export interface ActivityNetwork {
  /**
   * Probability that each of the voices is heard, for every step of a recording.
   *
   * @param pcmPath raw s16le mono 16 kHz; read twice, a chunk at a time
   * @param tracks voices × TRACKS × steps (see `voiceTracks`)
   * @param steps `stepsOf` the recording
   * @returns voices × steps
   */
  activity(
    pcmPath: string,
    tracks: Float32Array,
    steps: number,
    signal: AbortSignal,
  ): Promise<Float32Array[]>;
}

/** models/bundled/voice-activity.onnx on one thread; deterministic. Rejects when the file is no such network. */
export async function createActivityNetwork(options: { modelPath: string }): Promise<ActivityNetwork> {
  const session = await ort.openSession(options.modelPath, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
  });
  if (!session.outputNames.includes('activity'))
    throw new Error(`The network ${options.modelPath} has no output "activity".`);
  return {
    async activity(pcmPath, tracks, steps, signal) {
      const voices = tracks.length / (TRACKS * steps);
      const activity = Array.from({ length: voices }, () => new Float32Array(steps));
      for await (const { mel, from, count } of normalisedMel(pcmPath, steps, signal)) {
        const told = new Float32Array(voices * TRACKS * count);
        for (let row = 0; row < voices * TRACKS; row++)
          told.set(tracks.subarray(row * steps + from, row * steps + from + count), row * count);
        const answer = await session.run({
          mel: new ort.Tensor('float32', mel, [1, BANDS, count * FRAMES_PER_STEP]),
          tracks: new ort.Tensor('float32', told, [voices, TRACKS, count]),
        });
        const found = answer.activity!.data as Float32Array;
        const first = from === 0 ? 0 : from + CONTEXT_STEPS;
        const end = Math.min(steps, first - (first % CHUNK_STEPS) + CHUNK_STEPS);
        for (let voice = 0; voice < voices; voice++)
          activity[voice]!.set(
            found.subarray(voice * count + first - from, voice * count + end - from),
            first,
          );
      }
      return activity;
    },
  };
}

/** Steps of a recording. */
export const stepsOf = async (pcmPath: string): Promise<number> =>
  Math.floor((await pcmDurationMs(pcmPath)) / STEP_MS);

/**
 * The recording's log-mel as the network hears it: each band's mean over the recording removed, divided by one deviation; in chunks with
 * what lies around them.
 *
 * @returns of each chunk: `count` steps from step `from` on, bands × (2 · count)
 */
export async function* normalisedMel(
  pcmPath: string,
  steps: number,
  signal: AbortSignal,
): AsyncGenerator<{ mel: Float32Array; from: number; count: number }> {
  const pcm = await openPcm(pcmPath);
  try {
    const levels = await levelsOf(pcm, steps, signal);
    for (let first = 0; first < steps; first += CHUNK_STEPS) {
      signal.throwIfAborted();
      const from = Math.max(0, first - CONTEXT_STEPS);
      const count = Math.min(steps, first + CHUNK_STEPS + CONTEXT_STEPS) - from;
      const frames = count * FRAMES_PER_STEP;
      yield { mel: normalised(await melOf(pcm, from, frames), levels, frames), from, count };
    }
  } finally {
    await pcm.close();
  }
}

/** Log-mel of `frames` frames from step `from` on, frames × bands; fewer where the file ends. */
async function melOf(
  pcm: PcmReader,
  from: number,
  frames: number,
): Promise<{ frames: number; data: Float32Array }> {
  const count = (frames - 1) * HOP_SAMPLES + WINDOW_SAMPLES;
  return logMel(await pcm.readFloats(from * STEP_SAMPLES, count), melOptions);
}

interface Levels {
  /** Of each band over the recording. */
  mean: Float64Array;
  /** Of everything around those means. */
  deviation: number;
}

async function levelsOf(pcm: PcmReader, steps: number, signal: AbortSignal): Promise<Levels> {
  const mean = new Float64Array(BANDS);
  const squares = new Float64Array(BANDS);
  let count = 0;
  for (let from = 0; from < steps; from += CHUNK_STEPS) {
    signal.throwIfAborted();
    const { frames, data } = await melOf(pcm, from, Math.min(CHUNK_STEPS, steps - from) * FRAMES_PER_STEP);
    count += frames;
    for (let at = 0; at < frames * BANDS; at++) {
      mean[at % BANDS]! += data[at]!;
      squares[at % BANDS]! += data[at]! ** 2;
    }
  }
  let variance = 0;
  for (let b = 0; b < BANDS; b++) {
    mean[b]! /= Math.max(1, count);
    variance += Math.max(0, squares[b]! / Math.max(1, count) - mean[b]! ** 2) / BANDS;
  }
  return { mean, deviation: Math.sqrt(variance) };
}

/** Bands × frames, as the network takes it; where the file has ended its last frame is repeated. */
function normalised(
  mel: { frames: number; data: Float32Array },
  { mean, deviation }: Levels,
  frames: number,
): Float32Array {
  const out = new Float32Array(BANDS * frames);
  const scale = 1 / (deviation + 1e-3);
  for (let f = 0; f < frames; f++) {
    const row = Math.min(f, mel.frames - 1) * BANDS;
    for (let b = 0; b < BANDS; b++) out[b * frames + f] = (mel.data[row + b]! - mean[b]!) * scale;
  }
  return out;
}
