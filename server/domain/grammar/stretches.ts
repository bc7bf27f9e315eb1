import { type CandidateSpeech, MIN_PAUSE_MS } from '../scoring/candidate-speech.ts';
import { abandonedWords, findRepairs } from '../scoring/repair.ts';
import type { ReadWord } from '../scoring/sophistication.ts';
import { isExample, surelyHeard } from '../scoring/surely-heard.ts';
import type { SpokenWord } from '../transcript/types.ts';

/** A word of a floor as a text engine reads it, with the recognised word that it is, or is part of. */
export interface FloorWord extends ReadWord {
  /** As written, with punctuation. */
  text: string;
  of: SpokenWord;
}

/** Words said one after the other without a pause, filler or repair, every one surely heard. */
export interface Stretch {
  words: readonly FloorWord[];
  /** What stands before it is known to be another clause: words to its left cannot change how it is read. */
  opensClause: boolean;
  /** The same for its right. */
  closesClause: boolean;
}

const endsClause = (text: string): boolean => /[.,;:?!]$/.test(text);

/** Nothing is judged across what lies between two stretches: what was meant there was not heard. */
export function stretchesOf(
  speech: Pick<CandidateSpeech, 'floors' | 'clock'>,
  floors: readonly (readonly FloorWord[])[],
): Stretch[] {
  const surely = surelyHeard(speech);
  const repaired = new Set(findRepairs(speech).flatMap(({ words }) => words));
  const abandoned = abandonedWords(speech);
  return floors.flatMap((words, index) => {
    const { allWords } = speech.floors[index]!;
    const places = new Map(allWords.map((word, place) => [word, place] as const));
    const stretches: Stretch[] = [];
    let open: FloorWord[] = [];
    let opensClause = true;
    const close = (closesClause: boolean, nextOpens: boolean) => {
      if (open.length > 0) stretches.push({ words: open, opensClause, closesClause });
      open = [];
      opensClause = nextOpens;
    };
    words.forEach((word, at) => {
      const before = words[at - 1];
      if (before && before.of !== word.of) {
        const isFiller = places.get(word.of)! - places.get(before.of)! > 1;
        const isPause = word.of.startMs - before.of.endMs >= MIN_PAUSE_MS;
        if (isFiller || isPause) close(endsClause(before.text), endsClause(before.text));
      }
      if (!isExample(word.of, surely) || repaired.has(word.of) || abandoned.has(word.of)) {
        close(false, endsClause(word.text));
        return;
      }
      open.push(word);
      if (endsClause(word.text)) close(true, true);
    });
    close(true, true);
    return stretches;
  });
}
