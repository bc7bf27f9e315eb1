import { ratings } from '../../server/domain/scoring/experts.ts';
import { featureGroups } from '../../server/domain/scoring/utterance-features.ts';
import { agreementOf, bySpeaker, type Judged } from '../validity/figures.ts';
import type { HeardUtterance } from '../validity/hear-corpus.ts';
import { crossJudge, fitAndJudge, speakerFolds } from './experts.ts';
import type { Random } from './random.ts';

/** One line of the study: correlations per utterance, and of the total per speaker. */
export interface StudyLine {
  title: string;
  correlations: (number | null)[];
  totalPerSpeaker: number | null;
}

const line = (title: string, judged: readonly Judged[]): StudyLine => {
  const agreement = agreementOf(judged);
  return {
    title,
    correlations: ratings.map((rating) => agreement[rating].pcc),
    totalPerSpeaker: agreementOf(bySpeaker(judged)).total.pcc,
  };
};

const groupOf = (name: string) => name.split('.')[0]!;

/**
 * Which groups of features matter, and whether more speakers would help: always judged by speaker-disjoint folds,
 * without features of length.
 */
export function* study(heard: readonly HeardUtterance[], seedRandom: () => Random): Generator<StudyLine> {
  const folds = speakerFolds(heard, seedRandom());
  const groups = featureGroups.filter((group) => group !== 'amount');
  yield line(
    'everything',
    crossJudge(heard, folds, () => true),
  );
  yield line(
    'without length',
    crossJudge(heard, folds, (name) => groupOf(name) !== 'amount'),
  );
  for (const left of groups) {
    yield line(
      `without length and ${left}`,
      crossJudge(heard, folds, (name) => ![left, 'amount'].includes(groupOf(name))),
    );
  }
  for (const only of groups) {
    yield line(
      `only ${only}`,
      crossJudge(heard, folds, (name) => groupOf(name) === only),
    );
  }
  const speakers = seedRandom().shuffle([...folds.keys()]);
  for (const share of [0.25, 0.5, 0.75, 1]) {
    // The same speakers are judged each time; fewer of the others teach.
    const taught = new Set(speakers.slice(0, Math.round(speakers.length * share)));
    const judged = [...new Set(folds.values())].flatMap((fold) =>
      fitAndJudge(
        heard.filter(({ utterance: { speaker } }) => folds.get(speaker) !== fold && taught.has(speaker)),
        heard.filter(({ utterance }) => folds.get(utterance.speaker) === fold),
        (name) => groupOf(name) !== 'amount',
      ),
    );
    yield line(`without length, taught by ${Math.round(100 * share)} % of the other speakers`, judged);
  }
}
