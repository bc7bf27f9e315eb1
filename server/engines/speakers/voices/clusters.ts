import type { VoiceModel } from './model.ts';

/** A projected voice heard somewhere in the recording, in time order. */
export interface VoicePoint {
  vector: Float64Array;
  /** Independent observations it is worth: 1 for a full window of active frames. */
  weight: number;
  /** Index of the speech span; a pause lies between different spans. */
  span: number;
}

interface Cluster {
  weight: number;
  /** Weighted sum of vectors. */
  sum: Float64Array;
  members: number[];
  /** Of one voice behind it; known once it has been compared. */
  evidence?: number;
}

/** Windows overlap by half and share their neighbours' sounds: a window is worth this part of an observation. */
export const WINDOW_INDEPENDENCE = 0.4;
/** Points pooled before clustering stay within one span and this many windows, or more where that leaves too many pools: time grows with their square. */
const POOLED_WINDOWS = 3;
const MOST_POOLS = 700;

/**
 * Log evidence of one voice behind `weight` observations with mean sum/weight, two-covariance model (unit
 * variance within, `between` across people), up to terms that merging does not change. `more` is added to `sum`.
 */
function evidence(
  model: Pick<VoiceModel, 'between'>,
  weight: number,
  sum: Float64Array,
  more?: Float64Array,
): number {
  let total = 0;
  let b = Number.NaN;
  let [share, log] = [0, 0];
  for (let k = 0; k < sum.length; k++) {
    // Most directions vary alike: logarithms are what takes time here.
    if (model.between[k] !== b) {
      b = model.between[k]!;
      share = (0.5 * b) / (1 + weight * b);
      log = 0.5 * Math.log(1 + weight * b);
    }
    total += share * (more ? sum[k]! + more[k]! : sum[k]!) ** 2 - log;
  }
  return total;
}

const plus = (a: Float64Array, b: Float64Array): Float64Array => a.map((value, k) => value + b[k]!);

/** Log odds that two clusters are one voice rather than two. */
function mergeGain(model: Pick<VoiceModel, 'between'>, a: Cluster, b: Cluster): number {
  for (const one of [a, b]) one.evidence ??= evidence(model, one.weight, one.sum);
  return evidence(model, a.weight + b.weight, a.sum, b.sum) - a.evidence! - b.evidence!;
}

/**
 * Bottom-up clustering: always the pair that most looks like one voice. Returns the assignment of every point for
 * each number of clusters from 1 to `most`.
 */
export function agglomerate(
  model: Pick<VoiceModel, 'between' | 'dims'>,
  points: readonly VoicePoint[],
  most: number,
): Map<number, Int32Array> {
  const clusters: (Cluster | undefined)[] = [];
  const longest = Math.max(POOLED_WINDOWS, Math.ceil(points.length / MOST_POOLS));
  for (const [i, point] of points.entries()) {
    const last = clusters.at(-1);
    const weight = point.weight * WINDOW_INDEPENDENCE;
    const weighted = point.vector.map((value) => value * weight);
    if (last && points[last.members[0]!]!.span === point.span && last.members.length < longest) {
      last.members.push(i);
      last.weight += weight;
      last.sum = plus(last.sum, weighted);
    } else clusters.push({ weight, sum: weighted, members: [i] });
  }
  const assignments = new Map<number, Int32Array>();
  const record = (count: number) => {
    const assignment = new Int32Array(points.length);
    for (const [index, cluster] of clusters.filter((c) => c !== undefined).entries())
      for (const member of cluster.members) assignment[member] = index;
    assignments.set(count, assignment);
  };
  const size = clusters.length;
  const gains = new Float32Array(size * size).fill(Number.NEGATIVE_INFINITY);
  const bestOf = new Int32Array(size).fill(-1);
  const refresh = (i: number) => {
    bestOf[i] = -1;
    for (let j = 0; j < size; j++)
      if (j !== i && clusters[j] && (bestOf[i]! < 0 || gains[i * size + j]! > gains[i * size + bestOf[i]!]!))
        bestOf[i] = j;
  };
  for (let i = 0; i < size; i++)
    for (let j = 0; j < i; j++)
      gains[i * size + j] = gains[j * size + i] = mergeGain(model, clusters[i]!, clusters[j]!);
  for (let i = 0; i < size; i++) refresh(i);
  let left = size;
  if (left <= most) record(left);
  while (left > 1) {
    let one = -1;
    for (let i = 0; i < size; i++) {
      if (!clusters[i] || bestOf[i]! < 0) continue;
      if (one < 0 || gains[i * size + bestOf[i]!]! > gains[one * size + bestOf[one]!]!) one = i;
    }
    const two = bestOf[one]!;
    const [a, b] = [clusters[one]!, clusters[two]!];
    clusters[one] = {
      weight: a.weight + b.weight,
      sum: plus(a.sum, b.sum),
      members: [...a.members, ...b.members],
    };
    clusters[two] = undefined;
    left--;
    for (let j = 0; j < size; j++) {
      if (j === one || !clusters[j]) continue;
      gains[one * size + j] = gains[j * size + one] = mergeGain(model, clusters[one]!, clusters[j]!);
    }
    for (let j = 0; j < size; j++)
      if (clusters[j] && (j === one || bestOf[j] === two || bestOf[j] === one)) refresh(j);
      else if (clusters[j] && gains[j * size + one]! > gains[j * size + bestOf[j]!]!) bestOf[j] = one;
    if (left <= most) record(left);
  }
  return assignments;
}

/**
 * How far apart two groups of windows are, in log odds of two people over one per ten observations: both groups
 * count as if they had been heard equally long, so that the figure does not grow with the recording.
 */
export function distinctness(
  model: Pick<VoiceModel, 'between' | 'dims'>,
  points: readonly VoicePoint[],
  assignment: Int32Array,
  one: number,
  two: number,
): number {
  const [a, b] = [one, two].map((voice) => {
    const sum = new Float64Array(model.dims);
    let weight = 0;
    for (const [i, point] of points.entries()) {
      if (assignment[i] !== voice) continue;
      weight += point.weight;
      for (let k = 0; k < model.dims; k++) sum[k]! += point.weight * point.vector[k]!;
    }
    const trusted = Math.min(10, weight * WINDOW_INDEPENDENCE);
    return {
      weight: trusted,
      sum: sum.map((value) => (value / Math.max(weight, 1e-9)) * trusted),
      members: [],
    };
  });
  return -mergeGain(model, a!, b!);
}
