import type { Span, Word } from '../../../server/domain/transcript/types.ts';
import type { SaidSentence, TimedWord } from './synthesisers.ts';

export interface TimedRecording {
  samples: Int16Array;
  words: TimedWord[];
}

/** What the aligner is told, and what is true of it. */
export interface ToldWord extends Word {
  /** The word as it was said; undefined where it was not: another word in its place, or one too many. */
  truth: TimedWord | undefined;
}

/** How far off a recogniser's times are, at most. */
const blurMs = 80;
const pauseMs = { least: 150, most: 1300 };

/** Sentences one after the other with pauses between them. */
export function joinSentences(sentences: readonly SaidSentence[], random: () => number): TimedRecording {
  const words: TimedWord[] = [];
  const parts: Int16Array[] = [];
  let length = 0;
  for (const { samples, words: said } of sentences) {
    const offsetMs = length / 16;
    words.push(
      ...said.map(({ text, startMs, endMs }) => ({
        text,
        startMs: offsetMs + startMs,
        endMs: offsetMs + endMs,
      })),
    );
    const pause = new Int16Array(
      16 * Math.round(pauseMs.least + (pauseMs.most - pauseMs.least) * random() ** 2),
    );
    parts.push(samples, pause);
    length += samples.length + pause.length;
  }
  const joined = new Int16Array(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return { samples: joined, words };
}

/** Adds pink-like noise (white through one pole at about 500 Hz). */
export function withNoise(samples: Int16Array, snrDb: number, random: () => number): Int16Array {
  let energy = 0;
  let loud = 1;
  for (const sample of samples) {
    if (Math.abs(sample) < 50) continue;
    energy += sample * sample;
    loud++;
  }
  let [state, noiseEnergy] = [0, 0];
  const noise = Float32Array.from(samples, () => {
    const white = random() + random() - 1;
    state = 0.82 * state + white;
    const value = state + 0.3 * white;
    noiseEnergy += value * value;
    return value;
  });
  const gain = Math.sqrt(energy / loud / (noiseEnergy / samples.length)) * 10 ** (-snrDb / 20);
  return samples.map((sample, n) => Math.max(-32_768, Math.min(32_767, sample + gain * noise[n]!)));
}

/** The right words, at times as a recogniser would give them. */
export function tellAll(words: readonly TimedWord[], random: () => number): ToldWord[] {
  return words.map((truth) => told(truth.text, truth, truth, random));
}

/**
 * One word in ten is wrong: another in its place, missing, or followed by one too many, each as often.
 *
 * @param vocabulary where wrong words come from
 */
export function tellWithErrors(
  words: readonly TimedWord[],
  vocabulary: readonly string[],
  random: () => number,
): ToldWord[] {
  const other = (text: string): string => {
    const found = vocabulary[Math.floor(random() * vocabulary.length)]!;
    return found === text ? other(text) : found;
  };
  return words.flatMap((truth) => {
    if (random() >= 0.1) return [told(truth.text, truth, truth, random)];
    const kind = Math.floor(3 * random());
    if (kind === 0) return [told(other(truth.text), truth, undefined, random)];
    if (kind === 1) return [];
    const middleMs = (truth.startMs + truth.endMs) / 2;
    return [
      told(truth.text, { startMs: truth.startMs, endMs: middleMs }, truth, random),
      told(other(truth.text), { startMs: middleMs, endMs: truth.endMs }, undefined, random),
    ];
  });
}

/** Windows as a recogniser cuts them: as long as fits `mostMs`, from pause to pause. */
export function windowsOf(words: readonly Span[], mostMs: number): Span[] {
  const windows: Span[] = [];
  for (const [index, word] of words.entries()) {
    const window = windows.at(-1);
    const pauseMs = word.startMs - (words[index - 1]?.endMs ?? 0);
    const fits = window && word.endMs - window.startMs <= mostMs;
    if (window && (fits || pauseMs < pausesPartMs)) window.endMs = Math.round(word.endMs) + edgeMs;
    else
      windows.push({
        startMs: Math.max(0, Math.round(word.startMs) - edgeMs),
        endMs: Math.round(word.endMs) + edgeMs,
      });
  }
  return windows;
}
const pausesPartMs = 120;
const edgeMs = 60;

/** The same words with times up to `offMs` off, but never outside the window they were heard in. */
export function roughly(
  words: readonly ToldWord[],
  windows: readonly Span[],
  offMs: number,
  random: () => number,
): ToldWord[] {
  return words.map((word) => {
    const middleMs = (word.startMs + word.endMs) / 2;
    const window = windows.find(({ endMs }) => middleMs < endMs) ?? windows.at(-1)!;
    const lengthMs = Math.min(word.endMs - word.startMs, window.endMs - window.startMs);
    const movedMs = word.startMs + 2 * offMs * (random() - 0.5);
    const startMs = Math.round(Math.max(window.startMs, Math.min(window.endMs - lengthMs, movedMs)));
    return { ...word, startMs, endMs: startMs + lengthMs };
  });
}

function told(
  text: string,
  place: { startMs: number; endMs: number },
  truth: TimedWord | undefined,
  random: () => number,
): ToldWord {
  const blurred = (ms: number) => Math.max(0, Math.round(ms + 2 * blurMs * (random() - 0.5)));
  const startMs = blurred(place.startMs);
  return { text, confidence: 1, startMs, endMs: Math.max(startMs + 10, blurred(place.endMs)), truth };
}
