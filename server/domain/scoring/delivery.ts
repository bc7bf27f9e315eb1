import {
  type ConnectiveKind,
  connectives,
  contraction,
  discourseMarkers,
  kindOfConnective,
} from '../languages/en/speech.ts';
import { clock } from '../transcript/clock.ts';
import type { Turn } from '../transcript/types.ts';
import { type CandidateSpeech, overlapMs } from './candidate-speech.ts';
import { filledPauses, findRepairs, per100Words } from './repair.ts';
import { type RepeatedPassage, repeatedPassages } from './repeated-passages.ts';
import { plainForm } from './text.ts';

/** How something was said, beside the scores. Nothing of it is scored: it was not compared with experts' ratings. */
export interface Delivery {
  /** The candidate's part of all speakers' speaking time, 0–1; null without turns. */
  talkShare: number | null;
  /** Minute by minute, where the candidate speaks for a good part of it; `pausedShare` is null where words have no times of their own. */
  pace: { startMs: number; endMs: number; wordsPerMinute: number; pausedShare: number | null }[];
  /** Most often first. */
  fillers: Counted[];
  /** Null where the language has no list. */
  connectives: { per100Words: number; words: CountedConnective[] } | null;
  /** What people who talk freely have many of and readers few, in 100 words. */
  freeTalk: {
    fillers: number;
    repairs: number;
    contractions: number | null;
    discourseMarkers: number | null;
  };
  repeatedPassages: RepeatedPassage[];
  /** What a reader of the scores should know of it, in neutral sentences. */
  notes: string[];
}

export interface Counted {
  text: string;
  count: number;
}

/** `kind` is absent in what earlier versions stored. */
export interface CountedConnective extends Counted {
  kind?: ConnectiveKind;
}

const PACE_MS = 60_000;
/** In less floor time of a minute its pace is chance. */
const MIN_FLOOR_MS = 15_000;

/** @param turns of all speakers */
export function deliveryOf(
  speech: CandidateSpeech,
  turns: readonly Turn[],
  speaker: string,
  language: string,
): Delivery {
  const forms = speech.words.map(({ text }) => plainForm(text));
  const wordCount = forms.length;
  const isEnglish = language === 'en';
  const passages = repeatedPassages(speech);
  const joints = countedPhrases(forms, connectives);
  const markers = countedPhrases(forms, discourseMarkers);
  return {
    talkShare: talkShare(turns, speaker),
    pace: paceOf(speech),
    fillers: counted(filledPauses(speech).map(({ text }) => plainForm(text))),
    connectives: isEnglish
      ? {
          per100Words: rounded(per100Words(total(joints), wordCount)),
          words: joints.map((joint) => ({ ...joint, kind: kindOfConnective.get(joint.text)! })),
        }
      : null,
    freeTalk: {
      fillers: rounded(per100Words(filledPauses(speech).length, wordCount)),
      repairs: rounded(per100Words(findRepairs(speech).length, wordCount)),
      contractions: isEnglish
        ? rounded(per100Words(forms.filter((form) => contraction.test(form)).length, wordCount))
        : null,
      discourseMarkers: isEnglish ? rounded(per100Words(total(markers), wordCount)) : null,
    },
    repeatedPassages: passages,
    notes: passages.length > 0 ? [repetitionNote(passages, wordCount)] : [],
  };
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
const total = (list: readonly Counted[]): number => list.reduce((sum, { count }) => sum + count, 0);

function talkShare(turns: readonly Turn[], speaker: string): number | null {
  const lasting = (list: readonly Turn[]) =>
    list.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const all = lasting(turns);
  return all > 0 ? rounded(lasting(turns.filter((turn) => turn.speaker === speaker)) / all) : null;
}

function paceOf({ floors, clock: timing }: CandidateSpeech): Delivery['pace'] {
  const endMs = floors.at(-1)?.endMs ?? 0;
  const pauses = floors.flatMap((floor) => floor.pauses);
  // Doubtful words take their time, too.
  const words = floors.flatMap(({ allWords }) => allWords.filter(({ filler }) => !filler));
  return Array.from({ length: Math.ceil(endMs / PACE_MS) }, (_, minute) => {
    const span = { startMs: minute * PACE_MS, endMs: (minute + 1) * PACE_MS };
    const floorMs = overlapMs(span, floors);
    const said = words.filter(({ startMs }) => startMs >= span.startMs && startMs < span.endMs).length;
    return { span, floorMs, said };
  })
    .filter(({ floorMs }) => floorMs >= MIN_FLOOR_MS)
    .map(({ span, floorMs, said }) => ({
      ...span,
      wordsPerMinute: Math.round((said * 60_000) / floorMs),
      pausedShare: timing === 'words' ? rounded(overlapMs(span, pauses) / floorMs) : null,
    }));
}

function counted(texts: readonly string[]): Counted[] {
  return [...Map.groupBy(texts, (text) => text)]
    .map(([text, list]) => ({ text, count: list.length }))
    .toSorted((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1));
}

/** A longer phrase takes its words with it: "that is why" is no other phrase. */
function countedPhrases(forms: readonly string[], phrases: readonly string[]): Counted[] {
  const parted = phrases.map((text) => text.split(' ')).toSorted((a, b) => b.length - a.length);
  const found: string[] = [];
  for (let at = 0; at < forms.length; ) {
    const phrase = parted.find((parts) => parts.every((part, offset) => forms[at + offset] === part));
    if (phrase) found.push(phrase.join(' '));
    at += phrase?.length ?? 1;
  }
  return counted(found);
}

function repetitionNote(passages: readonly RepeatedPassage[], wordCount: number): string {
  const longest = passages.reduce((most, one) => (one.wordCount > most.wordCount ? one : most));
  const again = passages.reduce((sum, one) => sum + one.wordCount, 0);
  const share = Math.round((100 * again) / Math.max(1, wordCount));
  return (
    `About ${again} of ${wordCount} words (${share} %) are said a second time almost word for word: what is said at ${clock(longest.firstMs)} comes again at ${clock(longest.startMs)} ("${longest.text} …"). ` +
    'Text that is read or learned by heart is like that, and so is an answer that was asked for twice; listen before you take the scores for free talk.'
  );
}
