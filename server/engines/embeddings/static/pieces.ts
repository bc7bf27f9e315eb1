import { readFile } from 'node:fs/promises';

/** Pieces write a space as this; a word begins with it. */
const space = '\u2581';
/** `<unk>`, `<s>`, `</s>`; the 256 single bytes follow. */
const firstByte = 3;
export const firstText = firstByte + 256;

export interface Pieces {
  readonly count: number;
  /** Numbers of the pieces that make a word; letters of which there is no piece are spelled as bytes, whose numbers lie below `firstText`. */
  of(word: string): number[];
}

/**
 * Llama's vocabulary as the recogniser has it (models/bundled/moonshine-tokens.md), a piece a line in the order of their numbers.
 * Neighbours are joined in that order, which is the order in which the pieces were learnt: byte-pair encoding (Sennrich et al. 2016)
 * without a list of merges.
 */
export async function readPieces(path: string): Promise<Pieces> {
  const pieces = (await readFile(path, 'utf8')).split('\n').slice(0, -1);
  const numberOf = new Map(pieces.map((piece, number) => [piece, number]));
  const encoder = new TextEncoder();
  return {
    count: pieces.length,
    of(word) {
      const parts = [...`${space}${word}`];
      for (;;) {
        let best = Number.POSITIVE_INFINITY;
        let at = -1;
        for (let i = 0; i + 1 < parts.length; i++) {
          const number = numberOf.get(parts[i]! + parts[i + 1]!);
          if (number !== undefined && number < best) [best, at] = [number, i];
        }
        if (at < 0) break;
        parts.splice(at, 2, parts[at]! + parts[at + 1]!);
      }
      return parts.flatMap((part) => {
        const number = numberOf.get(part);
        return number === undefined ? Array.from(encoder.encode(part), (byte) => firstByte + byte) : [number];
      });
    },
  };
}
