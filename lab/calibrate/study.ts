import { ratings } from '../../testkit/corpus.ts';
import { agreementOf, bySpeaker, type Judged } from '../validity/figures.ts';
import type { Measured } from '../validity/report.ts';
import { featureGroups } from '../validity/utterance-features.ts';
import { crossJudge, judgedTogether } from './experts.ts';

/** One line of the study: correlations per utterance, the residual's standard deviation of the total, the total per speaker. */
export interface StudyLine {
  title: string;
  correlations: (number | null)[];
  totalResidualSd: number;
  totalPerSpeaker: number | null;
}

const line = (title: string, judged: readonly Judged[]): StudyLine => {
  const agreement = agreementOf(judged);
  return {
    title,
    correlations: ratings.map((rating) => agreement[rating].pcc),
    totalResidualSd: agreement.total.residualSd,
    totalPerSpeaker: agreementOf(bySpeaker(judged)).total.pcc,
  };
};

const groupOf = (name: string) => name.split('.')[0]!;

/** What the networks and each group of features bring, judged by speaker-disjoint folds. */
export function* study(heard: readonly Measured[], folds: ReadonlyMap<string, number>): Generator<StudyLine> {
  const held = (wanted: (group: string) => boolean) =>
    crossJudge(heard, folds, (name) => wanted(groupOf(name)));
  const everything = held(() => true);
  yield line('everything', judgedTogether(everything));
  const withoutLength = held((group) => group !== 'amount');
  yield line('without length', judgedTogether(withoutLength));
  yield line('networks alone', judgedTogether(everything, 1));
  yield line('features alone', judgedTogether(everything, 0));
  yield line('features alone, without length', judgedTogether(withoutLength, 0));
  for (const left of featureGroups.filter((group) => group !== 'amount')) {
    const rest = held((group) => group !== 'amount' && group !== left);
    yield line(`features alone, without length and ${left}`, judgedTogether(rest, 0));
  }
}
