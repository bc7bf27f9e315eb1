import { joinWords } from '../transcript/join-words.ts';
import type { Span, Word } from '../transcript/types.ts';
import type { Asked } from './asked.ts';

/** One part of the transcript document, times on the recording's clock. */
export interface TranscriptTurn extends Span, Asked {
  speaker: 'candidate' | 'interviewer';
  text: string;
  words?: { text: string; startMs: number; endMs: number; confidence: number }[];
}

/** A pause this long parts two turns of the candidate, also where the interviewer did not speak in between. */
const parts = 4000;

/**
 * The turns of a whole interview: what the interviewer said and what was typed, as they were, and the candidate's words of the last
 * hearing of the recording, parted where the interviewer begins and by long pauses.
 */
export function finalTurns(others: readonly TranscriptTurn[], words: readonly Word[]): TranscriptTurn[] {
  const starts = others.map(({ startMs }) => startMs).sort((a, b) => a - b);
  const turns: (TranscriptTurn & Required<Pick<TranscriptTurn, 'words'>>)[] = [];
  for (const { text, startMs, endMs, confidence } of words) {
    const last = turns.at(-1);
    const word = { text, startMs: Math.round(startMs), endMs: Math.round(endMs), confidence };
    const isApart =
      !last ||
      startMs - last.endMs >= parts ||
      starts.some((start) => start > last.endMs - 200 && start <= startMs && last.endMs <= startMs);
    if (isApart) {
      turns.push({ speaker: 'candidate', startMs: word.startMs, endMs: word.endMs, text, words: [word] });
      continue;
    }
    last.words.push(word);
    last.endMs = Math.max(last.endMs, word.endMs);
  }
  for (const turn of turns) turn.text = joinWords(turn.words.map(({ text }) => text));
  return [...others, ...turns].toSorted((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);
}
