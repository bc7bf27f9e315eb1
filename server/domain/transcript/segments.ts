import { joinWords } from './join-words.ts';
import { endsSentence, isPunctuated } from './sentences.ts';
import type { SpokenWord, Turn } from './types.ts';

export interface TranscriptWord {
  text: string;
  startMs: number;
  endMs: number;
  confidence: number;
  filler?: true;
  /** Below the recogniser's threshold: perhaps another word, and never scored. */
  uncertain?: true;
}

export interface TranscriptSegment {
  id: string;
  speaker: string;
  startMs: number;
  endMs: number;
  /** "[…]" where a speaker was heard and no word understood. */
  text: string;
  /** Mean of the words' confidences, weighted by their length; 0 without words. */
  confidence: number;
  /** Another person spoke at the same time. */
  overlap: boolean;
  words: TranscriptWord[];
}

export interface TranscriptSpeaker {
  id: string;
  label: string;
  role: 'candidate' | 'interviewer' | 'other';
  speakingMs: number;
  wordCount: number;
  turnCount: number;
}

export interface Transcript {
  segments: TranscriptSegment[];
  speakers: TranscriptSpeaker[];
  candidateText: string | null;
  candidateSpeaker: string | null;
}

/** A pause this long within a turn begins a new segment. */
const SPLIT_PAUSE_MS = 1000;
/** The same inside a sentence, where the recogniser marks them. */
const SENTENCE_PAUSE_MS = 2000;
/** No segment is longer: it ends with its last whole sentence, else between two words. */
const LONG_SEGMENT_MS = 30_000;
/** So far a segment lasts around its words while its speaker is heard: more is a turn that was not measured. */
const MOST_LEFT_OUT_MS = 3000;
/** Shorter sounds of a voice without a word are breaths and clicks. */
const MIN_UNHEARD_MS = 300;
const NOT_UNDERSTOOD = '[…]';

type Segment = Omit<TranscriptSegment, 'id'>;

/**
 * Groups the words of a conversation for reading: by speaker, at long pauses, at sentence ends, and about every half minute. A turn without
 * a word is a segment, too: readers should know that this speaker spoke there.
 */
export function buildTranscript({
  words,
  turns,
  candidate,
}: {
  /** In time order. */
  words: readonly SpokenWord[];
  turns: readonly Turn[];
  candidate: { speaker: string; speakerLabel: string } | null;
}): Transcript {
  const inTime = [...groupWords(words).map(segment), ...notUnderstood(words, turns).map(unheard)].toSorted(
    (a, b) => a.startMs - b.startMs,
  );
  const segments = lastingAsHeard(inTime, turns).map((one, index) => ({ id: `seg_${index + 1}`, ...one }));
  const speaker = candidate?.speaker ?? null;
  return {
    segments,
    speakers: describeSpeakers(words, turns, candidate),
    candidateText:
      speaker === null
        ? null
        : segments
            .filter((one) => one.speaker === speaker && one.words.length > 0)
            .map(({ text }) => text)
            .join('\n'),
    candidateSpeaker: speaker,
  };
}

function groupWords(words: readonly SpokenWord[]): SpokenWord[][] {
  const punctuated = isPunctuated(words);
  const groups: SpokenWord[][] = [];
  for (const word of words) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const inSentence = punctuated && last !== undefined && !endsSentence(last.text);
    const pauseMs = inSentence ? SENTENCE_PAUSE_MS : SPLIT_PAUSE_MS;
    const continues = group && last?.speaker === word.speaker && word.startMs - last.endMs <= pauseMs;
    if (!continues) groups.push([word]);
    else if (word.endMs - group[0]!.startMs <= LONG_SEGMENT_MS) group.push(word);
    else groups.push([...group.splice(wholeSentences(group)), word]);
  }
  return groups;
}

/** How many words of a group are whole sentences; all of them where that would be less than half. */
function wholeSentences(group: readonly SpokenWord[]): number {
  const count = group.findLastIndex(({ text }) => endsSentence(text)) + 1;
  return 2 * count >= group.length ? count : group.length;
}

/** Turns without a word of their speaker: they spoke and were not understood. */
const notUnderstood = (words: readonly SpokenWord[], turns: readonly Turn[]): Turn[] =>
  turns.filter(
    (turn) =>
      turn.endMs - turn.startMs >= MIN_UNHEARD_MS &&
      !words.some((word) => {
        const middleMs = (word.startMs + word.endMs) / 2;
        return middleMs >= turn.startMs && middleMs < turn.endMs;
      }),
  );

/**
 * Segments last as long as their speaker is heard around the words, up to the segments before and after: a recogniser leaves out what it
 * does not understand, and words alone would leave that time without a speaker.
 */
function lastingAsHeard(segments: readonly Segment[], turns: readonly Turn[]): Segment[] {
  let beforeMs = 0;
  return segments.map((one, i) => {
    const around = turns.filter(
      (turn) => turn.speaker === one.speaker && turn.startMs < one.endMs && turn.endMs > one.startMs,
    );
    const heardFromMs = Math.min(one.startMs, ...around.map(({ startMs }) => startMs));
    const heardToMs = Math.max(one.endMs, ...around.map(({ endMs }) => endMs));
    const nextMs = segments[i + 1]?.startMs ?? heardToMs;
    const startMs = Math.min(one.startMs, Math.max(heardFromMs, beforeMs, one.startMs - MOST_LEFT_OUT_MS));
    const endMs = Math.max(one.endMs, Math.min(heardToMs, nextMs, one.endMs + MOST_LEFT_OUT_MS));
    beforeMs = endMs;
    return { ...one, startMs, endMs };
  });
}

function segment(words: readonly SpokenWord[]): Segment {
  const lengthMs = words.reduce((sum, { startMs, endMs }) => sum + Math.max(1, endMs - startMs), 0);
  const confidence =
    words.reduce((sum, word) => sum + word.confidence * Math.max(1, word.endMs - word.startMs), 0) / lengthMs;
  return {
    speaker: words[0]!.speaker,
    startMs: words[0]!.startMs,
    endMs: Math.max(...words.map(({ endMs }) => endMs)),
    text: joinWords(words.map(({ text, unsupported }) => (unsupported ? `[${text}?]` : text))),
    confidence: round(confidence),
    overlap: words.some(({ overlap }) => overlap),
    words: words.map((word) => ({
      text: word.text,
      startMs: word.startMs,
      endMs: word.endMs,
      confidence: round(word.confidence),
      ...(word.filler ? { filler: true as const } : {}),
      ...(word.unsupported ? { uncertain: true as const } : {}),
    })),
  };
}

const unheard = ({ speaker, startMs, endMs, overlap }: Turn): Segment => ({
  speaker,
  startMs,
  endMs,
  text: NOT_UNDERSTOOD,
  confidence: 0,
  overlap,
  words: [],
});

const round = (share: number): number => Math.round(share * 1000) / 1000;

function describeSpeakers(
  words: readonly SpokenWord[],
  turns: readonly Turn[],
  candidate: { speaker: string; speakerLabel: string } | null,
): TranscriptSpeaker[] {
  const ids = [
    ...new Set([...turns.map(({ speaker }) => speaker), ...words.map(({ speaker }) => speaker)]),
  ].sort();
  const speakers = ids.map((id) => {
    const own = turns.filter(({ speaker }) => speaker === id);
    return {
      id,
      speakingMs: own.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0),
      wordCount: words.filter(({ speaker, filler }) => speaker === id && !filler).length,
      turnCount: own.length,
    };
  });
  const others = speakers.filter(({ id }) => id !== candidate?.speaker);
  // Who asks is not known here; of the others, the one who speaks most leads the interview.
  const lead = candidate && others.toSorted((a, b) => b.speakingMs - a.speakingMs)[0];
  return speakers.map((speaker) => {
    const role =
      speaker.id === candidate?.speaker ? 'candidate' : speaker.id === lead?.id ? 'interviewer' : 'other';
    // The names that the reason for the candidate uses, too.
    const label = role === 'candidate' ? candidate!.speakerLabel : `Speaker ${speaker.id.replace(/^S/, '')}`;
    return { ...speaker, label, role } satisfies TranscriptSpeaker;
  });
}
