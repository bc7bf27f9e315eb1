import type { Span } from '../../../domain/transcript/types.ts';
import { FRAME_DIMS, FRAME_MS, type VoiceFrames } from './frames.ts';
import { PITCH_DIMS, type VoiceModel } from './model.ts';

const WINDOW_FRAMES = 150;
const HOP_FRAMES = 75;
/** Components kept per frame; the rest of a frame's posterior is negligible. */
export const KEPT_COMPONENTS = 5;

/** A short piece of one stretch of speech. Frame indices are rows of `VoiceFrames`, end exclusive. */
export interface VoiceWindow {
  firstFrame: number;
  endFrame: number;
  span: number;
  activeFrames: number;
}

/**
 * 1.5 s windows every 0.75 s within each stretch; shorter at a stretch's edges, never over a pause. Frames of no stretch are in no window.
 *
 * @param stretchOfFrame one person's speech without a pause, as the segmentation tells it; −1 for none
 */
export function layWindows(
  frames: Pick<VoiceFrames, 'count' | 'active'>,
  stretchOfFrame: Int32Array,
): VoiceWindow[] {
  const windows: VoiceWindow[] = [];
  let first = 0;
  while (first < frames.count) {
    const span = stretchOfFrame[first]!;
    let end = first + 1;
    while (end < frames.count && stretchOfFrame[end] === span) end++;
    for (let at = first; span >= 0; at += HOP_FRAMES) {
      // What is left over and shorter than a hop joins the last window.
      const isLast = end - at < WINDOW_FRAMES + HOP_FRAMES;
      const stop = isLast ? end : at + WINDOW_FRAMES;
      let activeFrames = 0;
      for (let i = at; i < stop; i++) activeFrames += frames.active[i]!;
      windows.push({ firstFrame: at, endFrame: stop, span, activeFrames });
      if (isLast) break;
    }
    first = end;
  }
  return windows;
}

/** Shorter stretches say too little of a voice. */
const LEAST_STRETCH_MS = 500;

/** The stretch of every frame; −1 outside of all that are long enough. Each speech span is a stretch where there is none. */
export function stretchOfFrames(
  { count, atMs, span }: Pick<VoiceFrames, 'count' | 'atMs' | 'span'>,
  stretches: readonly Span[],
): Int32Array {
  const long = stretches.filter(({ startMs, endMs }) => endMs - startMs >= LEAST_STRETCH_MS);
  const stretchOf = new Int32Array(count).fill(-1);
  let at = 0;
  for (let i = 0; i < count; i++) {
    while (at < long.length && long[at]!.endMs <= atMs[i]!) at++;
    if (at < long.length && long[at]!.startMs <= atMs[i]!) stretchOf[i] = at;
  }
  return stretchOf.some((stretch) => stretch >= 0) ? stretchOf : span;
}

/** The likeliest components of each active frame and their posteriors: count × KEPT_COMPONENTS. */
export interface FramePosteriors {
  component: Uint8Array;
  weight: Float32Array;
}

export function framePosteriors(
  frames: VoiceFrames,
  ubm: Pick<VoiceModel, 'components' | 'logWeights' | 'means' | 'precisions'>,
): FramePosteriors {
  const { components } = ubm;
  const constants = new Float64Array(components);
  for (let c = 0; c < components; c++) {
    let sum = ubm.logWeights[c]!;
    for (let d = 0; d < FRAME_DIMS; d++) sum += 0.5 * Math.log(ubm.precisions[c * FRAME_DIMS + d]!);
    constants[c] = sum;
  }
  const component = new Uint8Array(frames.count * KEPT_COMPONENTS);
  const weight = new Float32Array(frames.count * KEPT_COMPONENTS);
  const scores = new Float64Array(components);
  for (let i = 0; i < frames.count; i++) {
    if (!frames.active[i]) continue;
    const row = i * FRAME_DIMS;
    for (let c = 0; c < components; c++) {
      let sum = 0;
      const at = c * FRAME_DIMS;
      for (let d = 0; d < FRAME_DIMS; d++) {
        const offset = frames.features[row + d]! - ubm.means[at + d]!;
        sum += offset * offset * ubm.precisions[at + d]!;
      }
      scores[c] = constants[c]! - 0.5 * sum;
    }
    let total = 0;
    let top = 0;
    for (let k = 0; k < KEPT_COMPONENTS; k++) {
      let best = 0;
      for (let c = 1; c < components; c++) if (scores[c]! > scores[best]!) best = c;
      if (k === 0) top = scores[best]!;
      const value = Math.exp(scores[best]! - top);
      component[i * KEPT_COMPONENTS + k] = best;
      weight[i * KEPT_COMPONENTS + k] = value;
      total += value;
      scores[best] = Number.NEGATIVE_INFINITY;
    }
    for (let k = 0; k < KEPT_COMPONENTS; k++) weight[i * KEPT_COMPONENTS + k]! /= total;
  }
  return { component, weight };
}

/** Zeroth and first order statistics of a window around the mixture's means. */
export function windowStatistics(
  frames: VoiceFrames,
  posteriors: FramePosteriors,
  model: Pick<VoiceModel, 'components' | 'means'>,
  window: Pick<VoiceWindow, 'firstFrame' | 'endFrame'>,
): { counts: Float64Array; sums: Float64Array } {
  const counts = new Float64Array(model.components);
  const sums = new Float64Array(model.components * FRAME_DIMS);
  for (let i = window.firstFrame; i < window.endFrame; i++) {
    if (!frames.active[i]) continue;
    for (let k = 0; k < KEPT_COMPONENTS; k++) {
      const c = posteriors.component[i * KEPT_COMPONENTS + k]!;
      const share = posteriors.weight[i * KEPT_COMPONENTS + k]!;
      if (share < 0.01) continue;
      counts[c]! += share;
      const at = c * FRAME_DIMS;
      for (let d = 0; d < FRAME_DIMS; d++)
        sums[at + d]! += share * (frames.features[i * FRAME_DIMS + d]! - model.means[at + d]!);
    }
  }
  return { counts, sums };
}

/**
 * Neighbouring frames are far from independent: statistics count this much of their number.
 * Without it a window's i-vector would be far too sure of itself.
 */
export const FRAME_INDEPENDENCE = 0.35;

/** Precomputed products of the variability matrix, shared by all windows. */
export function ivectorExtractor(
  model: Pick<VoiceModel, 'components' | 'rank' | 'variability' | 'precisions'>,
): (statistics: { counts: Float64Array; sums: Float64Array }) => Posterior {
  const { components, rank, variability, precisions } = model;
  const gram = new Float32Array(components * rank * rank);
  for (let c = 0; c < components; c++) {
    for (let d = 0; d < FRAME_DIMS; d++) {
      const at = (c * FRAME_DIMS + d) * rank;
      const precision = precisions[c * FRAME_DIMS + d]!;
      for (let r = 0; r < rank; r++) {
        const scaled = precision * variability[at + r]!;
        for (let s = 0; s <= r; s++) gram[(c * rank + r) * rank + s]! += scaled * variability[at + s]!;
      }
    }
  }
  return ({ counts, sums }) => {
    const precision = new Float64Array(rank * rank);
    const linear = new Float64Array(rank);
    for (let r = 0; r < rank; r++) precision[r * rank + r] = 1;
    for (let c = 0; c < components; c++) {
      const count = counts[c]! * FRAME_INDEPENDENCE;
      if (count < 1e-3) continue;
      const block = c * rank * rank;
      for (let r = 0; r < rank; r++)
        for (let s = 0; s <= r; s++) precision[r * rank + s]! += count * gram[block + r * rank + s]!;
      for (let d = 0; d < FRAME_DIMS; d++) {
        const at = c * FRAME_DIMS + d;
        const scaled = FRAME_INDEPENDENCE * sums[at]! * precisions[at]!;
        for (let r = 0; r < rank; r++) linear[r]! += scaled * variability[at * rank + r]!;
      }
    }
    const lower = cholesky(precision, rank);
    return { mean: solve(lower, linear, rank), lower };
  };
}

export interface Posterior {
  mean: Float64Array;
  /** Lower Cholesky factor of the posterior precision, rank × rank. */
  lower: Float64Array;
}

/** Lower factor L of a symmetric positive matrix given by its lower half: L·Lᵀ. */
export function cholesky(matrix: Float64Array, size: number): Float64Array {
  const lower = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * size + j]!;
      for (let k = 0; k < j; k++) sum -= lower[i * size + k]! * lower[j * size + k]!;
      lower[i * size + j] = i === j ? Math.sqrt(Math.max(1e-12, sum)) : sum / lower[j * size + j]!;
    }
  }
  return lower;
}

/** x with L·Lᵀ·x = right. */
export function solve(lower: Float64Array, right: Float64Array, size: number): Float64Array {
  const x = Float64Array.from(right);
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) x[i]! -= lower[i * size + k]! * x[k]!;
    x[i]! /= lower[i * size + i]!;
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) x[i]! -= lower[k * size + i]! * x[k]!;
    x[i]! /= lower[i * size + i]!;
  }
  return x;
}

/** Median and interquartile range of log F0 and the share of voiced frames; `usual` where nothing is voiced. */
export function pitchOf(
  frames: VoiceFrames,
  window: Pick<VoiceWindow, 'firstFrame' | 'endFrame'>,
  usual: number,
): [median: number, spread: number, voicedShare: number] {
  const values = frames.logF0
    .slice(window.firstFrame, window.endFrame)
    .filter((value) => value > 0)
    .sort();
  const length = window.endFrame - window.firstFrame;
  const share = values.length / Math.max(1, length);
  if (values.length < 8) return [usual, 0.1, share];
  const at = (q: number) => values[Math.floor(q * (values.length - 1))]!;
  // Few voiced frames say little: the median moves towards the recording's.
  const trust = values.length / (values.length + 10);
  return [usual + trust * (at(0.5) - usual), at(0.75) - at(0.25), share];
}

/** Raw description of a window before projection: i-vector, then pitch. */
export function describeWindows(
  frames: VoiceFrames,
  posteriors: FramePosteriors,
  model: Pick<VoiceModel, 'components' | 'rank' | 'variability' | 'precisions' | 'means'>,
  windows: readonly VoiceWindow[],
): Float64Array[] {
  const extract = ivectorExtractor(model);
  const voiced = frames.logF0.filter((value) => value > 0).sort();
  const usual = voiced[voiced.length >> 1] ?? Math.log(150);
  return windows.map((window) => {
    const raw = new Float64Array(model.rank + PITCH_DIMS);
    raw.set(extract(windowStatistics(frames, posteriors, model, window)).mean);
    raw.set(pitchOf(frames, window, usual), model.rank);
    return raw;
  });
}

export function project(model: VoiceModel, raw: Float64Array): Float64Array {
  const size = model.rank + PITCH_DIMS;
  const out = new Float64Array(model.dims);
  for (let k = 0; k < model.dims; k++) {
    let sum = 0;
    for (let j = 0; j < size; j++) sum += model.projection[k * size + j]! * raw[j]!;
    out[k] = sum;
  }
  return out;
}

export const windowMs = (window: VoiceWindow): number => (window.endFrame - window.firstFrame) * FRAME_MS;
