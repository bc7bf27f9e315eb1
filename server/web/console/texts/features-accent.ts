import type { FeatureText } from './feature-text.ts';

const goodness = 'How close the sounds are to what is expected; 0 is best.';

export const accentFeatures = {
  gopMean: { title: 'Clarity of sounds', help: goodness },
  gopWorstQuarter: {
    title: 'Clarity of the hardest quarter',
    help: `${goodness} Of the least clear quarter of all sounds.`,
  },
  wordGopMean: { title: 'Clarity of words', help: `${goodness} By word.` },
  gopUnder2Share: {
    title: 'Unclear sounds',
    help: 'Share of sounds that another sound would fit better.',
    format: 'percent',
  },
  gopUnder4Share: {
    title: 'Very unclear sounds',
    help: 'Share of sounds that another sound would fit much better.',
    format: 'percent',
  },
  logPosteriorMean: {
    title: 'Certainty of sounds',
    help: 'How sure the aligner is of each sound; 0 is best.',
  },
  logPosteriorWorstQuarter: {
    title: 'Certainty of the hardest quarter',
    help: 'How sure the aligner is of the least certain quarter of all sounds; 0 is best.',
  },
  entropyMean: {
    title: 'Ambiguity of sounds',
    help: 'How many sounds are plausible at a time; less is clearer.',
  },
  acceptedMean: {
    title: 'Acceptance of sounds',
    help: 'How surely a model trained on experts’ ratings accepts each sound.',
  },
  acceptedWorstQuarter: {
    title: 'Acceptance of the hardest quarter',
    help: 'The same, of the least accepted quarter of all sounds.',
  },
  wordAcceptedWorst: {
    title: 'Least accepted sound of a word',
    help: 'How surely the weakest sound of each word is accepted, on average.',
  },
  refusedShare: {
    title: 'Rejected sounds',
    help: 'Share of sounds that a model trained on experts’ ratings rejects.',
    format: 'percent',
  },
  doubtfulShare: {
    title: 'Doubtful sounds',
    help: 'Share of sounds that a model trained on experts’ ratings is not sure of.',
    format: 'percent',
  },
  phonesPerSecond: {
    title: 'Sounds per second',
    help: 'Speed of the sounds themselves, pauses left out.',
    unit: 'sounds/s',
  },
  logDurationMean: { title: 'Length of sounds', help: 'Mean length of a sound, logarithm of ms.' },
  logDurationSd: { title: 'Variation of length', help: 'How much the lengths of sounds differ.' },
  shortPhoneShare: {
    title: 'Very short sounds',
    help: 'Share of sounds that are much shorter than usual.',
    format: 'percent',
  },
  longPhoneShare: {
    title: 'Drawn-out sounds',
    help: 'Share of sounds that are much longer than usual.',
    format: 'percent',
  },
  durationChange: {
    title: 'Change of length',
    help: 'How much the length changes from one sound to the next.',
  },
  vowelVariability: {
    title: 'Rhythm of vowels',
    help: 'How much neighbouring vowels differ in length (nPVI): stress-timed English differs much.',
  },
  pitchRange: {
    title: 'Range of pitch',
    help: 'How far the voice moves up and down.',
    unit: 'semitones',
  },
  levelSd: { title: 'Variation of loudness', help: 'How much loudness changes while speaking.', unit: 'dB' },
  peakLevelStep: {
    title: 'Steps of loudness',
    help: 'How much louder or softer one syllable is than the one before.',
    unit: 'dB',
  },
  peakIntervalSd: {
    title: 'Evenness of syllables',
    help: 'How unevenly syllables follow each other; less is more even.',
  },
  longVoicedShare: {
    title: 'Long voiced stretches',
    help: 'Share of voiced stretches that run together without a break.',
    format: 'percent',
  },
} satisfies Record<string, FeatureText>;
