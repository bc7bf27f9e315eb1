import { agglomerate, distinctness, type VoicePoint } from './clusters.ts';
import type { Halves } from './halves.ts';
import { type HeardVoices, refineByHmm } from './hmm.ts';
import type { VoiceModel } from './model.ts';
import { randomStarts } from './starts.ts';

export const MOST_VOICES = 4;
/** Beginnings tried beside the bottom-up one; the assignment that explains the recording best is kept. */
const RANDOM_STARTS = 20;
/** The same for three and four voices, which interviews seldom have. */
const CROWD_STARTS = 6;
/** A voice with less of the speech than this is not believed … */
const MIN_SHARE = 0.03;
/** … nor one with fewer windows. */
const MIN_WINDOWS = 3;
/** A third voice as much like another as this part of what parts two is one person taken for two. */
const MIN_CROWD_SHARE = 0.15;
/** With such a probability of a second person there is one: interviews have two. */
const TWO_FROM = 0.3;
/** The same where no parting of the windows explains them better than one voice does. */
const TWO_UNPARTED_FROM = 0.5;
/** Three or four voices were measured too rarely to be surer than this of their count. */
const SUREST_CROWD = 0.8;

export interface ChosenVoices {
  /** The voice of every point, 0 … voices − 1. */
  assignment: Int32Array;
  voices: number;
  /** That exactly so many people speak, 0–1. */
  countProbability: number;
  /** How much better two voices explain the recording than one does, in log odds per window; 0 where it was not asked for. */
  gainPerWindow: number;
}

/**
 * That more than one person speaks: logistic regression on how much better two voices explain a recording than one, per window, and
 * how alike its halves sound to the speaker encoder, and how much of a second person the segmentation hears. How it was fitted: docs/decisions/0033-who-spoke.md.
 */
export function probabilityOfSeveral(signs: {
  gainPerWindow: number;
  likeness: number;
  secondsOfSecond: number;
}): number {
  const { constant, gain, likeness, second } = FITTED;
  const logOdds =
    constant +
    gain * Math.asinh(3 * signs.gainPerWindow) +
    likeness * signs.likeness +
    second * signs.secondsOfSecond;
  return 1 / (1 + Math.exp(-logOdds));
}
const FITTED = { constant: 3.766, gain: 1.692, likeness: -7.806, second: 6.279 };

/**
 * How many people speak, 1 to 4, and who each window is. A third or fourth voice must stand out from every other by `crowdAbove`.
 *
 * @param points with what the encoder hears (`withEncoded`)
 * @param heard what parts in two by the encoder alone, and `secondsOfSecond`
 * @param known how many speak, where the caller knows: then so many are looked for
 */
export function chooseVoices(
  model: Pick<VoiceModel, 'between' | 'dims' | 'crowdAbove'>,
  points: readonly VoicePoint[],
  heard: { halves: Halves | undefined; secondsOfSecond: number },
  known: number | null,
): ChosenVoices {
  const { halves } = heard;
  const one = { assignment: new Int32Array(points.length), voices: 1 };
  if (known === 1) return { ...one, countProbability: 1, gainPerWindow: 0 };
  const starts = agglomerate(model, points, MOST_VOICES);
  const splits: { assignment: Int32Array; voices: number; distinct: number }[] = [];
  const alone = refineByHmm(model, points, one.assignment, 1).logEvidence;
  let gainPerWindow = 0;
  for (let voices = 2; voices <= MOST_VOICES; voices++) {
    const start = starts.get(voices);
    if (!start) continue;
    const best = bestRefined(model, points, start, voices);
    if (voices === 2) gainPerWindow = (best.logEvidence - alone) / points.length;
    const refined = compacted(best.assignment, points);
    if (refined.voices !== voices) continue;
    const distinct = leastDistinct(model, points, refined.assignment, voices);
    splits.push({ assignment: refined.assignment, voices, distinct });
  }
  const parted = splits.find(({ voices }) => voices === 2);
  const pair = parted ?? (halves && { ...halves, voices: 2, distinct: 0 });
  if (known !== null) {
    // A known person who says too little for the chain is still found among the clusters it began with.
    const bottomUp = starts.get(known);
    const exact =
      [...splits, ...(pair ? [pair] : [])].find(({ voices }) => voices === known) ??
      (bottomUp && { assignment: bottomUp, voices: known });
    const split = exact ?? pair ?? one;
    return { ...split, countProbability: exact ? 1 : 0, gainPerWindow };
  }
  if (!pair) return { ...one, countProbability: TWO_UNPARTED_FROM, gainPerWindow };
  const several = probabilityOfSeveral({
    gainPerWindow,
    likeness: halves?.likeness ?? 1,
    secondsOfSecond: heard.secondsOfSecond,
  });
  if (several < (parted ? TWO_FROM : TWO_UNPARTED_FROM))
    return { ...one, countProbability: 1 - several, gainPerWindow };
  const crowdAbove = Math.max(model.crowdAbove, MIN_CROWD_SHARE * pair.distinct);
  const crowd = splits.findLast(({ voices, distinct }) => voices > 2 && distinct > crowdAbove);
  return crowd
    ? { ...crowd, countProbability: Math.min(SUREST_CROWD, several), gainPerWindow }
    : { ...pair, countProbability: several, gainPerWindow };
}

function bestRefined(
  model: Pick<VoiceModel, 'between' | 'dims'>,
  points: readonly VoicePoint[],
  bottomUp: Int32Array,
  voices: number,
): HeardVoices {
  return [bottomUp, ...randomStarts(model, points, voices, voices === 2 ? RANDOM_STARTS : CROWD_STARTS)]
    .map((start) => refineByHmm(model, points, start, voices))
    .reduce((best, other) => (other.logEvidence > best.logEvidence ? other : best));
}

export function leastDistinct(
  model: Pick<VoiceModel, 'between' | 'dims'>,
  points: readonly VoicePoint[],
  assignment: Int32Array,
  voices: number,
): number {
  let least = Number.POSITIVE_INFINITY;
  for (let one = 0; one < voices; one++)
    for (let two = 0; two < one; two++)
      least = Math.min(least, distinctness(model, points, assignment, one, two));
  return least;
}

/** Leaves out voices that are hardly heard; their windows go to the voice before them in time. */
function compacted(
  assignment: Int32Array,
  points: readonly VoicePoint[],
): { assignment: Int32Array; voices: number } {
  const heard = new Map<number, number>();
  for (const [i, voice] of assignment.entries())
    heard.set(voice, (heard.get(voice) ?? 0) + points[i]!.weight);
  const total = [...heard.values()].reduce((sum, weight) => sum + weight, 0);
  const kept = [...heard].filter(([, weight]) => weight >= Math.max(MIN_WINDOWS, MIN_SHARE * total));
  const renamed = new Map(kept.map(([voice], index) => [voice, index]));
  if (renamed.size === 0) return { assignment: new Int32Array(assignment.length), voices: 1 };
  let before = renamed.get(assignment.find((voice) => renamed.has(voice))!)!;
  return {
    assignment: assignment.map((voice) => {
      before = renamed.get(voice) ?? before;
      return before;
    }),
    voices: renamed.size,
  };
}
