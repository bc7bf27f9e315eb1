import type { AlignedPhone, SpokenWord } from '../transcript/types.ts';
import { isVowel } from './syllables.ts';

/**
 * How clearly the phones of known words were said. Nothing here reads a word's text: the same sounds under other
 * words give the same figures. Goodness of pronunciation (GOP): Witt & Young 2000, here the mean over frames of
 * log p(phone) − log p(best phone), 0 at best. Every word counts by how sure the recogniser was of it.
 */
export interface PronunciationFeatures {
  gopMean: number;
  /** Mean of the worst quarter of phones. */
  gopWorstQuarter: number;
  /** Shares of phones with GOP under −2 and −4. */
  gopUnder2Share: number;
  gopUnder4Share: number;
  logPosteriorMean: number;
  logPosteriorWorstQuarter: number;
  /** Mean of words' GOP; words weigh by confidence, not by length. */
  wordGopMean: number;
  /** Mean over words of the entropy of the phone posterior, nats. */
  entropyMean: number;
  /**
   * From models that learned experts' phone ratings: logit that a phone was said acceptably, mean of all and of the
   * worst quarter; shares of phones that were refused (logit under 0) or doubtful (under 1.5); mean over words of
   * the worst phone of each. Undefined with other models.
   */
  acceptedMean: number | undefined;
  acceptedWorstQuarter: number | undefined;
  refusedShare: number | undefined;
  doubtfulShare: number | undefined;
  wordAcceptedWorst: number | undefined;
  phonesPerSecond: number;
  /** Mean and standard deviation of the natural logarithm of phone durations in milliseconds. */
  logDurationMean: number;
  logDurationSd: number;
  /** Shares of phones of 40 ms or less, and of 240 ms or more. */
  shortPhoneShare: number;
  longPhoneShare: number;
  /** Mean absolute change of log duration between neighbours inside a word. */
  durationChange: number;
  /** Normalised pairwise variability of successive vowels inside a word and over word borders under 250 ms (Grabe & Low 2002), 0–2. */
  vowelVariability: number;
}

/** Everything measured, with how much there was to measure. */
export interface Pronunciation {
  features: PronunciationFeatures;
  /** Phones by weight: three phones of words half believed count 1.5. */
  effectivePhones: number;
  wordCount: number;
}

interface Weighted {
  value: number;
  weight: number;
}

/**
 * Share of words, the least clear ones, that the features leave out: they are as likely to be misheard words as
 * badly spoken ones. Measured on speechocean762: with a fifth of the words replaced, leaving a fifth out keeps the
 * correlation with experts at .82 instead of .75 per speaker and costs .01 where every word is right.
 */
const TRIMMED_SHARE = 0.2;

/** Words with phones that may be scored: the caller has left out fillers, overlap and unsupported words. */
export function pronunciation(words: readonly SpokenWord[]): Pronunciation | undefined {
  const spoken = clearest(words.filter((word) => (word.phones?.length ?? 0) > 0 && word.confidence > 0));
  const phones = spoken.flatMap((word) => word.phones!.map((phone) => ({ phone, weight: word.confidence })));
  if (phones.length === 0) return undefined;
  const of = (pick: (phone: AlignedPhone) => number): Weighted[] =>
    phones.map(({ phone, weight }) => ({ value: pick(phone), weight }));
  const share = (test: (phone: AlignedPhone) => boolean) => mean(of((phone) => (test(phone) ? 1 : 0)));
  const durationMs = (phone: AlignedPhone) => Math.max(10, phone.endMs - phone.startMs);
  const logDurations = of((phone) => Math.log(durationMs(phone)));
  const logDurationMean = mean(logDurations);
  const gops = of((phone) => phone.gop);
  const posteriors = of((phone) => phone.logPosterior);
  const features: PronunciationFeatures = {
    gopMean: mean(gops),
    gopWorstQuarter: worstQuarter(gops),
    gopUnder2Share: share(({ gop }) => gop < -2),
    gopUnder4Share: share(({ gop }) => gop < -4),
    logPosteriorMean: mean(posteriors),
    logPosteriorWorstQuarter: worstQuarter(posteriors),
    wordGopMean: mean(spoken.map((word) => ({ value: wordGop(word), weight: word.confidence }))),
    entropyMean: mean(
      spoken.flatMap((word) =>
        word.entropy === undefined ? [] : [{ value: word.entropy, weight: word.confidence }],
      ),
    ),
    ...acceptance(spoken),
    phonesPerSecond: 1000 / mean(of(durationMs)),
    logDurationMean,
    logDurationSd: Math.sqrt(
      mean(logDurations.map(({ value, weight }) => ({ value: (value - logDurationMean) ** 2, weight }))),
    ),
    shortPhoneShare: share((phone) => durationMs(phone) <= 40),
    longPhoneShare: share((phone) => durationMs(phone) >= 240),
    durationChange: mean(durationChanges(spoken)),
    vowelVariability: mean(vowelPairs(spoken)),
  };
  return {
    features,
    effectivePhones: phones.reduce((sum, { weight }) => sum + weight, 0),
    wordCount: spoken.length,
  };
}

type Acceptance = Pick<
  PronunciationFeatures,
  'acceptedMean' | 'acceptedWorstQuarter' | 'refusedShare' | 'doubtfulShare' | 'wordAcceptedWorst'
>;

function acceptance(words: readonly SpokenWord[]): Acceptance {
  const judged = words.filter(({ phones }) =>
    phones!.every(({ acceptability }) => acceptability !== undefined),
  );
  const logits = judged.flatMap(({ phones, confidence }) =>
    phones!.map(({ acceptability }) => ({ value: acceptability!, weight: confidence })),
  );
  if (logits.length === 0) {
    return {
      acceptedMean: undefined,
      acceptedWorstQuarter: undefined,
      refusedShare: undefined,
      doubtfulShare: undefined,
      wordAcceptedWorst: undefined,
    };
  }
  const shareUnder = (limit: number) =>
    mean(logits.map(({ value, weight }) => ({ value: value < limit ? 1 : 0, weight })));
  return {
    acceptedMean: mean(logits),
    acceptedWorstQuarter: worstQuarter(logits),
    refusedShare: shareUnder(0),
    doubtfulShare: shareUnder(1.5),
    wordAcceptedWorst: mean(
      judged.map(({ phones, confidence }) => ({
        value: Math.min(...phones!.map(({ acceptability }) => acceptability!)),
        weight: confidence,
      })),
    ),
  };
}

/** All but the least clear fifth, in time order. */
function clearest(words: readonly SpokenWord[]): SpokenWord[] {
  const worstFirst = words.toSorted((a, b) => wordGop(a) - wordGop(b) || a.startMs - b.startMs);
  const left = new Set(worstFirst.slice(0, Math.floor(words.length * TRIMMED_SHARE)));
  return words.filter((word) => !left.has(word));
}

/** A word's GOP: as the aligner gives it, else the mean of its phones weighted by duration. */
export function wordGop(word: SpokenWord): number {
  if (word.gop !== undefined) return word.gop;
  return mean(
    (word.phones ?? []).map((phone) => ({ value: phone.gop, weight: phone.endMs - phone.startMs })),
  );
}

function mean(values: readonly Weighted[]): number {
  let sum = 0;
  let weights = 0;
  for (const { value, weight } of values) {
    sum += value * weight;
    weights += weight;
  }
  return weights > 0 ? sum / weights : 0;
}

/** Mean of the lowest values that together hold a quarter of the weight. */
function worstQuarter(values: readonly Weighted[]): number {
  const quarter = values.reduce((sum, { weight }) => sum + weight, 0) / 4;
  const worst: Weighted[] = [];
  let held = 0;
  for (const { value, weight } of values.toSorted((a, b) => a.value - b.value)) {
    if (held >= quarter) break;
    worst.push({ value, weight: Math.min(weight, quarter - held) });
    held += weight;
  }
  return mean(worst);
}

function durationChanges(words: readonly SpokenWord[]): Weighted[] {
  return words.flatMap(({ phones, confidence }) =>
    phones!.slice(1).map((phone, index) => {
      const before = phones![index]!;
      const ratio = Math.max(10, phone.endMs - phone.startMs) / Math.max(10, before.endMs - before.startMs);
      return { value: Math.abs(Math.log(ratio)), weight: confidence };
    }),
  );
}

function vowelPairs(words: readonly SpokenWord[]): Weighted[] {
  const vowels = words
    .flatMap(({ phones, confidence }) => phones!.map((phone) => ({ phone, confidence })))
    .filter(({ phone }) => isVowel(phone.phone));
  return vowels.slice(1).flatMap(({ phone, confidence }, index) => {
    const before = vowels[index]!;
    if (phone.startMs - before.phone.endMs >= 250) return [];
    const [a, b] = [before.phone.endMs - before.phone.startMs, phone.endMs - phone.startMs];
    if (a + b <= 0) return [];
    return [{ value: Math.abs(a - b) / ((a + b) / 2), weight: Math.min(confidence, before.confidence) }];
  });
}

/** Mean GOP of every phone over all words, weighted by confidence; worst first, ties by name. */
export function phoneTable(words: readonly SpokenWord[]): { phone: string; count: number; gop: number }[] {
  const byPhone = new Map<string, Weighted[]>();
  for (const { phones, confidence } of words) {
    for (const { phone, gop } of phones ?? []) {
      const values = byPhone.get(phone) ?? [];
      values.push({ value: gop, weight: confidence });
      byPhone.set(phone, values);
    }
  }
  return [...byPhone]
    .map(([phone, values]) => ({ phone, count: values.length, gop: mean(values) }))
    .toSorted((a, b) => a.gop - b.gop || (a.phone < b.phone ? -1 : 1));
}

/** Every word that has phones, in time order, with its GOP. */
export const wordTable = (
  words: readonly SpokenWord[],
): { text: string; startMs: number; endMs: number; gop: number }[] =>
  words
    .filter((word) => (word.phones?.length ?? 0) > 0)
    .map((word) => ({ text: word.text, startMs: word.startMs, endMs: word.endMs, gop: wordGop(word) }));
