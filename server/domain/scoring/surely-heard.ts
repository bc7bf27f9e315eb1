import { DOUBTFUL_BELOW } from '../transcript/confidence.ts';
import type { SpokenWord } from '../transcript/types.ts';
import type { CandidateSpeech } from './candidate-speech.ts';

/** Words that may stand as an example of how the candidate speaks are surer than this. Measured: docs/decisions/0001-scores.md. */
const EXAMPLE_FROM = 0.8;

/**
 * The words that may be quoted: neither doubtful, nor spoken over, nor beside such a word, because where one word is misheard, its
 * neighbours often are. What is shown as evidence is chosen among these; scores count every word as they always did.
 *
 * Hesitations are no words: they are never doubtful, and the words on either side of one are neighbours.
 */
export function surelyHeard({ floors }: Pick<CandidateSpeech, 'floors'>): ReadonlySet<SpokenWord> {
  const sure = new Set<SpokenWord>();
  for (const { allWords } of floors) {
    const words = allWords.filter(({ filler }) => !filler);
    for (const [index, word] of words.entries()) {
      if (!words.slice(Math.max(0, index - 1), index + 2).some(isDoubtful)) sure.add(word);
    }
    for (const word of allWords) if (word.filler) sure.add(word);
  }
  return sure;
}

/** Whether a word may be misheard: the recogniser doubts it, or another person spoke at the same time. */
export const isDoubtful = ({ filler, unsupported, overlap, confidence }: SpokenWord): boolean =>
  !filler && (unsupported || overlap || confidence < DOUBTFUL_BELOW);

/** Whether a word, one of `sure`, is sure enough to be an example by itself. */
export const isExample = (word: SpokenWord, sure: ReadonlySet<SpokenWord>): boolean =>
  sure.has(word) && word.confidence >= EXAMPLE_FROM;
