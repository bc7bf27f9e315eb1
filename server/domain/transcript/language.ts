import { packOf } from '../languages/registry.ts';

/**
 * Below this the requested language was probably not spoken. Learners are at times taken for speakers of their first language, so a
 * requested language that comes second with some weight is believed. Measured with whisper-base on 98 recordings: the least probable
 * of those in their own language, a learner's, had 0.23 (docs/decisions/0008-whisper.md).
 */
export const minLanguageProbability = 0.15;

const kinOf = (language: string): readonly string[] => [language, ...(packOf(language)?.soundsLike ?? [])];

/** Probability of a language, 0–1, its kin's included, from those of all languages. */
export const probabilityOfLanguage = (
  language: string,
  probabilities: Readonly<Record<string, number>>,
): number =>
  Math.min(
    1,
    kinOf(language).reduce((sum, code) => sum + (probabilities[code] ?? 0), 0),
  );

/**
 * Whether a recording is probably not in the language it was submitted with.
 *
 * @param detected the most probable language, ISO 639-1; null when no engine could tell: then nothing is held
 *   against the recording
 * @param probability of the requested language; null when only the most probable is known
 */
export function isImprobableLanguage(
  requested: string,
  detected: string | null,
  probability: number | null,
): detected is string {
  if (detected === null || kinOf(requested).includes(detected)) return false;
  return probability === null || probability < minLanguageProbability;
}

/** As people call it: "German". The code itself where the language has no such name. */
export const languageName = (code: string): string => {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
};
