import { isHesitation } from '../../../domain/transcript/hesitations.ts';
import type { Span, Word } from '../../../domain/transcript/types.ts';
import type { Attention } from './attention.ts';
import { attentionTimes } from './attention-times.ts';
import type { Loudness } from './loudness.ts';
import { confidenceOf, type TokenKinds, type TokenWord, wordsOf } from './token-words.ts';

/** Between one timestamp and the next. */
const timestampMs = 20;
/** Attention is on the sound of a word to about so much. */
const attentionSlackMs = 300;
/** Times by interpolation are right to about so much: only silence all around tells against a word. */
const interpolationSlackMs = 1000;

/** What was written for a window: tokens without the prompt and the end. */
export interface WrittenTokens {
  tokens: readonly number[];
  /** Of each token, natural. */
  logProbabilities: readonly number[];
  attention: Attention | null;
}

export interface WindowSound {
  durationMs: number;
  loudness: Loudness;
}

/**
 * The words of a window on its own clock, each with its time, its probability, and whether anything in the sound speaks for it: a
 * word is `unsupported` when nothing is loud where it should be, or when attention is not there more than by chance.
 */
export function windowWords(
  hypothesis: WrittenTokens,
  sound: WindowSound,
  { tokenizer, language }: { tokenizer: TokenKinds; language: string },
): Word[] {
  const words = wordsOf(hypothesis.tokens, tokenizer, language);
  if (words.length === 0) return [];
  const { attention } = hypothesis;
  const places = attention
    ? placesByAttention(words, hypothesis.tokens, attention, sound, tokenizer.special)
    : spansByInterpolation(words, hypothesis.tokens, sound.durationMs, tokenizer.special).map((given) => {
        const span = withinSound(given, sound.durationMs);
        const around = {
          startMs: span.startMs - interpolationSlackMs,
          endMs: span.endMs + interpolationSlackMs,
        };
        return { span, heard: sound.loudness.isHeard(around) };
      });
  return words.map((word, i) => {
    const { span, heard } = places[i]!;
    const filler = isHesitation(word.text, language);
    return {
      text: word.text,
      ...span,
      confidence: confidenceOf(word, hypothesis.logProbabilities),
      ...(filler && { filler: true }),
      ...(!heard && !filler && { unsupported: true }),
    };
  });
}

interface Place {
  span: Span;
  /** Something in the sound speaks for the word. */
  heard: boolean;
}

/** Whole milliseconds inside of the window, one at least. */
function withinSound({ startMs, endMs }: Span, durationMs: number): Span {
  const start = Math.round(Math.min(Math.max(0, startMs), durationMs - 1));
  return { startMs: start, endMs: Math.round(Math.min(Math.max(start + 1, endMs), durationMs)) };
}

/**
 * Dynamic time warping says in which order tokens follow each other, but not where in a pause one ends and the next begins: that is
 * read off the sound around the place each word attends to most.
 */
function placesByAttention(
  words: readonly TokenWord[],
  tokens: readonly number[],
  attention: Attention,
  { durationMs, loudness }: WindowSound,
  special: TokenKinds['special'],
): Place[] {
  const places = spansByAttention(words, tokens, attention, special).map((given, i): Place => {
    const word = words[i]!;
    const span = withinSound(given, durationMs);
    const [from, to] = [peakMs(attention, word.from), peakMs(attention, word.spokenEnd - 1)];
    const clamped = (ms: number) => Math.min(Math.max(ms, span.startMs), span.endMs - 1);
    const startMs = Math.min(clamped(from), clamped(to));
    const middle = { startMs, endMs: Math.max(clamped(from), clamped(to)) + 1 };
    const heard = loudness.soundAround(middle, span);
    return { span: heard ?? span, heard: heard !== null && isAttended(word, span, attention) };
  });
  for (const [i, place] of places.entries()) {
    if (!place.heard) continue;
    const startMs = places[i - 1]?.span.endMs ?? 0;
    const endMs = places[i + 1]?.span.startMs ?? durationMs;
    if (startMs <= place.span.startMs && place.span.endMs <= endMs) {
      place.span = loudness.grown(place.span, { startMs, endMs });
    }
  }
  return places;
}

/** Where a token's attention is greatest, ms. */
function peakMs({ rows, promptRows, heads, frames, positionMs }: Attention, token: number): number {
  const row = rows[promptRows + token];
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let frame = 0; row && frame < frames; frame++) {
    let sum = 0;
    for (let head = 0; head < heads; head++) sum += row[head * frames + frame]!;
    if (sum > most) [best, most] = [frame, sum];
  }
  return (best + 0.5) * positionMs;
}

function spansByAttention(
  words: readonly TokenWord[],
  tokens: readonly number[],
  { rows, promptRows, heads, frames, positionMs }: Attention,
  { endOfText }: TokenKinds['special'],
): Span[] {
  // Timestamps look anywhere; the row behind the last token is where the end was looked for.
  const text = [...tokens.keys()].filter((at) => tokens[at]! < endOfText);
  const place = new Map(text.map((at, order) => [at, order]));
  const end = rows[promptRows + tokens.length];
  const used = [
    ...rows.slice(0, promptRows),
    ...text.map((at) => rows[promptRows + at]!),
    ...(end ? [end] : []),
  ];
  const first = attentionTimes(used, { heads, frames, skip: promptRows });
  const beginOf = (order: number) => (first[order] ?? frames) * positionMs;
  return words.map((word) => ({
    startMs: beginOf(place.get(word.from)!),
    endMs: beginOf(place.get(word.spokenEnd - 1)! + 1),
  }));
}

/** More attention on the span than if it were spread evenly over the encoder's positions. */
function isAttended(word: TokenWord, { startMs, endMs }: Span, attention: Attention): boolean {
  const { positionMs } = attention;
  const from = Math.max(0, Math.floor((startMs - attentionSlackMs) / positionMs));
  const end = Math.min(attention.frames, Math.ceil((endMs + attentionSlackMs) / positionMs));
  let inside = 0;
  let count = 0;
  for (let at = word.from; at < word.spokenEnd; at++) {
    const row = attention.rows[attention.promptRows + at];
    if (!row) continue;
    for (let head = 0; head < attention.heads; head++) {
      count++;
      for (let frame = from; frame < end; frame++) inside += row[head * attention.frames + frame]!;
    }
  }
  return count === 0 || inside / count >= (end - from) / attention.positions;
}

/** Words take time by their letters, within their phrase where timestamps tell its bounds. */
function spansByInterpolation(
  words: readonly TokenWord[],
  tokens: readonly number[],
  durationMs: number,
  { endOfText, timestampBegin }: TokenKinds['special'],
): Span[] {
  const timeAt = (at: number) => {
    const token = tokens[at];
    return token !== undefined && token >= timestampBegin
      ? (token - timestampBegin) * timestampMs
      : undefined;
  };
  const spans: Span[] = [];
  for (let first = 0; first < words.length; ) {
    let at = words[first]!.from;
    while (at < tokens.length && tokens[at]! < endOfText) at++;
    let end = first;
    while (end < words.length && words[end]!.from < at) end++;
    const startMs = timeAt(words[first]!.from - 1) ?? spans.at(-1)?.endMs ?? 0;
    const endMs = Math.max(timeAt(at) ?? durationMs, startMs);
    const phrase = words.slice(first, end);
    // A syllable takes about three letters, and every word a little beside them.
    const weights = phrase.map(({ text }) => text.length + 2);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    let done = 0;
    for (const weight of weights) {
      const from = startMs + ((endMs - startMs) * done) / total;
      done += weight;
      spans.push({ startMs: from, endMs: startMs + ((endMs - startMs) * done) / total });
    }
    first = end;
  }
  return spans;
}
