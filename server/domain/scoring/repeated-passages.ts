import { asHeard } from '../transcript/confidence.ts';
import { joinWords } from '../transcript/join-words.ts';
import type { CandidateSpeech } from './candidate-speech.ts';
import { plainForm } from './text.ts';

/** A long stretch that was said before, almost word for word. */
export interface RepeatedPassage {
  /** Its beginning as it was said the second time, doubtful words in [brackets?]. */
  text: string;
  wordCount: number;
  /** Where it was said first. */
  firstMs: number;
  /** Where it was said again. */
  startMs: number;
  endMs: number;
}

/** So many words in a row are the same before anything counts as said again. */
const SEED_WORDS = 5;
/** Words that may differ in between: a recogniser hears the same text twice in slightly different words. */
const MAX_DIFFERING = 4;
/** Shorter repetitions are how people talk. */
const MIN_PASSAGE_WORDS = 20;
/** A phrase that the candidate says over and over is no passage. */
const MIN_DISTINCT_WORDS = 12;
/** Share of a passage's words that have to be the same. */
const MIN_SAME_SHARE = 0.75;
const QUOTED_WORDS = 12;

interface Match {
  /** Places of the first words: of what was said before, and again. */
  first: number;
  again: number;
  length: number;
  same: number;
}

/** Passages of 20 words and more that the candidate says a second time, in the order in which they come again. */
export function repeatedPassages({ words }: Pick<CandidateSpeech, 'words'>): RepeatedPassage[] {
  const forms = words.map(({ text }) => plainForm(text));
  return matchesIn(forms)
    .filter(({ length, same }) => length >= MIN_PASSAGE_WORDS && same >= MIN_SAME_SHARE * length)
    .filter(({ again, length }) => new Set(forms.slice(again, again + length)).size >= MIN_DISTINCT_WORDS)
    .map(({ first, again, length }) => ({
      text: joinWords(words.slice(again, again + Math.min(length, QUOTED_WORDS)).map(asHeard)),
      wordCount: length,
      firstMs: words[first]!.startMs,
      startMs: words[again]!.startMs,
      endMs: words[again + length - 1]!.endMs,
    }));
}

/** Share of the words that were said before in a passage: no new evidence. */
export const repeatedShare = (speech: Pick<CandidateSpeech, 'words'>): number =>
  repeatedPassages(speech).reduce((sum, { wordCount }) => sum + wordCount, 0) /
  Math.max(1, speech.words.length);

/** Runs that match an earlier place, joined over small differences. */
function matchesIn(forms: readonly string[]): Match[] {
  const seeds = new Map<string, number>();
  const matches: Match[] = [];
  for (let at = 0; at + SEED_WORDS <= forms.length; ) {
    const key = forms.slice(at, at + SEED_WORDS).join(' ');
    const first = seeds.get(key);
    const before = matches.at(-1);
    if (first === undefined || first + SEED_WORDS > at) {
      if (first === undefined) seeds.set(key, at);
      at += 1;
      continue;
    }
    let length = SEED_WORDS;
    while (first + length < at && forms[first + length] === forms[at + length]) length += 1;
    if (before && goesOn(before, first, at)) {
      before.length = at + length - before.again;
      before.same += length;
    } else {
      matches.push({ first, again: at, length, same: length });
    }
    at += length;
  }
  return matches;
}

/** Whether a match lies just behind another, both times. */
function goesOn(before: Match, first: number, again: number): boolean {
  const between = again - (before.again + before.length);
  const drift = first - before.first - (again - before.again);
  return between <= MAX_DIFFERING && Math.abs(drift) <= MAX_DIFFERING;
}
