import type { MatchQuestion } from '../../../server/domain/matching/reading.ts';
import type { MatchScore } from '../../../server/domain/matching/types.ts';
import {
  answerOf,
  type Pair,
  type PairSet,
  pairKinds,
  pairSets,
  questionOfPair,
  readPairs,
} from './pairs.ts';

export interface PairFigures {
  set: PairSet;
  kind: string;
  pairs: number;
  right: number;
  wrong: { asked: string; cv: string[]; expected: Pair['answer']; found: Pair['answer']; reason: string }[];
  /** Said to be met without a quote. */
  metUnquoted: number;
}

/** How many pairs of each kind are judged as a recruiter would. */
export async function measurePairs(
  half: 'chosen' | 'aside',
  score: (question: MatchQuestion) => Promise<MatchScore>,
): Promise<PairFigures[]> {
  const figures: PairFigures[] = [];
  for (const [set, kind] of pairSets.flatMap((set) => pairKinds[set].map((kind) => [set, kind] as const))) {
    const pairs = readPairs(set, kind, half);
    const wrong: PairFigures['wrong'] = [];
    let metUnquoted = 0;
    for (const pair of pairs) {
      const { requirements } = await score(questionOfPair(pair));
      const { met, reason, evidence } = requirements[0]!;
      const found = answerOf(met);
      // What is asked not to be there cannot be quoted.
      if (found === 'met' && evidence.length === 0 && !/^It is asked not to be there/.test(reason))
        metUnquoted++;
      if (found !== pair.answer)
        wrong.push({ asked: pair.asked, cv: pair.cv, expected: pair.answer, found, reason });
    }
    figures.push({ set, kind, pairs: pairs.length, right: pairs.length - wrong.length, wrong, metUnquoted });
  }
  return figures;
}

export function printPairs(half: string, figures: readonly PairFigures[], showWrong: boolean): void {
  for (const { set, kind, pairs, right, wrong, metUnquoted } of figures) {
    console.log(
      `${set.padEnd(6)} ${kind.padEnd(12)} ${half}: ${right} of ${pairs} right (${((100 * right) / pairs).toFixed(0)} %); met without a quote: ${metUnquoted}`,
    );
    if (!showWrong) continue;
    for (const { asked, cv, expected, found, reason } of wrong)
      console.log(`  ${expected} → ${found}: ${asked} | ${cv.join(' / ')} | ${reason}`);
  }
}
