import { asHeard } from '../transcript/confidence.ts';
import { joinWords } from '../transcript/join-words.ts';
import type { SpokenWord } from '../transcript/types.ts';
import { type CandidateSpeech, isFragment } from './candidate-speech.ts';
import { abandonedWords } from './repair.ts';

/** What the candidate said, one line for each time they had the floor. Doubtful words stand as `[word?]`. */
export interface WrittenOut {
  /** Everything recognised, hesitations and false starts included. */
  verbatim: string;
  /** The same without fillers, repeated and abandoned words: easier to read, no word added. */
  clean: string;
}

export function writtenOut(speech: Pick<CandidateSpeech, 'floors'>): WrittenOut {
  const abandoned = abandonedWords(speech);
  const lines = (keeps: (word: SpokenWord) => boolean) =>
    speech.floors
      .map(({ allWords }) => joinWords(allWords.filter(keeps).map(asHeard)))
      .filter(Boolean)
      .join('\n');
  return {
    verbatim: lines(() => true),
    clean: lines((word) => !word.filler && !isFragment(word) && !abandoned.has(word)),
  };
}
