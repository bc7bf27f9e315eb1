import { meanOf, quantileOf } from '#server/domain/scoring/distribution.ts';
import { comparableWords, wordErrors } from '../../testkit/word-errors.ts';
import { paceFeatures } from './pace-features.ts';
import { lengthFeatures, type PhoneNorms } from './phone-features.ts';
import { prosodyFeatures } from './prosody-features.ts';
import type { UtteranceEvidence } from './utterance.ts';

/** Features by name; every one is finite, whatever was heard. */
export type Features = Record<string, number>;

/** Which features belong together, for leaving groups out and for telling people where a score comes from. */
export const featureGroups = ['lengths', 'pauses', 'text', 'prosody', 'amount'] as const;
export type FeatureGroup = (typeof featureGroups)[number];

/**
 * What is measured in one utterance beside its sounds, by group. How well the sounds were said is judged by networks that must not
 * have heard the speaker (models/bundled/experts-en.md).
 *
 * - lengths: phone durations, rate, rhythm
 * - pauses: silences between words
 * - text: how far what the recogniser writes down unaided agrees with the words that were said, and how sure it is
 * - prosody: pitch and level
 * - amount: how much was said and the silence around it: properties of a read corpus, never used for interviews
 */
export function utteranceFeatures(
  evidence: UtteranceEvidence,
  norms: PhoneNorms,
): Record<FeatureGroup, Features> {
  const words = evidence.words.filter((word) => (word.phones?.length ?? 0) > 0);
  const { rates, pauses } = paceFeatures(words, norms);
  const first = words[0]?.startMs ?? evidence.durationMs;
  const last = words.at(-1)?.endMs ?? evidence.durationMs;
  return {
    lengths: { ...lengthFeatures(words, norms), ...rates },
    pauses,
    text: agreement(evidence),
    prosody: prosodyFeatures(evidence.pitchTrack, words),
    amount: {
      wordCount: evidence.words.length,
      durationS: evidence.durationMs / 1000,
      leadingS: first / 1000,
      trailingS: (evidence.durationMs - last) / 1000,
    },
  };
}

/** Error rates of what the recogniser hears on its own against the words; more than 1.5 is no worse than 1.5. */
function agreement({ words, heard = [] }: UtteranceEvidence): Features {
  const transcript = heard.map(({ text }) => text).join(' ');
  const given = words.map(({ text }) => text).join(' ');
  const [said, written] = [
    comparableWords(given, 'en', transcript),
    comparableWords(transcript, 'en', given),
  ];
  const rate = (text: readonly string[], other: readonly string[]) =>
    text.length === 0 ? 1.5 : Math.min(1.5, wordErrors(text, other).rate);
  const confidences = heard.map(({ confidence }) => confidence);
  return {
    wordErrorRate: rate(said, written),
    characterErrorRate: rate([...said.join(' ')], [...written.join(' ')]),
    placedShare:
      words.length === 0 ? 0 : words.filter((word) => (word.phones?.length ?? 0) > 0).length / words.length,
    confidenceMean: meanOf(confidences),
    confidenceLow: quantileOf(confidences, 0.2),
    confidenceLeast: confidences.length === 0 ? 0 : Math.min(...confidences),
    logConfidence: meanOf(confidences.map((confidence) => Math.log(Math.max(0.01, confidence)))),
  };
}
