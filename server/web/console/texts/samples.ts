import { inLanguage } from './language.ts';

/** Words of the sample candidates. */
export const sampleTexts = inLanguage('sampleTexts', {
  mark: 'Sample',
  title: 'Sample candidates',
  description:
    'Made up, with synthetic voices, to show what you get: a CV with its evidence, a scorecard, an interview by question. They cost nothing and are counted nowhere.',
  table: 'Sample candidates',
  remove: 'Remove the samples',
  offer: 'Look at sample candidates',
  offerTitle: 'See it before you begin',
  offerText:
    'Two made-up candidates show what a CV with evidence, a scorecard and an interview by question look like. Nothing is spent, and one click removes them.',
  banner:
    'This candidate is made up. The voices are synthetic, nothing here counts anywhere, and nothing can be changed.',
});
