import { type VoicePoint, WINDOW_INDEPENDENCE } from './clusters.ts';
import type { VoiceModel } from './model.ts';

const STAY_IN_SPAN = 0.97;
const STAY_OVER_PAUSE = 0.75;
const MOST_ROUNDS = 20;
/** Rounds end when the evidence grows by less than this, in log odds. */
const SETTLED = 0.05;
/** How sure a start is of its assignment. */
const START_SHARE = 0.9;

export interface HeardVoices {
  /** Each window's most probable voice; a voice may have lost all its windows. */
  assignment: Int32Array;
  /** Lower bound of the log evidence of the windows (up to what every assignment shares): the greater, the better it explains them. */
  logEvidence: number;
}

/**
 * Improves an assignment: a hidden Markov chain over the windows whose states are voices (variational Bayes after
 * Landini et al. 2022, VBx).
 */
export function refineByHmm(
  model: Pick<VoiceModel, 'between' | 'dims'>,
  points: readonly VoicePoint[],
  start: Int32Array,
  voices: number,
): HeardVoices {
  const count = points.length;
  const posterior = new Float64Array(count * voices);
  for (let i = 0; i < count; i++)
    for (let v = 0; v < voices; v++)
      posterior[i * voices + v] = start[i] === v ? START_SHARE : (1 - START_SHARE) / Math.max(1, voices - 1);
  const likelihood = new Float64Array(count * voices);
  let logEvidence = Number.NEGATIVE_INFINITY;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let divergence = 0;
    for (let v = 0; v < voices; v++)
      divergence += describeVoice(model, points, posterior, likelihood, v, voices);
    const before = logEvidence;
    logEvidence = forwardBackward(points, likelihood, voices, posterior) - divergence;
    if (logEvidence - before < SETTLED) break;
  }
  const assignment = Int32Array.from({ length: count }, (_, i) => {
    let best = 0;
    for (let v = 1; v < voices; v++) if (posterior[i * voices + v]! > posterior[i * voices + best]!) best = v;
    return best;
  });
  return { assignment, logEvidence };
}

/** Fills in every window's expected log likelihood under a voice; returns how far the voice's posterior is from the prior (nats). */
function describeVoice(
  model: Pick<VoiceModel, 'between' | 'dims'>,
  points: readonly VoicePoint[],
  posterior: Float64Array,
  likelihood: Float64Array,
  voice: number,
  voices: number,
): number {
  let weight = 0;
  const mean = new Float64Array(model.dims);
  for (const [i, point] of points.entries()) {
    const share = posterior[i * voices + voice]! * point.weight * WINDOW_INDEPENDENCE;
    if (share < 1e-9) continue;
    weight += share;
    for (let k = 0; k < model.dims; k++) mean[k]! += share * point.vector[k]!;
  }
  let uncertainty = 0;
  let divergence = 0;
  for (let k = 0; k < model.dims; k++) {
    const between = model.between[k]!;
    const variance = 1 / (weight + 1 / between);
    mean[k]! *= variance;
    uncertainty += variance;
    divergence += 0.5 * ((variance + mean[k]! ** 2) / between - 1 - Math.log(variance / between));
  }
  for (const [i, point] of points.entries()) {
    let distance = uncertainty;
    for (let k = 0; k < model.dims; k++) distance += (point.vector[k]! - mean[k]!) ** 2;
    likelihood[i * voices + voice] = -0.5 * distance * point.weight * WINDOW_INDEPENDENCE;
  }
  return divergence;
}

/** Replaces `posterior`; returns the log likelihood of the windows. */
function forwardBackward(
  points: readonly VoicePoint[],
  likelihood: Float64Array,
  voices: number,
  posterior: Float64Array,
): number {
  const count = points.length;
  const emission = likelihood.slice();
  let logLikelihood = 0;
  for (let i = 0; i < count; i++) {
    const row = emission.subarray(i * voices, (i + 1) * voices);
    const top = Math.max(...row);
    logLikelihood += top;
    for (let v = 0; v < voices; v++) row[v] = Math.exp(row[v]! - top) + 1e-12;
  }
  const stay = (i: number) => (points[i]!.span === points[i - 1]!.span ? STAY_IN_SPAN : STAY_OVER_PAUSE);
  const forward = new Float64Array(count * voices);
  const backward = new Float64Array(count * voices).fill(1);
  for (let i = 0; i < count; i++) {
    let total = 0;
    for (let v = 0; v < voices; v++) {
      let value = 1 / voices;
      if (i > 0) {
        const keep = stay(i);
        const own = forward[(i - 1) * voices + v]!;
        value = voices === 1 ? own : keep * own + ((1 - keep) / (voices - 1)) * (1 - own);
      }
      forward[i * voices + v] = value * emission[i * voices + v]!;
      total += forward[i * voices + v]!;
    }
    logLikelihood += Math.log(total);
    for (let v = 0; v < voices; v++) forward[i * voices + v]! /= total;
  }
  for (let i = count - 2; i >= 0; i--) {
    const keep = stay(i + 1);
    let total = 0;
    for (let v = 0; v < voices; v++) {
      let value = 0;
      for (let w = 0; w < voices; w++) {
        const move = voices === 1 ? 1 : v === w ? keep : (1 - keep) / (voices - 1);
        value += move * emission[(i + 1) * voices + w]! * backward[(i + 1) * voices + w]!;
      }
      backward[i * voices + v] = value;
      total += value;
    }
    for (let v = 0; v < voices; v++) backward[i * voices + v]! /= total;
  }
  for (let i = 0; i < count; i++) {
    let total = 0;
    for (let v = 0; v < voices; v++) total += forward[i * voices + v]! * backward[i * voices + v]!;
    for (let v = 0; v < voices; v++)
      posterior[i * voices + v] = (forward[i * voices + v]! * backward[i * voices + v]!) / total;
  }
  return logLikelihood;
}
