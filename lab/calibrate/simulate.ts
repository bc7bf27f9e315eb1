import { type Figure, FLOOR_MINUTES, LEVEL_SD, type LevelNorm } from './norms.ts';
import type { Random } from './random.ts';

/** A learner drawn from a level's figures, as the scorers would measure them in an interview. */
export interface Learner {
  level: number;
  wordsPerFloorMinute: number;
  distinctPerFloorMinute: number;
  distinctPer5FloorMinutes: number;
  distinctPer100Words: number;
  /** In the whole test. */
  distinctInAll: number;
  mattr50: number;
  mtld: number;
  logFrequency: number;
  repairsPer100Words: number;
  longPausesPer100Words: number;
  articulationRate: number;
  meanRunSyllables: number;
  midClausePausesPerMinute: number;
  endClausePausesPerMinute: number;
  pausedShare: number;
}

/** Assumed: the three diversity measures of a learner share this much of their spread within a level (√ of .7). */
const DIVERSITY_LOADING = 0.84;

/** Assumed: automatic detection finds this part of the repairs a transcriber marks, the rest are reformulations. */
const REPAIRS_FOUND = 0.4;

/**
 * Timing of speech: round figures, not from a table. The published direction and strength are kept: the spread
 * within a level is set so that each feature correlates with the level as in Suzuki, Kormos & Uchihara 2021
 * (speed and pause frequency about .6, pause time .46); pauses inside clauses separate high from mid levels,
 * those between clauses low from mid (Saito et al. 2018).
 */
const timing = {
  articulationRate: { at2: 2.7, at11: 4.6, log: true, r: 0.6 },
  meanRunSyllables: { at2: 3.2, at11: 15, log: true, r: 0.62 },
  midClausePausesPerMinute: { at2: 30, at11: 6, log: true, r: -0.6 },
  endClausePausesPerMinute: { at2: 22, at11: 12, log: true, r: -0.35 },
  pausedShare: { at2: 0.55, at11: 0.2, log: false, r: -0.46 },
} as const;

/** Assumed: the speakers of the published studies were spread over levels as those of the norms are. */
const STUDIED_LEVEL_SD = LEVEL_SD;

/** Assumed: what the timing features of a learner share within a level: a fluent speaker is so in every respect. */
const TIMING_LOADING = 0.6;

export function drawLearner(norm: LevelNorm, random: Random): Learner {
  const { level } = norm;
  const z = random.normal();
  const words = logNormal(norm.words, z);
  // Distinct words grow with words within a level too; Guiraud's index keeps its own spread about that.
  const variety = random.normal();
  const guiraud = norm.guiraud[0] + norm.guiraud[1] * (0.23 * z + 0.5 * variety + 0.83 * random.normal());
  const varied = () => DIVERSITY_LOADING * variety + Math.sqrt(1 - DIVERSITY_LOADING ** 2) * random.normal();
  const mattr50 = norm.mattr50[0] + norm.mattr50[1] * varied();
  const mtld = Math.max(15, norm.mtld[0] + norm.mtld[1] * varied());
  const curve = { mattr50, words, distinct: guiraud * Math.sqrt(words) };
  const perMinute = words / FLOOR_MINUTES;
  const shared = random.normal();
  const timed = (name: keyof typeof timing) => drawTiming(timing[name], level, shared, random);
  return {
    level,
    wordsPerFloorMinute: perMinute,
    distinctPerFloorMinute: distinctAt(perMinute, curve),
    distinctPer5FloorMinutes: distinctAt(5 * perMinute, curve),
    distinctPer100Words: distinctAt(100, curve),
    distinctInAll: curve.distinct,
    mattr50,
    mtld,
    logFrequency: norm.logFrequency[0] + norm.logFrequency[1] * random.normal(),
    repairsPer100Words:
      REPAIRS_FOUND *
      Math.max(0, norm.repairs[0] + norm.repairs[1] * random.normal()) *
      (1 + 0.4 * random.normal()),
    longPausesPer100Words: logNormal(norm.longPauses, random.normal()),
    articulationRate: timed('articulationRate'),
    meanRunSyllables: timed('meanRunSyllables'),
    midClausePausesPerMinute: timed('midClausePausesPerMinute'),
    endClausePausesPerMinute: timed('endClausePausesPerMinute'),
    pausedShare: Math.max(0.02, timed('pausedShare')),
  };
}

/** Log-normal variable with the given mean and standard deviation, at `z` standard deviations. */
function logNormal([mean, sd]: Figure, z: number): number {
  const spread = Math.log(1 + (sd / mean) ** 2);
  return Math.exp(Math.log(mean) - spread / 2 + Math.sqrt(spread) * z);
}

function drawTiming(
  { at2, at11, log, r }: { at2: number; at11: number; log: boolean; r: number },
  level: number,
  shared: number,
  random: Random,
): number {
  const [from, to] = log ? [Math.log(at2), Math.log(at11)] : [at2, at11];
  const slope = (to - from) / 9;
  const spread = Math.abs(slope) * STUDIED_LEVEL_SD * Math.sqrt(1 / r ** 2 - 1);
  // The shared part moves every feature towards fluency, whichever way that is.
  const towards = Math.sign(slope) * TIMING_LOADING * shared;
  const value =
    from + slope * (level - 2) + spread * (towards + Math.sqrt(1 - TIMING_LOADING ** 2) * random.normal());
  return log ? Math.exp(value) : value;
}

/**
 * Distinct words after `count` words, on the learner's own growth curve: a line in log-log space through one word,
 * 50 words (50 × MATTR-50) and all words of the test, bent as the eight levels' means are bent together
 * (ln D = … + .81 x − .027 x², x = ln(n / 50)).
 */
export function distinctAt(
  count: number,
  { mattr50, words, distinct }: { mattr50: number; words: number; distinct: number },
): number {
  const at50 = Math.log(50 * mattr50);
  const x = Math.log(count / 50);
  if (x <= 0) return Math.exp((at50 * Math.log(count)) / Math.log(50));
  const end = Math.log(words / 50);
  const slope = Math.max(0.4, Math.min(1, (Math.log(distinct) - at50) / end));
  return Math.exp(at50 + slope * x + 0.027 * x * Math.max(0, end - x));
}
