import type { Span } from '../../domain/transcript/types.ts';

/** A word as the decoder's dictionary spells it, with its posterior probability 0–1. */
export interface HeardWord extends Span {
  text: string;
  posterior: number;
}

/**
 * Reads a NIST CTM file: one word a line, `utterance channel start duration word confidence`, times in seconds.
 * Markers of a second pronunciation ("and(2)") go; sentence marks, silence and noise (`<sil>`, `[NOISE]`,
 * `++UM++`) are no words and are left out.
 *
 * @throws Error on a line that is not CTM: silently lost words would look like silence
 */
export function parseCtm(ctm: string): HeardWord[] {
  return ctm.split('\n').flatMap((line) => {
    if (line.trim() === '') return [];
    const [, , start, duration, spelling, confidence] = line.trim().split(/\s+/);
    const startMs = Math.round(Number(start) * 1000);
    const endMs = startMs + Math.round(Number(duration) * 1000);
    // A lattice's posterior may come out a rounding error above 1.
    const posterior = Math.min(1, Math.max(0, Number(confidence)));
    if (spelling === undefined || !Number.isFinite(startMs + endMs + posterior)) {
      throw new Error(`Not a line of a CTM file: "${line}"`);
    }
    if (/^(<.*>|\[.*\]|\+\+.*\+\+)$/.test(spelling)) return [];
    return [{ text: spelling.replace(/\(\d+\)$/, ''), startMs, endMs, posterior }];
  });
}
