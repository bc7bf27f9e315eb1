import { joinWords, wordsIn } from '../transcript/join-words.ts';
import { endsSentence, isPunctuated } from '../transcript/sentences.ts';
import type { Span } from '../transcript/types.ts';
import type { TranscriptTurn } from './final-turns.ts';

export interface TurnWord extends Span {
  text: string;
  confidence: number;
}

export interface TurnSentence extends Span {
  text: string;
}

type SpokenTurn = Pick<TranscriptTurn, 'text' | 'startMs' | 'endMs'> & {
  words?: readonly (Span & { text: string; confidence?: number })[];
};

/** Where a turn has no words of its own, its text is spread over its time by length, so that one can follow it. */
export function wordsOfTurn({ text, startMs, endMs, words }: SpokenTurn): TurnWord[] {
  if (words) return words.map(({ confidence = 1, ...word }) => ({ ...word, confidence }));
  const spread = wordsIn(text);
  const length = spread.reduce((sum, word) => sum + word.length, 0);
  let before = 0;
  return spread.map((word) => {
    const at = (chars: number) => Math.round(startMs + ((endMs - startMs) * chars) / length);
    const place = { startMs: at(before), endMs: at(before + word.length) };
    before += word.length;
    return { text: word, ...place, confidence: 1 };
  });
}

/** Where a recogniser marks no sentences, a breath parts them. */
const breathMs = 600;
const mostWords = 60;

/** A turn's sentences with their times on the recording's clock. */
export function sentencesOfTurn(turn: SpokenTurn): TurnSentence[] {
  const words = wordsOfTurn(turn);
  const isMarked = isPunctuated(words);
  const sentences: TurnWord[][] = [];
  for (const [at, word] of words.entries()) {
    const before = words[at - 1];
    const last = sentences.at(-1);
    const isNext =
      !before ||
      !last ||
      last.length >= mostWords ||
      (isMarked ? endsSentence(before.text) : word.startMs - before.endMs >= breathMs);
    if (isNext) sentences.push([word]);
    else last.push(word);
  }
  return sentences.map((own) => ({
    text: joinWords(own.map(({ text }) => text)),
    startMs: own[0]!.startMs,
    endMs: own.at(-1)!.endMs,
  }));
}
