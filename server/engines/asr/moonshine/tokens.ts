import { readFile } from 'node:fs/promises';
import type { TokenKinds } from '../decoding/token-words.ts';
import { type SentenceMarks, sentenceMarksAmong } from './sentence-marks.ts';

/** Decoding begins with this token. */
export const startToken = 1;
/** What was said ends with it. */
export const endToken = 2;

export interface MoonshineTokens extends TokenKinds {
  /** Text of the tokens, special ones left out; bytes that are no character become U+FFFD. */
  decode(tokens: readonly number[]): string;
  /** Tokens of a text that begins a word. */
  encode(text: string): number[];
  marks: SentenceMarks;
}

/** Pieces write a space as this. */
const space = '\u2581';
const byteToken = /^<0x([0-9A-F]{2})>$/;
/** `<unk>`, `<s>`, `</s>`. */
const firstText = 3;

/**
 * The vocabulary: Llama's 32,000 pieces, a line each in the order of their numbers (models/bundled/moonshine-tokens.md).
 * What the networks have beyond them is no text.
 *
 * Pieces are joined in the order of their numbers, which is the order in which they were found: byte-pair encoding without a list of
 * merges. On the 25,000 words of the lexicon it is the same as with that list.
 */
export async function readMoonshineTokens(path: string): Promise<MoonshineTokens> {
  const pieces = (await readFile(path, 'utf8')).split('\n').slice(0, -1);
  const encoder = new TextEncoder();
  const bytes = pieces.map((piece, token): Uint8Array | null => {
    if (token < firstText) return null;
    const byte = byteToken.exec(piece)?.[1];
    return byte ? Uint8Array.of(Number.parseInt(byte, 16)) : encoder.encode(piece.replaceAll(space, ' '));
  });
  const numberOf = new Map(pieces.map((piece, token) => [piece, token]));

  return {
    marks: sentenceMarksAmong(pieces.map((piece) => piece.replaceAll(space, ' '))),
    special: { endOfText: pieces.length, timestampBegin: Number.POSITIVE_INFINITY },
    bytesOf: (token) => bytes[token] ?? null,
    decode: (tokens) =>
      new TextDecoder()
        .decode(Buffer.concat(tokens.map((token) => bytes[token] ?? new Uint8Array())))
        .replace(/^ /, ''),
    encode(text) {
      const parts = [...`${space}${text.trim().replace(/\s+/g, space)}`];
      for (;;) {
        let best = Number.POSITIVE_INFINITY;
        let at = -1;
        for (let i = 0; i + 1 < parts.length; i++) {
          const token = numberOf.get(parts[i]! + parts[i + 1]!);
          if (token !== undefined && token < best) [best, at] = [token, i];
        }
        if (at < 0) break;
        parts.splice(at, 2, parts[at]! + parts[at + 1]!);
      }
      return parts.flatMap((part) => {
        const token = numberOf.get(part);
        if (token !== undefined) return [token];
        return [...encoder.encode(part)].map((byte) => firstText + byte);
      });
    },
  };
}
