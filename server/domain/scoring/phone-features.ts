import type { AlignedPhone, AlignedWord } from '../transcript/types.ts';
import { deviationOf, meanOf, meanOfLowest, quantileOf, shareOf } from './distribution.ts';
import { isVowel } from './syllables.ts';

/** What is usual for one phone: mean and standard deviation over many speakers. */
export interface PhoneNorm {
  logDuration: [mean: number, sd: number];
  gop: [mean: number, sd: number];
  acceptability: [mean: number, sd: number];
}

/** By phone; a phone that is absent counts as usual. */
export type PhoneNorms = Readonly<Record<string, PhoneNorm>>;

type Features = Record<string, number>;

const durationMs = (phone: AlignedPhone) => Math.max(10, phone.endMs - phone.startMs);

/** A model that does not judge acceptability gives every phone the same. */
const acceptabilityOf = (phone: AlignedPhone) => phone.acceptability ?? 0;

/** Position among the usual values of the phone, ± 4 at most. */
const position = (value: number, norm: [number, number] | undefined): number =>
  norm ? Math.max(-4, Math.min(4, (value - norm[0]) / norm[1])) : 0;

/**
 * How well phones were said and how long they are, as distributions over the phones and words of an utterance.
 *
 * Goodness of pronunciation: Witt & Young 2000; its distribution rather than its mean alone, because experts
 * mark what went wrong. Durations relative to what is usual for the phone: Franco et al. 2000 (segment duration
 * scores). nPVI of vowels: Grabe & Low 2002.
 */
export function phoneFeatures(
  words: readonly AlignedWord[],
  norms: PhoneNorms,
): { sounds: Features; lengths: Features } {
  const phones = words.flatMap((word) => word.phones ?? []);
  const gops = phones.map(({ gop }) => gop);
  const posteriors = phones.map(({ logPosterior }) => logPosterior);
  const entropies = phones.map(({ entropy }) => entropy ?? 0);
  const accepted = phones.map(acceptabilityOf);
  const gopPositions = phones.map((phone) => position(phone.gop, norms[phone.phone]?.gop));
  const acceptedPositions = phones.map((phone) =>
    position(acceptabilityOf(phone), norms[phone.phone]?.acceptability),
  );
  const ofWords = (pick: (phone: AlignedPhone) => number) =>
    words.map((word) => meanOf((word.phones ?? []).map(pick)));
  const wordGops = ofWords(({ gop }) => gop);
  const wordAccepted = ofWords(acceptabilityOf);
  const vowels = phones.filter(({ phone }) => isVowel(phone));
  const consonants = phones.filter(({ phone }) => !isVowel(phone));
  const logDurations = phones.map((phone) => Math.log(durationMs(phone)));
  const positions = phones.map((phone) =>
    position(Math.log(durationMs(phone)), norms[phone.phone]?.logDuration),
  );
  const centred = positions.map((value) => value - meanOf(positions));
  const durations = phones.map(durationMs);
  const stretches = words.map((word) => stretchOf(word.phones ?? [], norms));
  return {
    sounds: {
      gopMean: meanOf(gops),
      gopWorstQuarter: meanOfLowest(gops, 0.25),
      gopTenth: quantileOf(gops, 0.1),
      gopUnder1Share: shareOf(gops, (gop) => gop < -1),
      gopUnder2Share: shareOf(gops, (gop) => gop < -2),
      gopUnder4Share: shareOf(gops, (gop) => gop < -4),
      gopPositionMean: meanOf(gopPositions),
      gopPositionWorstQuarter: meanOfLowest(gopPositions, 0.25),
      vowelGopMean: meanOf(vowels.map(({ gop }) => gop)),
      consonantGopMean: meanOf(consonants.map(({ gop }) => gop)),
      logPosteriorMean: meanOf(posteriors),
      logPosteriorWorstQuarter: meanOfLowest(posteriors, 0.25),
      entropyMean: meanOf(entropies),
      entropyHighest: -meanOfLowest(
        entropies.map((entropy) => -entropy),
        0.25,
      ),
      wordGopMean: meanOf(wordGops),
      wordGopWorst: wordGops.length === 0 ? 0 : Math.min(...wordGops),
      wordGopQuarter: quantileOf(wordGops, 0.25),
      acceptedMean: meanOf(accepted),
      acceptedWorstQuarter: meanOfLowest(accepted, 0.25),
      acceptedTenth: quantileOf(accepted, 0.1),
      acceptedWorst: accepted.length === 0 ? 0 : Math.min(...accepted),
      acceptedPositionMean: meanOf(acceptedPositions),
      acceptedPositionWorstQuarter: meanOfLowest(acceptedPositions, 0.25),
      refusedShare: shareOf(accepted, (logit) => logit < 0),
      doubtfulShare: shareOf(accepted, (logit) => logit < 1.5),
      vowelAcceptedMean: meanOf(vowels.map(acceptabilityOf)),
      consonantAcceptedMean: meanOf(consonants.map(acceptabilityOf)),
      wordAcceptedWorst: wordAccepted.length === 0 ? 0 : Math.min(...wordAccepted),
      wordAcceptedQuarter: quantileOf(wordAccepted, 0.25),
    },
    lengths: {
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
    },
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
        {
          logDuration: norm(phones.map((one) => Math.log(durationMs(one)))),
          gop: norm(phones.map(({ gop }) => gop)),
          acceptability: norm(phones.map(acceptabilityOf)),
        },
      ]),
  );
}
