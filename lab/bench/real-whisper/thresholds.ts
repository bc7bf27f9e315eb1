import { createHash } from 'node:crypto';
import { isImprobableLanguage, probabilityOfLanguage } from '../../../server/domain/transcript/language.ts';

/** Thresholds are chosen on one half of the people and recordings and reported on the other. */
export type Half = 'chosen' | 'reported';

/** Every sound made of one recording or person lies in the same half, under noise too. */
export const halfOf = (id: string): Half => {
  const person = id.split('/').at(-1)!;
  return createHash('sha256').update(person).digest()[0]! % 2 === 0 ? 'chosen' : 'reported';
};

/** What a model says of a recording, and in which language it is. */
export interface Identified {
  language: string;
  languages: Readonly<Record<string, number>>;
}

export interface LanguageRates {
  threshold: number;
  /** Recordings refused although the requested language is spoken, of all. */
  refused: number;
  /** Recordings taken although another one is spoken, of all pairs of a recording and another language. */
  taken: number;
  right: number;
  wrong: number;
}

/** @param others languages that a recording may be submitted with by mistake */
export function languageRates(
  recordings: readonly Identified[],
  others: readonly string[],
  threshold: number,
): LanguageRates {
  const rates = { threshold, refused: 0, taken: 0, right: 0, wrong: 0 };
  for (const { language, languages } of recordings) {
    const detected = mostProbableOf(languages);
    const refuses = (requested: string) => {
      const probability = probabilityOfLanguage(requested, languages);
      return isImprobableLanguage(requested, detected, 0) && probability < threshold;
    };
    rates.right++;
    if (refuses(language)) rates.refused++;
    for (const other of others) {
      // Kin are the same language to the product.
      if (!isImprobableLanguage(other, language, 0)) continue;
      rates.wrong++;
      if (!refuses(other)) rates.taken++;
    }
  }
  return rates;
}

export const mostProbableOf = (languages: Readonly<Record<string, number>>): string =>
  Object.entries(languages).reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];

export interface Transcribed {
  mean: number;
  errorRate: number;
}

export interface GateRates {
  gate: number;
  /** Of transcripts with at most `goodUpTo` errors, those refused. */
  goodRefused: number;
  good: number;
  /** Of transcripts with more than `badFrom` errors, those taken. */
  badTaken: number;
  bad: number;
}

/** In between, a transcript is neither worth keeping nor worth refusing. */
const goodUpTo = 0.3;
const badFrom = 0.5;

export function gateRates(transcripts: readonly Transcribed[], gate: number): GateRates {
  const good = transcripts.filter(({ errorRate }) => errorRate <= goodUpTo);
  const bad = transcripts.filter(({ errorRate }) => errorRate > badFrom);
  return {
    gate,
    goodRefused: good.filter(({ mean }) => mean < gate).length,
    good: good.length,
    badTaken: bad.filter(({ mean }) => mean >= gate).length,
    bad: bad.length,
  };
}

/** Expected calibration error: how far stated probabilities are from how often they are right, over ten bins. */
export function calibrationError(claims: readonly { probability: number; right: boolean }[]): number {
  const bins = Map.groupBy(claims, ({ probability }) => Math.min(9, Math.floor(10 * probability)));
  let sum = 0;
  for (const claimsOfBin of bins.values()) {
    const stated = claimsOfBin.reduce((all, { probability }) => all + probability, 0);
    const right = claimsOfBin.filter((claim) => claim.right).length;
    sum += Math.abs(stated - right);
  }
  return sum / claims.length;
}
