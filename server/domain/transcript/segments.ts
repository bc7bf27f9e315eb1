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
  text: string;
  /** Mean of the words' confidences, weighted by their length. */
  confidence: number;
  /** Somebody else spoke at the same time. */
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

/** Groups the words of a conversation for reading: by speaker, at long pauses, at sentence ends, and about every half minute. */
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
  const segments = groupWords(words).map((group, index) => segment(`seg_${index + 1}`, group));
  const speaker = candidate?.speaker ?? null;
  return {
    segments,
    speakers: describeSpeakers(words, turns, candidate),
    candidateText:
      speaker === null
        ? null
        : segments
            .filter((one) => one.speaker === speaker)
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

function segment(id: string, words: readonly SpokenWord[]): TranscriptSegment {
  const lengthMs = words.reduce((sum, { startMs, endMs }) => sum + Math.max(1, endMs - startMs), 0);
  const confidence =
    words.reduce((sum, word) => sum + word.confidence * Math.max(1, word.endMs - word.startMs), 0) / lengthMs;
  return {
    id,
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
