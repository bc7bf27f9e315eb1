import type { CorpusUtterance } from '../../testkit/corpus.ts';
import { type Rating, ratings } from '../../testkit/corpus.ts';
import { comparableWords, wordErrors } from '../../testkit/word-errors.ts';
import type { ExpertJudge, Setting, Variant } from './experts.ts';
import { type Agreement, agreementOf, bySpeaker, type Judged } from './figures.ts';
import type { UtteranceEvidence } from './utterance.ts';

/** One utterance measured with the words of one setting. */
export interface Measured {
  utterance: CorpusUtterance;
  evidence: UtteranceEvidence;
}

interface Figures {
  utterance: Agreement;
  speaker: Agreement;
}

export interface ValidityReport extends Figures {
  /** Errors of the recogniser's own transcript, whichever words were scored. */
  wer: number;
  cer: number;
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

/** Scores every utterance and compares. */
export function validityReport(
  heard: readonly Measured[],
  judge: ExpertJudge,
  setting: Setting,
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
    ...errorRates(heard),
    ...figures('all'),
    withoutLength: figures('withoutLength'),
    coverage90: { all: covered('all'), withoutLength: covered('withoutLength') },
    setting: setting === 'knownText' ? 'known text' : 'own transcript',
    utterances: heard.length,
    speakers: new Set(heard.map(({ utterance }) => utterance.speaker)).size,
    withoutWords: heard.filter(({ evidence }) => !evidence.words.some(({ phones }) => phones?.length)).length,
  };
}

function errorRates(heard: readonly Measured[]) {
  const [words, characters] = [newTally(), newTally()];
  for (const { utterance, evidence } of heard) {
    const text = utterance.words.join(' ');
    const transcript = (evidence.heard ?? []).map((word) => word.text).join(' ');
    const said = comparableWords(text, 'en', transcript);
    const recognised = comparableWords(transcript, 'en', text);
    count(words, said, recognised);
    count(characters, [...said.join(' ')], [...recognised.join(' ')]);
  }
  return { wer: rateOf(words), cer: rateOf(characters) };
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
