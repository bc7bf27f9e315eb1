import { comparableWords, wordErrors } from '../transcript/word-errors.ts';
import { melodyFeatures } from './melody-features.ts';
import { paceFeatures } from './pace-features.ts';
import { type PhoneNorms, phoneFeatures } from './phone-features.ts';
import type { UtteranceEvidence } from './utterance.ts';

/** Features by name; every one is finite, whatever was heard. */
export type Features = Record<string, number>;

/** Which features belong together, for leaving groups out and for telling people where a score comes from. */
export const featureGroups = ['sounds', 'lengths', 'pauses', 'text', 'melody', 'amount'] as const;
export type FeatureGroup = (typeof featureGroups)[number];

/**
 * Everything that is measured in one utterance, by group.
 *
 * - sounds: how well each phone was said (goodness of pronunciation, acceptability, entropy), as distributions
 * - lengths: phone durations, rate, rhythm
 * - pauses: silences between words
 * - text: how far what is heard without help agrees with the words that were said
 * - melody: pitch and level
 * - amount: how much was said and the silence around it: properties of a read corpus, never used for interviews
 */
export function utteranceFeatures(
  evidence: UtteranceEvidence,
  norms: PhoneNorms,
): Record<FeatureGroup, Features> {
  const words = evidence.words.filter((word) => (word.phones?.length ?? 0) > 0);
  const { sounds, lengths } = phoneFeatures(words, norms);
  const { rates, pauses } = paceFeatures(words, norms);
  const first = words[0]?.startMs ?? evidence.durationMs;
  const last = words.at(-1)?.endMs ?? evidence.durationMs;
  return {
    sounds: {
      ...sounds,
      unplacedShare: evidence.words.length === 0 ? 1 : 1 - words.length / evidence.words.length,
    },
    lengths: { ...lengths, ...rates },
    pauses,
    text: agreement(evidence),
    melody: melodyFeatures(evidence.melody, words),
    amount: {
      wordCount: evidence.words.length,
      durationS: evidence.durationMs / 1000,
      leadingS: first / 1000,
      trailingS: (evidence.durationMs - last) / 1000,
    },
  };
}

/** Error rates of what the acoustic model hears on its own against the words; more than 1.5 is no worse than 1.5. */
function agreement({ words, heard }: UtteranceEvidence): Features {
  const text = comparableWords(words.map((word) => word.text).join(' '));
  const phones = words.flatMap((word) => word.phones?.map(({ phone }) => phone) ?? []);
  const characters = heard?.characters ?? '';
  const rate = (said: readonly string[], other: readonly string[]) =>
    said.length === 0 ? 1.5 : Math.min(1.5, wordErrors(said, other).rate);
  const phoneErrors = wordErrors(phones, heard?.phones ?? []);
  return {
    characterErrorRate: rate([...text.join(' ')], [...characters]),
    wordErrorRate: rate(text, comparableWords(characters)),
    phoneErrorRate: rate(phones, heard?.phones ?? []),
    phoneInsertionRate: Math.min(1, phoneErrors.insertions / Math.max(1, phones.length)),
    phoneDeletionRate: phoneErrors.deletions / Math.max(1, phones.length),
    characterCertainty: heard?.characterCertainty ?? 0,
    phoneCertainty: heard?.phoneCertainty ?? 0,
    characterFit: heard?.characterFit ?? 0,
    phoneFit: heard?.phoneFit ?? 0,
  };
}
