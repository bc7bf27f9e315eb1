import { LOUD, PER_MS } from '../interviews/sentences.ts';

/** What became of answers in a recording: where they are, how much of them is there, and when the interviewer answered. */
export interface Answers {
  /** Speech that was said, and how much of it is in the recording, s. */
  saidS: number;
  heardS: number;
  /** Answers that could not be found at all. */
  missing: number;
  /** Stretches of speech that are missing within answers that were found, ms each; only those longer than 200 ms. */
  holesMs: number[];
  /** From the end of an answer to the interviewer's first sound, ms. */
  responseMs: number[];
  /** The interviewer began before the answer's end. */
  cutOff: number;
  /** Times at which an answer begins, on the recording's clock, and its place in `answers`: in order. */
  found: { answer: number; startMs: number; endMs: number }[];
}

/** Envelopes have a value for so much sound. */
const STEP_MS = 10;
/** An answer that matches no better was not found. */
const LEAST_MATCH = 0.4;
/** Pieces of an answer that are looked for at a place. */
const CHECKED = 8;
/** Places of an answer that are looked at. */
const MOST_PLACES = 8;
/** Places so near are the same. */
const NEAR_STEPS = 40;
/** How far behind the last answer the next one is looked for. */
const REACH_MS = 120_000;
/** Speech is compared in pieces of so much, at 4 kHz. */
const PIECE_MS = 100;
const LOW_PER_MS = 4;
/** A piece may have moved by so much against the one before. */
const DRIFT_MS = 60;
/** And so far at the beginning of an answer, or behind a hole. */
const LOST_MS = 400;
/** A piece whose waveform matches no better was not heard: lost, or made up by a decoder. */
const LEAST_PIECE = 0.5;
/** A reply that begins so short before the end of an answer has not cut it off: its last sound fades. */
const FADE_MS = 80;

/**
 * @param left what was recorded of the candidate, mono 16 kHz
 * @param right of the interviewer
 * @param answers what was said, in order
 */
export function measureAnswers(left: Int16Array, right: Int16Array, answers: readonly Int16Array[]): Answers {
  const whole = summed(envelopeOf(left));
  const lowLeft = summed(lowered(left));
  const result: Answers = {
    ...{ saidS: 0, heardS: 0, missing: 0, holesMs: [], responseMs: [], cutOff: 0, found: [] },
  };
  let fromStep = 0;
  for (const [answer, samples] of answers.entries()) {
    const pieces = loudPieces(samples);
    result.saidS += (pieces.length * PIECE_MS) / 1000;
    const low = lowered(samples);
    const place = places(whole, envelopeOf(samples), fromStep).find((one) =>
      isThere(lowLeft, low, pieces, one * STEP_MS),
    );
    if (place === undefined) {
      result.missing++;
      continue;
    }
    const { heard, shiftMs } = heardPieces(lowLeft, low, pieces, place * STEP_MS);
    result.heardS += (heard.filter(Boolean).length * PIECE_MS) / 1000;
    result.holesMs.push(...holes(heard));
    const startMs = place * STEP_MS;
    const endMs = shiftMs + lastLoudMs(samples);
    fromStep = Math.round(endMs / STEP_MS);
    result.found.push({ answer, startMs, endMs });
  }
  for (const [index, { startMs, endMs }] of result.found.entries()) {
    // It was still speaking when the answer began: what follows says nothing of how soon it answers.
    if (firstLoud(right, startMs - 200, startMs) !== undefined) continue;
    const untilMs = result.found[index + 1]?.startMs ?? right.length / PER_MS;
    const answeredMs = firstLoud(right, startMs + 200, untilMs);
    if (answeredMs === undefined) continue;
    if (answeredMs < endMs - FADE_MS) result.cutOff++;
    else result.responseMs.push(answeredMs - endMs);
  }
  return result;
}

/** Loudness by steps: logarithms, so that loud vowels do not decide alone. */
function envelopeOf(samples: Int16Array): Float32Array {
  const step = STEP_MS * PER_MS;
  return Float32Array.from({ length: Math.floor(samples.length / step) }, (_, at) => {
    let power = 0;
    for (let i = at * step; i < (at + 1) * step; i++) power += samples[i]! ** 2;
    return Math.log(100 + Math.sqrt(power / step));
  });
}

/** Places from a step on where an envelope fits, the likeliest few first; of those that fit about as well, the earliest. */
function places(whole: Summed, part: Float32Array, from: number): number[] {
  const until = Math.min(whole.values.length - part.length, from + REACH_MS / STEP_MS);
  const fit = correlator(whole, part, 0, part.length);
  const matches = Float32Array.from({ length: Math.max(0, until - from + 1) }, (_, at) => fit(from + at));
  const found: { place: number; match: number }[] = [];
  while (matches.length > 0 && found.length < MOST_PLACES) {
    const best = matches.reduce((place, match, at) => (match > matches[place]! ? at : place), 0);
    if (matches[best]! < LEAST_MATCH) break;
    found.push({ place: from + best, match: Math.round(matches[best]! * 10) });
    matches.fill(0, Math.max(0, best - NEAR_STEPS), best + NEAR_STEPS);
  }
  return found.sort((a, b) => b.match - a.match || a.place - b.place).map(({ place }) => place);
}

/** Values with the sums of all before each, and of their squares. */
interface Summed {
  values: Float32Array;
  sums: Float64Array;
  squares: Float64Array;
}

function summed(values: Float32Array): Summed {
  const sums = new Float64Array(values.length + 1);
  const squares = new Float64Array(values.length + 1);
  for (const [at, value] of values.entries()) {
    sums[at + 1] = sums[at]! + value;
    squares[at + 1] = squares[at]! + value * value;
  }
  return { values, sums, squares };
}

/** Pearson's correlation of a stretch of `part` with the one at a place of `whole`; 0 where one of them does not vary. */
function correlator(
  { values, sums, squares }: Summed,
  part: Float32Array,
  from: number,
  length: number,
): (place: number) => number {
  const own = part.slice(from, from + length);
  const mean = own.reduce((sum, value) => sum + value, 0) / length;
  for (let i = 0; i < length; i++) own[i]! -= mean;
  const power = own.reduce((sum, value) => sum + value * value, 0);
  return (place) => {
    const end = place + length;
    if (place < 0 || end > values.length) return 0;
    const sum = sums[end]! - sums[place]!;
    const varies = (squares[end]! - squares[place]! - sum ** 2 / length) * power;
    if (varies <= 1e-6) return 0;
    let product = 0;
    for (let i = 0; i < length; i++) product += values[place + i]! * own[i]!;
    return product / Math.sqrt(varies);
  };
}

/** At 4 kHz, each the mean of four: enough to tell waveforms apart, and little of what codecs change. */
function lowered(samples: Int16Array): Float32Array {
  const by = PER_MS / LOW_PER_MS;
  return Float32Array.from({ length: Math.floor(samples.length / by) }, (_, at) => {
    let sum = 0;
    for (let i = at * by; i < (at + 1) * by; i++) sum += samples[i]!;
    return sum / by;
  });
}

/** Numbers of the pieces that hold speech. */
function loudPieces(samples: Int16Array): number[] {
  const length = PIECE_MS * PER_MS;
  return Array.from({ length: Math.floor(samples.length / length) }, (_, piece) => piece).filter((piece) => {
    const part = samples.subarray(piece * length, (piece + 1) * length);
    return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / length) > LOUD;
  });
}

/** Where near a place a piece fits best. @returns its shift against where it should be, in low samples; undefined where it does not fit */
function found(
  left: Summed,
  said: Float32Array,
  piece: number,
  shift: number,
  reachMs: number,
): number | undefined {
  const length = PIECE_MS * LOW_PER_MS;
  const fit = correlator(left, said, piece * length, length);
  let best = { match: LEAST_PIECE, shift: undefined as number | undefined };
  for (let by = -reachMs * LOW_PER_MS; by <= reachMs * LOW_PER_MS; by++) {
    const match = fit(piece * length + shift + by);
    if (match > best.match) best = { match, shift: shift + by };
  }
  return best.shift;
}

/** Whether a few pieces are where they should be. */
function isThere(left: Summed, said: Float32Array, pieces: readonly number[], placeMs: number): boolean {
  const few = Array.from(
    { length: CHECKED },
    (_, at) => pieces[Math.floor(((at + 0.5) * pieces.length) / CHECKED)]!,
  );
  const there = few.filter((piece) => found(left, said, piece, placeMs * LOW_PER_MS, LOST_MS) !== undefined);
  return there.length >= CHECKED / 4;
}

/** Follows an answer piece by piece: jitter buffers stretch and shorten sound as it comes. */
function heardPieces(left: Summed, said: Float32Array, pieces: readonly number[], placeMs: number) {
  let shift = placeMs * LOW_PER_MS;
  let isLost = true;
  const heard = pieces.map((piece) => {
    const next = found(left, said, piece, shift, isLost ? LOST_MS : DRIFT_MS);
    isLost = next === undefined;
    shift = next ?? shift;
    return !isLost;
  });
  return { heard, shiftMs: shift / LOW_PER_MS };
}

/** Pieces that are missing one after the other; what is quiet between them counts neither way. */
function holes(heard: readonly boolean[]): number[] {
  const found: number[] = [];
  let length = 0;
  for (const is of [...heard, true]) {
    if (!is) length++;
    else if (length > 0) {
      if (length * PIECE_MS > 200) found.push(length * PIECE_MS);
      length = 0;
    }
  }
  return found;
}

function lastLoudMs(samples: Int16Array): number {
  return samples.findLastIndex((sample) => Math.abs(sample) > LOUD) / PER_MS;
}

function firstLoud(samples: Int16Array, fromMs: number, untilMs: number): number | undefined {
  const until = Math.min(samples.length, untilMs * PER_MS);
  for (let at = Math.max(0, Math.round(fromMs * PER_MS)); at < until; at++) {
    if (Math.abs(samples[at]!) > LOUD) return at / PER_MS;
  }
  return undefined;
}
