import type { Span, SpokenWord, Turn } from '../transcript/types.ts';
import { plainForm } from './text.ts';

/**
 * What one speaker said, ready to be measured. All times are on the original recording's clock, so the silence
 * cut that speeds up recognition never shortens a pause.
 */
export interface CandidateSpeech {
  /** Stretches in which the candidate holds the floor, in time order. */
  floors: Floor[];
  /** Scored words of all floors: supported, not overlapped, no fillers. */
  words: SpokenWord[];
  /** Time of the floors, pauses included, without unrecognised speech and the share of words that do not count. */
  floorMs: number;
  /** Time of the floors without silent pauses. */
  speechMs: number;
  /** Share of the candidate's words (fillers apart) that count; 1 where there are none. */
  supportedShare: number;
  /** Expected word error rate, 0–1; absent where it is not known for the recogniser. */
  errorRate?: number;
  /** What is known of its timing: of every word, only where the speaker fell silent for long, or nothing. */
  clock: 'words' | 'silences' | 'none';
}

/** One stretch of floor: no other speaker speaks between its first and last word. */
export interface Floor extends Span {
  /** Everything recognised, fillers and unsupported words included, in time order. */
  allWords: SpokenWord[];
  pauses: Gap[];
  /** From the end of the turn before it to its first word; null without another speaker's turn before it. */
  latencyMs: number | null;
}

/** A silence between two words of a floor. */
export interface Gap extends Span {
  /** Index in `allWords` of the word after the silence. */
  beforeWord: number;
}

/** Shortest silence that is a pause: shorter ones belong to articulation (de Jong & Bosker 2013). */
export const MIN_PAUSE_MS = 250;

/** A gap this long that the voice detector calls speech holds words that the recogniser missed: neither pause nor speech. */
const MIN_UNRECOGNISED_MS = 800;

/** Detectors let speech reach this far into a silence on either side: only what lies between is evidence. */
const DETECTOR_MARGIN_MS = 250;

/** Share of that part that has to be speech. */
const MIN_SPEECH_SHARE = 0.7;

/** A longer silence inside a floor counts as this long: the candidate left the table, which is no hesitation. */
const MAX_PAUSE_MS = 10_000;

/** A word cut off in the middle, as transcribers write it: "wor-". */
export const isFragment = ({ text }: Pick<SpokenWord, 'text'>): boolean => /\p{L}-$/u.test(text);

/** Words that are scored as the candidate's vocabulary. */
export const counts = (word: SpokenWord): boolean =>
  !word.filler && !word.unsupported && !word.overlap && !isFragment(word) && plainForm(word.text) !== '';

const lengthMs = (span: Span): number => Math.max(0, span.endMs - span.startMs);

/** Milliseconds of `span` that lie inside `others` (in order, apart). */
export function overlapMs(span: Span, others: readonly Span[]): number {
  return others.reduce(
    (sum, other) =>
      sum + Math.max(0, Math.min(span.endMs, other.endMs) - Math.max(span.startMs, other.startMs)),
    0,
  );
}

/**
 * The candidate's floors and words.
 *
 * The floor passes to another speaker when their turn lies, for the most part, between two of the candidate's words; a short "mhm" inside a
 * candidate's sentence (under 700 ms) leaves the floor where it was. Only the candidate's own words are read: the interviewer's never
 * enter, whatever the order of speakers.
 *
 * @param speech where the voice detector found speech; empty when unknown
 * @param borders silences at which another person may have begun to speak under the candidate's name: the floor ends there
 */
export function candidateSpeech(
  spokenWords: readonly SpokenWord[],
  turns: readonly Turn[],
  speaker: string,
  speech: readonly Span[],
  borders: readonly Span[] = [],
): CandidateSpeech {
  // In the order recognised: where two words' times disagree with it, the times are wrong and not the sentence.
  const own = spokenWords.filter((word) => word.speaker === speaker);
  const others = turns.filter((turn) => turn.speaker !== speaker && lengthMs(turn) >= MIN_FLOOR_TAKING_MS);
  const floors = splitFloors(own, others, borders).map((words) => measureFloor(words, others, speech));

  let floorMs = 0;
  let speechMs = 0;
  for (const floor of floors) {
    const paused = floor.pauses.reduce((sum, pause) => sum + lengthMs(pause), 0);
    const recognised = recognisedMs(floor, speech);
    const share = supportedShare(floor.allWords);
    floorMs += recognised * share;
    speechMs += Math.max(0, recognised - paused) * share;
  }
  const words = own.filter(counts);
  return {
    floors,
    words,
    floorMs,
    speechMs,
    supportedShare: supportedShare(own),
    clock: 'words',
  };
}

/** Another speaker's turn shorter than this is a listener's signal and does not take the floor. */
const MIN_FLOOR_TAKING_MS = 700;

function splitFloors(
  own: readonly SpokenWord[],
  others: readonly Turn[],
  borders: readonly Span[],
): SpokenWord[][] {
  const floors: SpokenWord[][] = [];
  let previous: SpokenWord | undefined;
  for (const word of own) {
    const gap = previous && { startMs: previous.endMs, endMs: word.startMs };
    const interrupted =
      gap &&
      (others.some((turn) => overlapMs(gap, [turn]) > lengthMs(turn) / 2) || overlapMs(gap, borders) > 0);
    if (!previous || interrupted) floors.push([]);
    floors.at(-1)!.push(word);
    previous = word;
  }
  return floors;
}

function measureFloor(allWords: SpokenWord[], others: readonly Turn[], speech: readonly Span[]): Floor {
  const startMs = allWords[0]!.startMs;
  const pauses: Gap[] = [];
  let reachedMs = allWords[0]!.endMs;
  for (let index = 1; index < allWords.length; index += 1) {
    const word = allWords[index]!;
    const gap = { startMs: reachedMs, endMs: word.startMs };
    if (lengthMs(gap) >= MIN_PAUSE_MS && !holdsSpeech(gap, speech)) {
      pauses.push({
        startMs: gap.startMs,
        endMs: Math.min(gap.endMs, gap.startMs + MAX_PAUSE_MS),
        beforeWord: index,
      });
    }
    reachedMs = Math.max(reachedMs, word.endMs);
  }
  const before = others.filter((turn) => turn.startMs < startMs).at(-1);
  return {
    startMs,
    endMs: reachedMs,
    allWords,
    pauses,
    latencyMs: before ? Math.max(0, startMs - before.endMs) : null,
  };
}

/** True for a long gap between words that is mostly speech: words were missed there. */
function holdsSpeech(gap: Span, speech: readonly Span[]): boolean {
  if (lengthMs(gap) < MIN_UNRECOGNISED_MS) return false;
  const inner = { startMs: gap.startMs + DETECTOR_MARGIN_MS, endMs: gap.endMs - DETECTOR_MARGIN_MS };
  return overlapMs(inner, speech) >= MIN_SPEECH_SHARE * lengthMs(inner);
}

/** Share of words (fillers apart) that count; 1 where there are none. */
function supportedShare(words: readonly SpokenWord[]): number {
  const candidates = words.filter((word) => !word.filler && !isFragment(word) && plainForm(word.text) !== '');
  return candidates.length === 0 ? 1 : candidates.filter(counts).length / candidates.length;
}

/**
 * Time of a floor in which words were recognised: without missed speech, so that a recogniser's failings do not pass
 * for slowness, and without what goes beyond the longest pause counted. Words that do not count take their share of
 * it with them, gaps around them included: they were said at the pace of the others.
 */
function recognisedMs(floor: Floor, speech: readonly Span[]): number {
  let total = lengthMs(floor);
  let reachedMs = floor.startMs;
  for (const word of floor.allWords) {
    const gap = { startMs: reachedMs, endMs: word.startMs };
    if (holdsSpeech(gap, speech)) total -= lengthMs(gap);
    else total -= Math.max(0, lengthMs(gap) - MAX_PAUSE_MS);
    reachedMs = Math.max(reachedMs, word.endMs);
  }
  return Math.max(0, total);
}
