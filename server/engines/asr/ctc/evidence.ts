import type { ScoredHypothesis } from './hypotheses.ts';
import { characterClasses, type Posteriors, phoneClasses } from './posteriors.ts';
import type { Vocabulary } from './vocabulary.ts';
import type { HeardSpan } from './word-times.ts';

/** What speaks for a word having been said, each larger when the word is more likely right. */
export interface Evidence {
  /** Share of the word sequences that have the word in its place, as log odds. */
  posterior: number;
  /** The same, mean of the two words on either side. */
  around: number;
  /** Mean over the word's frames of log p(its phone) − log p(best phone). */
  fit: number;
  /** How far the piece's words explain its phones, and its letters, as well as the best free reading: per symbol, ≤ 0. */
  phones: number;
  letters: number;
  /** Log probability a word of the piece by the language model. */
  language: number;
  /** Log of the word's letters. */
  length: number;
}

export const evidenceNames = [
  'posterior',
  'around',
  'fit',
  'phones',
  'letters',
  'language',
  'length',
] as const;

/** Words to either side that count as around. */
const reach = 2;

export function wordEvidence(
  posteriors: Posteriors,
  best: ScoredHypothesis,
  shares: readonly number[],
  spans: readonly HeardSpan[],
  { words, spellings, pronunciations }: Vocabulary,
): Evidence[] {
  const odds = shares.map(logOdds);
  const letters = best.words.reduce((sum, word) => sum + spellings[word]!.length + 1, 0);
  const sounds = best.words.reduce((sum, word) => sum + pronunciations[word]![0]!.length, 0);
  const piece = {
    phones: (best.phones - freeReading(posteriors.phones, phoneClasses)) / Math.max(1, sounds),
    letters: (best.characters - freeReading(posteriors.characters, characterClasses)) / Math.max(1, letters),
    language: best.language / (best.words.length + 1),
  };
  return best.words.map((word, i) => {
    const neighbours = odds.filter((_, j) => j !== i && Math.abs(j - i) <= reach);
    return {
      posterior: odds[i]!,
      around: neighbours.length > 0 ? neighbours.reduce((a, b) => a + b) / neighbours.length : odds[i]!,
      fit: Math.max(-8, spans[i]!.fit),
      phones: Math.max(-4, piece.phones),
      letters: Math.max(-4, piece.letters),
      language: piece.language,
      length: Math.log(words[word]!.length),
    };
  });
}

/** Within ±6: beyond, a list of a few dozen sequences knows nothing. */
function logOdds(share: number): number {
  return Math.max(-6, Math.min(6, Math.log((share + 1e-9) / (1 - share + 1e-9))));
}

/** Log probability of the most probable class in every row. */
function freeReading(logs: Float32Array, classes: number): number {
  let sum = 0;
  for (let at = 0; at < logs.length; at += classes) {
    let best = logs[at]!;
    for (let i = at + 1; i < at + classes; i++) if (logs[i]! > best) best = logs[i]!;
    sum += best;
  }
  return sum;
}
