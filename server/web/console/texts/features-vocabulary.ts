import type { FeatureText } from './feature-text.ts';

export const vocabularyFeatures = {
  distinctPer5FloorMinutes: {
    title: 'Different words in five minutes',
    help: 'How many different words the candidate uses in five minutes of holding the floor. The best single sign of vocabulary.',
    better: 'more',
  },
  distinctPerFloorMinute: {
    title: 'Different words per minute',
    help: 'Different words for each minute of holding the floor.',
    better: 'more',
  },
  wordsPerFloorMinute: {
    title: 'Words per minute',
    help: 'All words for each minute of holding the floor, pauses included.',
    better: 'more',
  },
  mattr50: {
    title: 'Variety within 50 words',
    help: 'Of any 50 words in a row, the share that are different.',
    better: 'more',
    format: 'percent',
  },
  mtld: {
    title: 'Words before they repeat',
    help: 'How long the candidate goes on before words begin to repeat (MTLD).',
    better: 'more',
    unit: 'words',
  },
  hdd42: {
    title: 'Variety in a random sample',
    help: 'How likely words are to differ in a sample of 42 (HD-D).',
    better: 'more',
  },
  logFrequency: {
    title: 'Commonness of the words',
    help: 'How common the content words are in the language; less is rarer and harder.',
    better: 'less',
  },
  beyond2000Share: {
    title: 'Words beyond the 2,000 commonest',
    help: 'Share of content words that are not among the 2,000 commonest of the language.',
    better: 'more',
    format: 'percent',
  },
  beyond5000Share: {
    title: 'Words beyond the 5,000 commonest',
    help: 'Share of content words that are not among the 5,000 commonest of the language.',
    better: 'more',
    format: 'percent',
  },
  repeatedBigramShare: {
    title: 'Repeated word pairs',
    help: 'Share of neighbouring word pairs that were said before.',
    better: 'less',
    format: 'percent',
  },
  distinctPer100Words: {
    title: 'Different words in 100',
    help: 'Of any 100 words in a row, how many are different.',
    better: 'more',
    unit: 'words',
  },
  lemmasInFirst100: {
    title: 'Different words in the first 100',
    help: 'Counted as in a dictionary: “go” and “went” are one.',
    better: 'more',
    unit: 'words',
  },
  lemmasInFirst300: {
    title: 'Different words in the first 300',
    help: 'Counted as in a dictionary: “go” and “went” are one.',
    better: 'more',
    unit: 'words',
  },
  wordLength: { title: 'Length of words', help: 'Letters per word, on average.', unit: 'letters' },
  hedgesPer100Words: {
    title: 'Hedges',
    help: '“Kind of”, “maybe”, “I think”, per 100 words.',
    unit: 'per 100 words',
  },
  lightVerbShare: {
    title: 'General verbs',
    help: 'Share of verbs such as “do”, “get” and “make” that fit anywhere.',
    better: 'less',
    format: 'percent',
  },
} satisfies Record<string, FeatureText>;
