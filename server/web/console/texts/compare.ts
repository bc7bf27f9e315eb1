import { inLanguage } from './language.ts';

/** Words of the comparison of two candidates. */
export const compareTexts = inLanguage('compareTexts', {
  title: 'Compare two candidates',
  description: 'Side by side, with how sure each score is.',
  first: 'First candidate',
  second: 'Second candidate',
  choose: 'Search by your id or the run’s',
  nothing: 'No finished run matches',
  empty: {
    title: 'Choose two candidates',
    text: 'Search for a run on either side; finished recordings can be compared.',
  },
  noResult: 'This run has no result to compare.',
  same: 'This is the same run twice: choose another.',
  scores: 'Scores',
  profile: 'Profiles',
  difference: 'Difference',
  ahead: (name: string, by: string) => `${name} is ahead by ${by}`,
  equal: 'The same score',
  verdicts: {
    clear: 'The intervals do not overlap: a real difference.',
    likely: 'The intervals overlap in part: probably, but not certainly, a difference.',
    unclear: 'The intervals overlap widely: this difference may be chance.',
  },
  otherBasis: 'These are means of different dimensions: not comparable.',
  notComparable: 'Not scored for both.',
  measures: 'Measures',
  measuresHelp: 'Those with a norm. The better value is in bold.',
  swap: 'Swap sides',
  otherLanguage: 'The two interviews are in different languages: compare levels, not measures.',
  legend: 'Solid and blue: first candidate. Dashed and orange: second candidate.',
});
