import { meanOf, quantileOf } from '../../server/domain/scoring/distribution.ts';
import { classOfPhone } from '../../server/engines/align/phones.ts';
import type { SpeechStates } from '../../server/engines/align/speech-states.ts';
import { comparableWords } from '../../testkit/word-errors.ts';
import type { HeardWord, UtteranceEvidence } from './utterance.ts';

/** What the network of models/bundled/experts-en.md is given of an utterance. */
export interface PhoneTokens {
  /** Class of each phone (engines/align/phones.ts). */
  phones: number[];
  /** Phones × width: mean encoder state of each. */
  states: Float32Array;
  /** Phones × `cueNames`. */
  cues: Float32Array;
  /** Mean and standard deviation of the states from the first phone to the last, of everything where there is none. */
  whole: Float32Array;
}

/** Beside the sounds: nothing here counts how much was said. */
export const cueNames = [
  'logLength',
  'gapBefore',
  'gapAfter',
  'firstInWord',
  'lastInWord',
  'wordConfidence',
  'wordRecognised',
  'pitch',
  'voicedShare',
  'level',
  'peakLevel',
  'pitchSlope',
] as const;

/** Semitones and decibels to about one. */
const [semitonesPerUnit, decibelsPerUnit] = [4, 10];
const semitones = (hz: number, than: number) =>
  Math.max(-12, Math.min(12, 12 * Math.log2(hz / than))) / semitonesPerUnit;

/** @param recognised for each word how sure the recogniser was of it, 0 where it heard another */
export function phoneTokens(
  { durationMs, words, pitchTrack }: UtteranceEvidence,
  states: SpeechStates,
  recognised: readonly number[],
): PhoneTokens {
  const { frameMs, pitchHz, levelDb } = pitchTrack ?? { frameMs: 10, pitchHz: [], levelDb: [] };
  const phones = words.flatMap((word, index) =>
    (word.phones ?? []).map((phone, order, all) => ({
      ...phone,
      first: order === 0,
      last: order === all.length - 1,
      recognised: recognised[index]!,
    })),
  );
  const during = (values: readonly number[], { startMs, endMs }: { startMs: number; endMs: number }) =>
    values.slice(Math.floor(startMs / frameMs), Math.max(0, Math.floor(endMs / frameMs)));
  const voiced = phones.flatMap((phone) => during(pitchHz, phone)).filter((hz) => hz > 0);
  const median = voiced.length > 0 ? quantileOf(voiced, 0.5) : 150;
  const level = meanOf(phones.flatMap((phone) => during(levelDb, phone)));
  const gapMs = (before: number, after: number) =>
    Math.log1p(Math.max(0, (phones[after]?.startMs ?? 0) - (phones[before]?.endMs ?? 0)) / 40);
  const cues = phones.flatMap((phone, index) => {
    const [pitches, levels] = [during(pitchHz, phone), during(levelDb, phone)];
    const own = pitches.filter((hz) => hz > 0);
    return [
      Math.log(Math.max(10, phone.endMs - phone.startMs) / 90),
      index === 0 ? 0 : gapMs(index - 1, index),
      index === phones.length - 1 ? 0 : gapMs(index, index + 1),
      Number(phone.first),
      Number(phone.last),
      phone.recognised,
      Number(phone.recognised > 0),
      own.length > 0 ? semitones(meanOf(own), median) : 0,
      own.length / Math.max(1, pitches.length),
      levels.length > 0 ? (meanOf(levels) - level) / decibelsPerUnit : 0,
      levels.length > 0 ? (Math.max(...levels) - level) / decibelsPerUnit : 0,
      own.length > 1 ? semitones(own.at(-1)!, own[0]!) : 0,
    ];
  });
  const [first, last] = [phones[0], phones.at(-1)];
  const said = states.at({ startMs: first?.startMs ?? 0, endMs: last?.endMs ?? durationMs });
  const sounds = new Float32Array(phones.length * states.width);
  for (const [index, phone] of phones.entries()) {
    sounds.set(
      meanAndDeviation(states.at(phone), states.width).subarray(0, states.width),
      index * states.width,
    );
  }
  return {
    phones: phones.map(({ phone }) => classOfPhone(phone)),
    states: sounds,
    cues: Float32Array.from(cues),
    whole: meanAndDeviation(said, states.width),
  };
}

function meanAndDeviation(rows: readonly Float32Array[], width: number): Float32Array {
  const [sum, squares] = [new Float64Array(width), new Float64Array(width)];
  for (const row of rows) {
    for (let column = 0; column < width; column += 1) {
      sum[column]! += row[column]!;
      squares[column]! += row[column]! ** 2;
    }
  }
  const out = new Float32Array(2 * width);
  const count = Math.max(1, rows.length);
  for (let column = 0; column < width; column += 1) {
    const mean = sum[column]! / count;
    out[column] = mean;
    out[width + column] = Math.sqrt(Math.max(0, squares[column]! / count - mean ** 2));
  }
  return out;
}

/**
 * How sure the recogniser was of each word of a text that it was not told: the confidence of the same word where it has it in that
 * place, else 0.
 */
export function recognisedOf(text: readonly string[], heard: readonly HeardWord[]): number[] {
  const said = text.map((word) => comparableWords(word).join(''));
  const found = heard.flatMap(({ text: written, confidence }) =>
    comparableWords(written).map((word) => ({ word, confidence })),
  );
  const columns = found.length + 1;
  // Longest common subsequence, from the end.
  const longest = new Uint16Array((said.length + 1) * columns);
  for (let i = said.length - 1; i >= 0; i -= 1) {
    for (let j = found.length - 1; j >= 0; j -= 1) {
      longest[i * columns + j] =
        said[i] === found[j]!.word
          ? longest[(i + 1) * columns + j + 1]! + 1
          : Math.max(longest[(i + 1) * columns + j]!, longest[i * columns + j + 1]!);
    }
  }
  const sure = said.map(() => 0);
  for (let i = 0, j = 0; i < said.length && j < found.length; ) {
    if (said[i] === found[j]!.word) sure[i++] = found[j++]!.confidence;
    else if (longest[(i + 1) * columns + j]! >= longest[i * columns + j + 1]!) i += 1;
    else j += 1;
  }
  return sure;
}
