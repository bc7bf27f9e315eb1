import type { CandidateSpeech } from '../scoring/candidate-speech.ts';
import { type GrammarError, grammarErrors } from './errors.ts';
import { type Structure, structuresOf } from './range.ts';
import type { FloorWord } from './stretches.ts';

/** What is told of the candidate's grammar, every part of it quoted. */
export interface Grammar {
  structures: Structure[];
  errors: GrammarError[];
}

/** @param floors the words of each floor of `speech`, as a text engine reads them */
export const grammarOf = (speech: CandidateSpeech, floors: readonly (readonly FloorWord[])[]): Grammar => ({
  structures: structuresOf(speech, floors),
  errors: grammarErrors(speech, floors),
});
