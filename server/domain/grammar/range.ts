import {
  comparatives,
  modals,
  superlatives,
  verbByBase,
  verbByIng,
  verbByParticiple,
  verbByPast,
} from '../languages/en/grammar-words.ts';
import type { CandidateSpeech } from '../scoring/candidate-speech.ts';
import { quotation } from '../scoring/quotation.ts';
import { surelyHeard } from '../scoring/surely-heard.ts';
import { slipsIn } from './errors.ts';
import { type Reading, readingOf } from './reading.ts';
import { type FloorWord, stretchesOf } from './stretches.ts';

/** From what is learnt first to what is learnt last, roughly. */
export const structureKinds = [
  'past',
  'continuous',
  'future',
  'comparison',
  'because',
  'when',
  'if',
  'relative',
  'presentPerfect',
  'indirectQuestion',
  'although',
  'passive',
  'pastPerfect',
  'unreal',
] as const;
export type StructureKind = (typeof structureKinds)[number];

/** A structure that was used at least once, with a place to hear it. */
export interface Structure {
  kind: StructureKind;
  text: string;
  startMs: number;
  endMs: number;
}

/** How many words of a structure begin at a place; 0 where none does. */
type Finder = (words: Reading, at: number) => number;

const subject = /^(?:i|you|he|she|it|we|they)$/;
const have = /^(?:have|has|i've|you've|we've|they've|haven't|hasn't)$/;
const be =
  /^(?:am|is|are|was|were|i'm|you're|we're|they're|he's|she's|it's|wasn't|weren't|isn't|aren't|been|being|be)$/;
const adverb = /^(?:not|never|already|just|always|also|ever|still|really)$/;

/** The place behind an adverb, where one stands there. */
const past = (words: Reading, at: number): number => (adverb.test(words.form(at)) ? at + 1 : at);

const isParticiple = (form: string): boolean => verbByParticiple.has(form) || form === 'been';
/** Forms that are a past and nothing else. */
const isPast = (form: string): boolean =>
  (verbByPast.has(form) && !verbByBase.has(form)) || /^(?:was|were|wasn't|weren't)$/.test(form);
const isClause = (words: Reading, at: number): boolean =>
  subject.test(words.form(at)) ||
  /^(?:there|the|a|my|your|his|her|our|their|this|people)$/.test(words.form(at));

function perfect(words: Reading, at: number, helper: RegExp): number {
  // "Would have gone" and "to have gone" are not told as tenses.
  if (!helper.test(words.form(at)) || modals.has(words.form(at - 1)) || words.form(at - 1) === 'to') return 0;
  const verb = past(words, at + 1);
  // "Have got" and "had left" as a noun's own ("the money I had left") say nothing of tenses.
  return isParticiple(words.form(verb)) && !/^(?:got|left|read|set)$/.test(words.form(verb))
    ? verb + 1 - at
    : 0;
}

const finders: Record<StructureKind, Finder> = {
  past: (words, at) =>
    subject.test(words.form(at)) && isPast(words.form(past(words, at + 1)))
      ? past(words, at + 1) + 1 - at
      : 0,
  continuous: (words, at) => {
    if (!be.test(words.form(at)) || /^(?:be|been|being)$/.test(words.form(at))) return 0;
    const verb = past(words, at + 1);
    return verbByIng.has(words.form(verb)) && !(words.form(verb) === 'going' && words.form(verb + 1) === 'to')
      ? verb + 1 - at
      : 0;
  },
  future: (words, at) => {
    const isWill = /^(?:will|won't)$/.test(words.form(at)) && subject.test(words.form(at - 1));
    const isShort = /^(?:i|you|he|she|it|we|they)'ll$/.test(words.form(at));
    const verb = past(words, at + 1);
    if ((isWill || isShort) && (verbByBase.has(words.form(verb)) || words.form(verb) === 'be'))
      return verb + 1 - at;
    const isGoing = be.test(words.form(at)) && words.form(at + 1) === 'going' && words.form(at + 2) === 'to';
    return isGoing && (verbByBase.has(words.form(at + 3)) || words.form(at + 3) === 'be') ? 4 : 0;
  },
  comparison: (words, at) => {
    const form = words.form(at);
    if (comparatives.has(form) && words.form(at + 1) === 'than') return 2;
    if (form === 'more' && words.pos(at + 1) === 'ADJ' && words.form(at + 2) === 'than') return 3;
    return form === 'the' && superlatives.has(words.form(at + 1)) ? 2 : 0;
  },
  because: (words, at) =>
    words.form(at) === 'because' && isClause(words, at + 1) && words.form(at + 1) !== 'of' ? 3 : 0,
  when: (words, at) =>
    /^(?:when|while|until|before|after)$/.test(words.form(at)) &&
    subject.test(words.form(at + 1)) &&
    hasVerb(words, at + 2)
      ? 3
      : 0,
  if: (words, at) =>
    words.form(at) === 'if' &&
    subject.test(words.form(at + 1)) &&
    hasVerb(words, at + 2) &&
    !/^(?:know|wonder|ask|asked|see|sure)$/.test(words.form(at - 1))
      ? 3
      : 0,
  relative: (words, at) => {
    if (!/^(?:who|which)$/.test(words.form(at)) || words.pos(at - 1) !== 'NOUN') return 0;
    const next = words.form(at + 1);
    return hasVerb(words, at + 1) || (subject.test(next) && hasVerb(words, at + 2)) ? 2 : 0;
  },
  presentPerfect: (words, at) => perfect(words, at, have),
  indirectQuestion: (words, at) => {
    if (!/^(?:what|how|why|where|whether|if|who)$/.test(words.form(at)) || !subject.test(words.form(at + 1)))
      return 0;
    const before = words.form(at - 1);
    return /^(?:know|knew|understand|understood|explain|explained|wonder|remember|asked|tell|see|me|him|them|sure)$/.test(
      before,
    ) && hasVerb(words, at + 2)
      ? 3
      : 0;
  },
  although: (words, at) =>
    /^(?:although|though|unless|whereas)$/.test(words.form(at)) && isClause(words, at + 1) ? 2 : 0,
  passive: (words, at) => {
    if (!be.test(words.form(at)) || /'s$/.test(words.form(at))) return 0;
    const verb = past(words, at + 1);
    const form = words.form(verb);
    if (!verbByParticiple.has(form) || verbByBase.has(form)) return 0;
    // States rather than events: "I was married", "he is gone".
    return /^(?:been|gone|done|married|worried|got|graduated|agreed|finished|interested|closed|used|died|come|left|lived|stopped|prepared|organized|organised|lost|known)$/.test(
      form,
    )
      ? 0
      : verb + 1 - at;
  },
  pastPerfect: (words, at) => (subject.test(words.form(at - 1)) ? perfect(words, at, /^(?:had|hadn't)$/) : 0),
  unreal: (words, at) => {
    if (
      /^(?:would|could|should|might)$/.test(words.form(at)) &&
      words.form(at + 1) === 'have' &&
      isParticiple(words.form(at + 2))
    )
      return 3;
    return words.form(at) === 'if' && subject.test(words.form(at + 1)) ? unrealIf(words, at) : 0;
  },
};

/** "If I had time, I would …" is cut at its comma: the part with the past must hold "would" itself. */
function unrealIf(words: Reading, at: number): number {
  if (!isPast(words.form(at + 2)) && words.form(at + 2) !== 'had') return 0;
  for (let ahead = at + 3; ahead < Math.min(words.length, at + 12); ahead += 1) {
    if (/^(?:would|wouldn't|could)$/.test(words.form(ahead)) && subject.test(words.form(ahead - 1)))
      return ahead + 1 - at;
  }
  return 0;
}

function hasVerb(words: Reading, at: number): boolean {
  const verb = words.form(past(words, at));
  return (
    verbByBase.has(verb) ||
    isPast(verb) ||
    be.test(verb) ||
    modals.has(verb) ||
    /^(?:have|has|had|do|does|did|don't|didn't|goes|works|lives|wants)$/.test(verb)
  );
}

const WORDS_AROUND = 4;

/**
 * Which structures the candidate used, each with the longest stretch in which it is free of slips. What is not among them may have been
 * used all the same: only what is surely heard, and recognised by its form, is told.
 */
export function structuresOf(
  speech: CandidateSpeech,
  floors: readonly (readonly FloorWord[])[],
): Structure[] {
  const sure = surelyHeard(speech);
  const spoken = speech.floors.flatMap(({ allWords }) => allWords);
  const stretches = stretchesOf(speech, floors)
    .filter((stretch) => stretch.words.length >= 4 && slipsIn(stretch).length === 0)
    .toSorted((a, b) => b.words.length - a.words.length)
    .map((stretch) => ({ words: stretch.words, reading: readingOf(stretch) }));
  return structureKinds.flatMap((kind): Structure[] => {
    for (const { words, reading } of stretches) {
      for (let at = 0; at < words.length; at += 1) {
        const length = finders[kind](reading, at);
        if (length === 0 || at + length > words.length) continue;
        const from = spoken.indexOf(words[at]!.of);
        const to = spoken.indexOf(words[at + length - 1]!.of);
        return [{ kind, ...quotation(spoken, from, to, WORDS_AROUND, sure) }];
      }
    }
    return [];
  });
}
