import { open } from 'node:fs/promises';
import type { Span } from '../../../domain/transcript/types.ts';
import { pcmRateHz } from '../../audio/pcm.ts';

/** The log-mel kernel of `native`, as far as this folder uses it. */
export type LogMel = (
  samples: Float32Array,
  options: {
    sampleRateHz: number;
    windowSamples: number;
    hopSamples: number;
    fftSize: number;
    bands: number;
    lowHz: number;
    highHz: number;
    windowKind: 'hann' | 'hamming';
  },
) => { frames: number; bands: number; data: Float32Array };

export const FRAME_MS = 10;
const HOP = 160;
const WINDOW = 400;
const BANDS = 32;
const CEPSTRA = 20;
/** Cepstra 1–20 and their slopes. */
export const FRAME_DIMS = CEPSTRA * 2;
/** Longest stretch held as samples at once. */
const CHUNK_FRAMES = 3000;
/** A frame this far below the loud frames of its stretch says nothing about a voice. */
const ACTIVE_RANGE_DB = 30;

/**
 * What is heard of voices, one row per 10 ms of speech, in time order; nothing outside the speech spans.
 * `features` rows are normalised over the recording (mean 0, deviation 1 over active frames).
 */
export interface VoiceFrames {
  count: number;
  /** Middle of each frame on the PCM file's clock. */
  atMs: Int32Array;
  /** Index of the speech span the frame lies in. */
  span: Int32Array;
  /** count × FRAME_DIMS. */
  features: Float32Array;
  /** 1 where the frame is loud enough to carry a voice. */
  active: Uint8Array;
  /** Natural logarithm of the fundamental frequency in hertz, 0 where the frame has none. */
  logF0: Float32Array;
}

/** Reads raw s16le mono 16 kHz, a stretch at a time: memory does not grow with the samples, only with the frames. */
export async function readVoiceFrames(
  pcmPath: string,
  speech: readonly Span[],
  logMel: LogMel,
  signal: AbortSignal,
): Promise<VoiceFrames> {
  const frames = await readRawFrames(pcmPath, speech, logMel, signal);
  normaliseFrames(frames);
  return frames;
}

/** The same before normalisation, for training, where one person's frames serve in many recordings. */
export async function readRawFrames(
  pcmPath: string,
  speech: readonly Span[],
  logMel: LogMel,
  signal: AbortSignal,
): Promise<VoiceFrames> {
  const stretches = speech.flatMap((span, index) => {
    const first = Math.floor(span.startMs / FRAME_MS);
    const last = Math.floor(span.endMs / FRAME_MS);
    const parts: { index: number; first: number; count: number }[] = [];
    for (let at = first; at < last; at += CHUNK_FRAMES)
      parts.push({ index, first: at, count: Math.min(CHUNK_FRAMES, last - at) });
    return parts;
  });
  const total = stretches.reduce((sum, stretch) => sum + stretch.count, 0);
  const frames: VoiceFrames = {
    count: 0,
    atMs: new Int32Array(total),
    span: new Int32Array(total),
    features: new Float32Array(total * FRAME_DIMS),
    active: new Uint8Array(total),
    logF0: new Float32Array(total),
  };
  const energyDb = new Float32Array(total);
  const file = await open(pcmPath, 'r');
  try {
    for (const stretch of stretches) {
      signal.throwIfAborted();
      const samples = await readSamples(file, stretch.first * HOP, stretch.count * HOP + WINDOW);
      const heard = Math.min(stretch.count, Math.floor((samples.length - WINDOW) / HOP) + 1);
      if (heard < 3) continue;
      addFrames(frames, energyDb, samples, stretch, heard, logMel);
    }
  } finally {
    await file.close();
  }
  markActive(frames, energyDb);
  return frames;
}

async function readSamples(
  file: {
    read: (
      buffer: Buffer,
      offset: number,
      length: number,
      position: number,
    ) => Promise<{ bytesRead: number }>;
  },
  firstSample: number,
  count: number,
): Promise<Float32Array> {
  const bytes = Buffer.alloc(count * 2);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, firstSample * 2);
  const samples = new Float32Array(bytesRead >> 1);
  for (let i = 0; i < samples.length; i++) samples[i] = bytes.readInt16LE(i * 2) / 32_768;
  return samples;
}

function addFrames(
  frames: VoiceFrames,
  energyDb: Float32Array,
  samples: Float32Array,
  stretch: { index: number; first: number },
  heard: number,
  logMel: LogMel,
): void {
  const mel = logMel(samples, {
    sampleRateHz: pcmRateHz,
    windowSamples: WINDOW,
    hopSamples: HOP,
    fftSize: 512,
    bands: BANDS,
    lowHz: 100,
    highHz: 6000,
    windowKind: 'hann',
  });
  const count = Math.min(heard, mel.frames);
  const base = frames.count;
  for (let f = 0; f < count; f++) {
    const row = base + f;
    frames.atMs[row] = (stretch.first + f) * FRAME_MS + FRAME_MS;
    frames.span[row] = stretch.index;
    let energy = 0;
    for (let b = 0; b < BANDS; b++) energy += Math.exp(mel.data[f * BANDS + b]!);
    energyDb[row] = 10 * Math.log10(energy + 1e-12);
    for (let c = 0; c < CEPSTRA; c++) {
      let sum = 0;
      for (let b = 0; b < BANDS; b++) sum += COSINES[c * BANDS + b]! * mel.data[f * BANDS + b]!;
      frames.features[row * FRAME_DIMS + c] = sum;
    }
  }
  for (let f = 0; f < count; f++) {
    const at = (offset: number) => base + Math.min(count - 1, Math.max(0, f + offset));
    for (let c = 0; c < CEPSTRA; c++) {
      const value = (offset: number) => frames.features[at(offset) * FRAME_DIMS + c]!;
      frames.features[(base + f) * FRAME_DIMS + CEPSTRA + c] =
        (value(1) - value(-1) + 2 * (value(2) - value(-2))) / 10;
    }
  }
  addPitch(frames.logF0, base, count, samples);
  frames.count += count;
}

/** Rows of the discrete cosine transform II without its constant row: CEPSTRA × BANDS. */
const COSINES = Float32Array.from(
  { length: CEPSTRA * BANDS },
  (_, at) =>
    Math.cos((Math.PI * (Math.floor(at / BANDS) + 1) * ((at % BANDS) + 0.5)) / BANDS) * Math.sqrt(2 / BANDS),
);

const PITCH_DECIMATION = 4;
const PITCH_WINDOW = 140;
/** 400 Hz down to 62 Hz at 4 kHz. */
const MIN_LAG = 10;
const MAX_LAG = 64;
const MIN_CORRELATION = 0.6;

/** Normalised cross-correlation at 4 kHz, every second frame; a frame without a clear period gets 0. */
function addPitch(logF0: Float32Array, base: number, count: number, samples: Float32Array): void {
  const low = new Float32Array(Math.floor(samples.length / PITCH_DECIMATION));
  for (let i = 0; i < low.length; i++) {
    let sum = 0;
    for (let k = -2; k < 6; k++) sum += samples[i * PITCH_DECIMATION + k] ?? 0;
    low[i] = sum / 8;
  }
  const scores = new Float32Array(MAX_LAG + 2);
  for (let f = 0; f < count; f += 2) {
    const start = (f * HOP) / PITCH_DECIMATION;
    if (start + PITCH_WINDOW + MAX_LAG + 1 >= low.length) break;
    let own = 1e-9;
    for (let i = 0; i < PITCH_WINDOW; i++) own += low[start + i]! ** 2;
    let shifted = 1e-9;
    for (let i = 0; i < PITCH_WINDOW; i++) shifted += low[start + MIN_LAG - 1 + i]! ** 2;
    let best = 0;
    for (let lag = MIN_LAG - 1; lag <= MAX_LAG + 1; lag++) {
      let product = 0;
      for (let i = 0; i < PITCH_WINDOW; i++) product += low[start + i]! * low[start + lag + i]!;
      scores[lag] = product / Math.sqrt(own * shifted);
      shifted += low[start + lag + PITCH_WINDOW]! ** 2 - low[start + lag]! ** 2;
      if (lag >= MIN_LAG && lag <= MAX_LAG) best = Math.max(best, scores[lag]!);
    }
    if (best < MIN_CORRELATION) continue;
    // The shortest period that is nearly as good as the best one, lest the pitch come out an octave low.
    for (let lag = MIN_LAG; lag <= MAX_LAG; lag++) {
      const [before, here, after] = [scores[lag - 1]!, scores[lag]!, scores[lag + 1]!];
      if (here < 0.88 * best || here < before || here < after) continue;
      const shift = (0.5 * (before - after)) / (before - 2 * here + after || -1);
      const value = Math.log(pcmRateHz / PITCH_DECIMATION / (lag + shift));
      logF0[base + f] = value;
      if (f + 1 < count) logF0[base + f + 1] = value;
      break;
    }
  }
}

function markActive(frames: VoiceFrames, energyDb: Float32Array): void {
  // Loudness is judged near each frame, so that a distant speaker beside a loud one still counts.
  const reach = 500;
  for (let block = 0; block < frames.count; block += reach) {
    const near = energyDb.slice(Math.max(0, block - reach), Math.min(frames.count, block + 2 * reach)).sort();
    const loud = near[Math.floor(near.length * 0.9)] ?? 0;
    for (let i = block; i < Math.min(frames.count, block + reach); i++)
      frames.active[i] = energyDb[i]! > loud - ACTIVE_RANGE_DB ? 1 : 0;
  }
}

export function normaliseFrames(frames: VoiceFrames): void {
  for (let d = 0; d < FRAME_DIMS; d++) {
    let count = 0;
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < frames.count; i++) {
      if (!frames.active[i]) continue;
      const value = frames.features[i * FRAME_DIMS + d]!;
      count++;
      sum += value;
      squares += value * value;
    }
    if (count === 0) return;
    const mean = sum / count;
    const scale = 1 / Math.sqrt(Math.max(1e-6, squares / count - mean * mean));
    for (let i = 0; i < frames.count; i++) {
      const at = i * FRAME_DIMS + d;
      frames.features[at] = (frames.features[at]! - mean) * scale;
    }
  }
}
