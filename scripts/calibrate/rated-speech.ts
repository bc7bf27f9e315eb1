import type { SpokenWord } from '../../server/domain/transcript/types.ts';
import type { CorpusUtterance } from '../validity/corpus.ts';
import type { HeardUtterance } from '../validity/hear-corpus.ts';
import type { RatedUtterance } from './from-speechocean.ts';
import type { Random } from './random.ts';

/** Share of words replaced in misheard texts, about what a good recogniser gets wrong on accented speech. */
const MISHEARD_SHARE = 0.2;

/** The same utterances with some words of each text replaced by words of others. */
export function withMisheardTexts(utterances: readonly CorpusUtterance[], random: Random): CorpusUtterance[] {
  const everyWord = utterances.flatMap(({ words }) => words);
  return utterances.map((utterance) => ({
    ...utterance,
    words: utterance.words.map((word) =>
      random.uniform() < MISHEARD_SHARE ? everyWord[Math.floor(random.uniform() * everyWord.length)]! : word,
    ),
  }));
}

/** The two hearings of every utterance, in the same order, side by side. */
export function ratedUtterances(
  heard: readonly HeardUtterance[],
  misheard: readonly HeardUtterance[],
): RatedUtterance[] {
  return heard.map(({ utterance, evidence }, index) => ({
    speaker: utterance.speaker,
    accuracy: utterance.scores.accuracy,
    fluency: utterance.scores.fluency,
    durationMs: evidence.durationMs,
    words: spoken(evidence.words),
    misheard: spoken(misheard[index]!.evidence.words),
  }));
}

export const spoken = (words: HeardUtterance['evidence']['words']): SpokenWord[] =>
  words.map((word) => ({ ...word, speaker: 'reader', overlap: false }));
