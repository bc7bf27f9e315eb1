import { type ExpertJudge, type Rating, ratings, type Variant } from '../../server/domain/scoring/experts.ts';
import { comparableWords, wordErrors } from '../../server/domain/transcript/word-errors.ts';
import { type Agreement, agreementOf, bySpeaker, type Judged } from './figures.ts';
import type { HeardUtterance } from './hear-corpus.ts';

interface Figures {
  utterance: Agreement;
  speaker: Agreement;
}

export interface ValidityReport extends Figures {
  /**
   * Errors of the transcript that was scored. With known text there is none: then of what the acoustic model hears
   * without language model.
   */
  wer: number;
  cer: number;
  /** Of the phones that the acoustic model hears on its own, against the usual pronunciation of the text. */
  phoneErrorRate: number;
  /** The same scores without any feature of how long a text is: what interviews use. */
  withoutLength: Figures;
  /** Share of the experts' medians inside the 90 % intervals. */
  coverage90: Record<Variant, Record<Rating, number>>;
  setting: 'known text' | 'own transcript';
  utterances: number;
  speakers: number;
  /** Utterances in which no word was recognised or found. */
  withoutWords: number;
}

/**
 * Scores every utterance and compares.
 *
 * @param phonesOf usual pronunciation of a text
 */
export function validityReport(
  heard: readonly HeardUtterance[],
  judge: ExpertJudge,
  knownText: boolean,
  phonesOf: (words: readonly string[]) => string[],
): ValidityReport {
  const opinions = heard.map(({ evidence }) => judge.judge(evidence));
  const judgedBy = (variant: Variant): Judged[] =>
    heard.map(({ utterance }, index) => ({
      speaker: utterance.speaker,
      scores: utterance.scores,
      predicted: Object.fromEntries(
        ratings.map((rating) => [rating, opinions[index]![variant][rating].score]),
      ) as Record<Rating, number>,
    }));
  const figures = (variant: Variant): Figures => ({
    utterance: agreementOf(judgedBy(variant)),
    speaker: agreementOf(bySpeaker(judgedBy(variant))),
  });
  const covered = (variant: Variant) =>
    Object.fromEntries(
      ratings.map((rating) => {
        const inside = heard.filter(({ utterance }, index) => {
          const [low, high] = opinions[index]![variant][rating].interval;
          return low <= utterance.scores[rating] && utterance.scores[rating] <= high;
        });
        return [rating, tidied(inside.length / heard.length)];
      }),
    ) as Record<Rating, number>;
  return {
    ...errorRates(heard, knownText, phonesOf),
    ...figures('all'),
    withoutLength: figures('withoutLength'),
    coverage90: { all: covered('all'), withoutLength: covered('withoutLength') },
    setting: knownText ? 'known text' : 'own transcript',
    utterances: heard.length,
    speakers: new Set(heard.map(({ utterance }) => utterance.speaker)).size,
    withoutWords: heard.filter(({ evidence }) => !evidence.words.some(({ phones }) => phones?.length)).length,
  };
}

function errorRates(
  heard: readonly HeardUtterance[],
  knownText: boolean,
  phonesOf: (words: readonly string[]) => string[],
) {
  const [words, characters, phones] = [newTally(), newTally(), newTally()];
  for (const { utterance, evidence } of heard) {
    const free = evidence.heard;
    const transcript = knownText
      ? (free?.characters ?? '')
      : evidence.words
          .filter(({ filler }) => !filler)
          .map(({ text }) => text)
          .join(' ');
    const [said, recognised] = [comparableWords(utterance.words.join(' ')), comparableWords(transcript)];
    count(words, said, recognised);
    count(characters, [...said.join(' ')], [...recognised.join(' ')]);
    count(phones, phonesOf(utterance.words), free?.phones ?? []);
  }
  return { wer: rateOf(words), cer: rateOf(characters), phoneErrorRate: rateOf(phones) };
}

const newTally = () => ({ errors: 0, length: 0 });

function count(tally: { errors: number; length: number }, said: readonly string[], other: readonly string[]) {
  const { substitutions, deletions, insertions } = wordErrors(said, other);
  tally.errors += substitutions + deletions + insertions;
  tally.length += said.length;
}

const rateOf = ({ errors, length }: { errors: number; length: number }) =>
  tidied(errors / Math.max(1, length));

const tidied = (value: number): number => Math.round(value * 10_000) / 10_000;
