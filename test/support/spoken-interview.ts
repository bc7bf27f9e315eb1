import type { SpokenWord, Turn } from '#server/domain/transcript/types.ts';

/**
 * An interview written down: one line per turn, "Q" for the interviewer and "A" for the candidate.
 * `[600]` is a pause of 600 ms, "uh" and "um" are fillers, "~word" is unsupported, "^word" is overlapped.
 */
export interface Spoken {
  words: SpokenWord[];
  turns: Turn[];
  candidate: string;
}

export interface Speaking {
  /** Milliseconds per letter. */
  letterMs?: number;
  gapMs?: number;
  confidence?: number;
  /** GOP of a phone, by its running number. */
  gop?: (phone: number) => number;
  labels?: { candidate: string; interviewer: string };
}

const phoneNames = ['k', 'ae', 't', 's', 'iy', 'n', 'ow', 'd', 'ih', 'l'];

export function spoken(
  lines: readonly string[],
  {
    letterMs = 60,
    gapMs = 30,
    confidence = 0.95,
    gop = (phone) => -((phone * 7) % 10) / 10,
    labels = { candidate: 'S2', interviewer: 'S1' },
  }: Speaking = {},
): Spoken {
  const words: SpokenWord[] = [];
  const turns: Turn[] = [];
  let nowMs = 1000;
  let phones = 0;
  for (const line of lines) {
    const candidate = line.startsWith('A');
    const speaker = candidate ? labels.candidate : labels.interviewer;
    nowMs += 400;
    const startMs = nowMs;
    for (const part of line.slice(2).trim().split(/\s+/)) {
      const pause = /^\[(\d+)\]$/.exec(part);
      if (pause) {
        nowMs += Number(pause[1]);
        continue;
      }
      const text = part.replace(/^[~^]/, '');
      const letters = Math.max(2, text.length);
      const from = nowMs;
      words.push({
        text,
        startMs: from,
        endMs: from + letters * letterMs,
        confidence: part.startsWith('~') ? 0.1 : confidence,
        speaker,
        overlap: part.startsWith('^'),
        ...(part.startsWith('~') ? { unsupported: true } : {}),
        ...(/^(uh|um)$/.test(text) ? { filler: true } : {}),
        entropy: 0.8,
        phones: Array.from({ length: letters }, (_, index) => {
          phones += 1;
          const value = gop(phones);
          // Long and short by turns, as sounds are; a word of even length keeps its duration.
          const lean = letters % 2 === 0 || index < letters - 1 ? (index % 2 === 0 ? 0 : 0.35) : 0;
          const leanNext =
            index + 1 < letters && (index + 1) % 2 === 1 && (letters % 2 === 0 || index + 1 < letters - 1)
              ? 0.35
              : 0;
          return {
            phone: phoneNames[phones % phoneNames.length]!,
            startMs: Math.round(from + (index + lean) * letterMs),
            endMs: Math.round(from + (index + 1 + leanNext) * letterMs),
            gop: value,
            logPosterior: value - 0.5,
          };
        }),
      });
      nowMs += letters * letterMs + gapMs;
    }
    turns.push({ speaker, startMs, endMs: nowMs - gapMs, overlap: false });
  }
  return { words, turns, candidate: labels.candidate };
}

/** Repeatable numbers in [0, 1) for property tests. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
