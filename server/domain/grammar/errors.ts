import type { CandidateSpeech } from '../scoring/candidate-speech.ts';
import { quotation } from '../scoring/quotation.ts';
import { surelyHeard } from '../scoring/surely-heard.ts';
import { joinWords } from '../transcript/join-words.ts';
import { agreement } from './agreement.ts';
import { expressions } from './expressions.ts';
import { nouns } from './nouns.ts';
import { type ErrorKind, type Rule, readingOf, type Slip } from './reading.ts';
import { type FloorWord, type Stretch, stretchesOf } from './stretches.ts';
import { verbForms } from './verb-forms.ts';

/** A slip of grammar that a listener can check. */
export interface GrammarError {
  kind: ErrorKind;
  /** What was said, with the words around it. */
  text: string;
  /** The words of it that are wrong. */
  wrong: string;
  /** What they should be. */
  right: string;
  startMs: number;
  endMs: number;
}

const rules: readonly Rule[] = [...agreement, ...verbForms, ...nouns, ...expressions];

/** Keep a poll answer small. */
const MAX_SHOWN = 30;
const WORDS_AROUND = 5;

/** Slips in one stretch, in order, each word in one of them at most. */
export function slipsIn(stretch: Stretch): Slip[] {
  const reading = readingOf(stretch);
  const slips: Slip[] = [];
  for (let at = 0; at < stretch.words.length; at += 1) {
    for (const rule of rules) {
      const found = rule(reading, at);
      if (
        found &&
        found.to <= stretch.words.length &&
        !slips.some(({ from, to }) => found.from < to && from < found.to)
      ) {
        slips.push(found);
      }
    }
  }
  return slips;
}

/**
 * Slips of English grammar, in time order, at most 30. Rules find few of those that there are, and those surely: every word of one is
 * surely heard, none lies across a pause or a repair.
 *
 * @param floors the words of each floor, as a text engine reads them
 */
export function grammarErrors(
  speech: CandidateSpeech,
  floors: readonly (readonly FloorWord[])[],
): GrammarError[] {
  const sure = surelyHeard(speech);
  const spoken = speech.floors.flatMap(({ allWords }) => allWords);
  return stretchesOf(speech, floors)
    .flatMap((stretch) => slipsIn(stretch).map((found) => ({ found, words: stretch.words })))
    .slice(0, MAX_SHOWN)
    .map(({ found, words }) => {
      const said = words.slice(found.from, found.to);
      const from = spoken.indexOf(said[0]!.of);
      const to = spoken.indexOf(said.at(-1)!.of);
      return {
        ...{ kind: found.kind, right: found.right.replaceAll(/\bi\b/g, 'I') },
        wrong: joinWords(said.map(({ form }) => (form === 'i' ? 'I' : form))),
        ...quotation(spoken, from, to, WORDS_AROUND, sure),
      };
    });
}
