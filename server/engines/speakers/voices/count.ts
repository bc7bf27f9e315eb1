import { agglomerate, distinctness, type VoicePoint } from './clusters.ts';
import { type HeardVoices, refineByHmm } from './hmm.ts';
import type { VoiceModel } from './model.ts';
import { randomStarts } from './starts.ts';

export const MOST_VOICES = 4;
/** Beginnings tried beside the bottom-up one; the assignment that explains the recording best is kept. */
const RANDOM_STARTS = 20;
/** A voice with less of the speech than this is not believed … */
const MIN_SHARE = 0.03;
/** … nor one with fewer windows. */
const MIN_WINDOWS = 3;
/**
 * Two voices have to explain the recording better than one by this much, in log odds (less in short recordings: per window): a few odd
 * windows are no second person.
 */
const MIN_GAIN = 35;
const MIN_GAIN_PER_WINDOW = 0.12;
/** A third voice as much like another as this part of what parts two is one person taken for two. */
const MIN_CROWD_SHARE = 0.2;

export interface ChosenVoices {
  /** The voice of every point, 0 … voices − 1. */
  assignment: Int32Array;
  voices: number;
  /** Log odds that the two most alike of the voices are different people; Infinity with one voice. */
  distinct: number;
}

/**
 * How many people speak, 1 to 4, and who each window is. Interviews have two: a third or fourth voice must stand out
 * more from every other (`crowdAbove`) than the second has to (`distinctAbove`).
 */
export function chooseVoices(
  model: Pick<VoiceModel, 'between' | 'dims' | 'distinctAbove' | 'crowdAbove'>,
  points: readonly VoicePoint[],
): ChosenVoices {
  const starts = agglomerate(model, points, MOST_VOICES);
  const choices: ChosenVoices[] = [];
  const minGain = Math.min(MIN_GAIN, MIN_GAIN_PER_WINDOW * points.length);
  const alone = refineByHmm(model, points, new Int32Array(points.length), 1).logEvidence;
  for (let voices = 2; voices <= MOST_VOICES; voices++) {
    const start = starts.get(voices);
    if (!start) continue;
    const best = bestRefined(model, points, start, voices);
    const refined = compacted(best.assignment, points);
    if (refined.voices !== voices || best.logEvidence - alone < minGain) continue;
    const distinct = leastDistinct(model, points, refined.assignment, voices);
    choices.push({ assignment: refined.assignment, voices, distinct });
  }
  const pair = choices.find(({ voices }) => voices === 2)?.distinct ?? 0;
  const crowdAbove = Math.max(model.crowdAbove, MIN_CROWD_SHARE * pair);
  const believed = choices.findLast(
    ({ voices, distinct }) => distinct > (voices === 2 ? model.distinctAbove : crowdAbove),
  );
  if (believed) return believed;
  return { assignment: new Int32Array(points.length), voices: 1, distinct: Number.POSITIVE_INFINITY };
}

function bestRefined(
  model: Pick<VoiceModel, 'between' | 'dims'>,
  points: readonly VoicePoint[],
  bottomUp: Int32Array,
  voices: number,
): HeardVoices {
  return [bottomUp, ...randomStarts(model, points, voices, RANDOM_STARTS)]
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
