import {
  type Figure,
  FLOOR_MINUTES,
  type LevelNorm,
  TEST_MINUTES,
  transcriptNorms,
} from '../../calibrate/norms.ts';
import type { Random } from '../../calibrate/random.ts';
import { drawLearner } from '../../calibrate/simulate.ts';
import type { RatedInterview } from './score-interviews.ts';
import type { Variety, WordSource } from './word-source.ts';

export interface Circumstances {
  /** Length of the test. */
  minutes: number;
  /** Share of it in which the floor is the learner's. */
  floorShare: number;
  /** Deviation of that share from person to person, which no transcript tells. */
  floorShareSd: number;
  /** Whether the transcriber wrote hesitations down. */
  fillers: boolean;
  /** Whether the line says how long the floor was the learner's. */
  tellsFloor: boolean;
}

/** Assumed: of a transcriber's repairs so many are words said again, cut off, or changed. */
const REPEATED = 0.4;
const CUT_OFF = 0.15;

/** Writes one learner's side of a speaking test: their words, hesitations and repairs, cut into turns. */
export function writeInterview(
  id: string,
  norm: LevelNorm,
  sourceOf: (variety: Variety, random: Random) => WordSource,
  random: Random,
  { minutes, floorShare, floorShareSd, fillers: writesFillers, tellsFloor }: Circumstances,
): RatedInterview {
  const learner = drawLearner(norm, random);
  const habits = transcriptNorms[norm.level]!;
  const drawn = ([mean, sd]: Figure) => Math.max(mean / 5, mean + sd * random.normal());
  const ownShare = Math.max(0.1, floorShare + floorShareSd * random.normal());
  // What the norms measured in their test, and what there is time for in this one.
  const wordsInTest = learner.wordsPerFloorMinute * FLOOR_MINUTES;
  const count = Math.round(learner.wordsPerFloorMinute * minutes * ownShare);
  const source = sourceOf(
    { distinctIn50: 50 * learner.mattr50, words: wordsInTest, distinctInAll: learner.distinctInAll },
    random,
  );
  const fillerRate = drawn(habits.fillers) / 100;
  const repairRate = Math.max(0, drawn(norm.repairs)) / 100;
  const wordsPerTurn = Math.max(1.2, drawn(habits.wordsPerTurn));

  const turns: string[] = [];
  let turn: string[] = [];
  let before = '';
  for (let said = 0; said < count; said += 1) {
    if (writesFillers) {
      for (let odds = fillerRate; random.uniform() < odds; odds /= 2) turn.push(filler(random));
    }
    const word = source.word();
    if (random.uniform() < repairRate) {
      const kind = random.uniform();
      if (kind < REPEATED) turn.push(word);
      else if (kind < REPEATED + CUT_OFF) turn.push(`${word.slice(0, Math.max(1, word.length - 2))}-`);
      else turn.push(source.word());
    }
    // People say a word twice running only on purpose; a draw may.
    turn.push(word === before ? source.word() : word);
    before = word;
    if (random.uniform() < 1 / wordsPerTurn || said === count - 1) {
      turns.push(`${turn.join(' ')}.`);
      turn = [];
    }
  }
  return {
    id,
    level: norm.level,
    minutes,
    turns,
    ...(tellsFloor ? { floorMinutes: Math.round(10 * minutes * ownShare) / 10 } : {}),
  };
}

const filler = (random: Random): string => ['er', 'erm', 'um', 'uh', 'mm'][Math.floor(5 * random.uniform())]!;

/** The circumstances of the norms' own test. */
export const asInNorms: Circumstances = {
  minutes: TEST_MINUTES,
  floorShare: FLOOR_MINUTES / TEST_MINUTES,
  floorShareSd: 0,
  fillers: true,
  tellsFloor: false,
};
