import { logMel, type MelOptions } from '../../native.ts';
import { openPcm, type PcmReader, pcmRateHz, samplesPerMs } from '../audio/pcm.ts';
import * as ort from '../onnx-runtime.ts';

/** One answer of the network per this many milliseconds. */
export const STEP_MS = 40;
const FRAMES_PER_STEP = 4;
const HOP_SAMPLES = pcmRateHz / 100;
const STEP_SAMPLES = STEP_MS * samplesPerMs;
const WINDOW_SAMPLES = 400;
const BANDS = 64;

/** The front end that the network was trained with (models/bundled/voices-overlap.md). */
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
/** Steps answered at once, and those heard on either side of them: the network looks 1.7 s around. */
const CHUNK_STEPS = 500;
const CONTEXT_STEPS = 48;
/** Classes of its answer: nobody, one, several. */
const CLASSES = 3;

export interface OverlapNetwork {
  /**
   * Probability that several people speak at once, for every `STEP_MS` from the beginning of a recording.
   *
   * @param pcmPath raw s16le mono 16 kHz; read twice, a chunk at a time
   */
  severalSpeak(pcmPath: string, signal: AbortSignal): Promise<Float32Array>;
}

/** models/bundled/voices-overlap.onnx on one thread; deterministic. Rejects when the file is no such network. */
export async function createOverlapNetwork(options: { modelPath: string }): Promise<OverlapNetwork> {
  const session = await ort.InferenceSession.create(options.modelPath, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
  });
  return {
    async severalSpeak(pcmPath, signal) {
      const pcm = await openPcm(pcmPath);
      try {
        const several = new Float32Array(Math.floor(pcm.totalSamples / STEP_SAMPLES));
        const levels = await levelsOf(pcm, several.length, signal);
        for (let first = 0; first < several.length; first += CHUNK_STEPS) {
          signal.throwIfAborted();
          const end = Math.min(several.length, first + CHUNK_STEPS);
          const from = Math.max(0, first - CONTEXT_STEPS);
          const frames = (Math.min(several.length, end + CONTEXT_STEPS) - from) * FRAMES_PER_STEP;
          const mel = normalised(await melOf(pcm, from, frames), levels, frames);
          const { count } = await session.run({ mel: new ort.Tensor('float32', mel, [1, BANDS, frames]) });
          if (!count) throw new Error(`The network ${options.modelPath} has no output "count".`);
          const odds = count.data as Float32Array;
          for (let step = first; step < end; step++)
            several[step] = odds[(step - from) * CLASSES + CLASSES - 1]!;
        }
        return several;
      } finally {
        await pcm.close();
      }
    },
  };
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
