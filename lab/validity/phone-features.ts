import { deviationOf, meanOf, quantileOf, shareOf } from '#server/domain/scoring/distribution.ts';
import { isVowel } from '#server/domain/scoring/syllables.ts';
import type { AlignedPhone, AlignedWord } from '#server/domain/transcript/types.ts';

/** What is usual for one phone: mean and standard deviation over many speakers. */
export interface PhoneNorm {
  logDuration: [mean: number, sd: number];
}

/** By phone; a phone that is absent counts as usual. */
export type PhoneNorms = Readonly<Record<string, PhoneNorm>>;

type Features = Record<string, number>;

const durationMs = (phone: AlignedPhone) => Math.max(10, phone.endMs - phone.startMs);

/** Position among the usual values of the phone, ± 4 at most. */
const position = (value: number, norm: [number, number] | undefined): number =>
  norm ? Math.max(-4, Math.min(4, (value - norm[0]) / norm[1])) : 0;

/**
 * How long phones and words are, as distributions over an utterance. Durations relative to what is usual for the phone: Franco et
 * al. 2000 (segment duration scores). nPVI of vowels: Grabe & Low 2002.
 */
export function lengthFeatures(words: readonly AlignedWord[], norms: PhoneNorms): Features {
  const phones = words.flatMap((word) => word.phones ?? []);
  const vowels = phones.filter(({ phone }) => isVowel(phone));
  const logDurations = phones.map((phone) => Math.log(durationMs(phone)));
  const positions = phones.map((phone) =>
    position(Math.log(durationMs(phone)), norms[phone.phone]?.logDuration),
  );
  const centred = positions.map((value) => value - meanOf(positions));
  const durations = phones.map(durationMs);
  const stretches = words.map((word) => stretchOf(word.phones ?? [], norms));
  return {
    logDurationMean: meanOf(logDurations),
    logDurationSd: deviationOf(logDurations),
    durationVariation: durations.length === 0 ? 0 : deviationOf(durations) / meanOf(durations),
    shortPhoneShare: shareOf(durations, (ms) => ms <= 40),
    longPhoneShare: shareOf(durations, (ms) => ms >= 240),
    durationChange: meanOf(changes(words)),
    durationPositionMean: meanOf(positions),
    durationPositionSd: deviationOf(positions),
    durationPositionHigh: quantileOf(positions, 0.9),
    durationOddity: meanOf(centred.map(Math.abs)),
    vowelDurationPosition: meanOf(
      vowels.map((phone) => position(Math.log(durationMs(phone)), norms[phone.phone]?.logDuration)),
    ),
    vowelVariability: meanOf(vowelPairs(words)),
    wordStretchMean: meanOf(stretches),
    wordStretchSd: deviationOf(stretches),
    wordStretchHigh: quantileOf(stretches, 0.9),
    vowelTimeShare: meanOf(vowels.map(durationMs)) / Math.max(10, meanOf(durations)),
  };
}

/** What phones usually take together, ms; a phone without norm takes 90. */
export const usualMs = (phones: readonly AlignedPhone[], norms: PhoneNorms): number =>
  phones.reduce((sum, { phone }) => sum + Math.exp(norms[phone]?.logDuration[0] ?? Math.log(90)), 0);

/** Log of how many times longer a word is than usual for its phones, ± 2 at most. */
const stretchOf = (phones: readonly AlignedPhone[], norms: PhoneNorms): number =>
  Math.max(
    -2,
    Math.min(2, Math.log(phones.reduce((sum, phone) => sum + durationMs(phone), 0) / usualMs(phones, norms))),
  );

/** Absolute change of log duration between neighbours inside a word. */
function changes(words: readonly AlignedWord[]): number[] {
  return words.flatMap(({ phones = [] }) =>
    phones.slice(1).map((phone, index) => Math.abs(Math.log(durationMs(phone) / durationMs(phones[index]!)))),
  );
}

/** Difference of successive vowels over their mean, 0–2, pauses of 250 ms and more between them left out. */
function vowelPairs(words: readonly AlignedWord[]): number[] {
  const vowels = words.flatMap(({ phones = [] }) => phones.filter(({ phone }) => isVowel(phone)));
  return vowels.slice(1).flatMap((vowel, index) => {
    const before = vowels[index]!;
    if (vowel.startMs - before.endMs >= 250) return [];
    const [a, b] = [durationMs(before), durationMs(vowel)];
    return [Math.abs(a - b) / ((a + b) / 2)];
  });
}

/** What is usual for each phone that occurs at least 20 times. */
export function phoneNormsOf(utterances: readonly (readonly AlignedWord[])[]): Record<string, PhoneNorm> {
  const byPhone = Map.groupBy(
    utterances.flatMap((words) => words.flatMap((word) => word.phones ?? [])),
    ({ phone }) => phone,
  );
  const norm = (values: readonly number[]): [number, number] => [
    Number(meanOf(values).toPrecision(6)),
    Number(Math.max(1e-3, deviationOf(values)).toPrecision(6)),
  ];
  return Object.fromEntries(
    [...byPhone]
      .filter(([, phones]) => phones.length >= 20)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([phone, phones]) => [
        phone,
        { logDuration: norm(phones.map((one) => Math.log(durationMs(one)))) },
      ]),
  );
}
