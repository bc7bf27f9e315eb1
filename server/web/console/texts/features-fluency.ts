import type { FeatureText } from './feature-text.ts';

const perMinute = 'per minute';
const per100 = 'per 100 words';

export const fluencyFeatures = {
  articulationRate: {
    title: 'Speed of articulation',
    help: 'Syllables per second of speaking, pauses left out.',
    better: 'more',
    unit: 'syllables/s',
  },
  speechRate: {
    title: 'Speed of speech',
    help: 'Syllables per second, pauses included.',
    better: 'more',
    unit: 'syllables/s',
  },
  meanRunSyllables: {
    title: 'Syllables without a break',
    help: 'How much the candidate says, on average, between two pauses.',
    better: 'more',
    unit: 'syllables',
  },
  pausesPerMinute: {
    title: 'Pauses',
    help: 'Silences of a quarter of a second or more, per minute of speech.',
    better: 'less',
    unit: perMinute,
  },
  midClausePausesPerMinute: {
    title: 'Pauses inside a clause',
    help: 'Pauses where a fluent speaker makes none: in the middle of a thought.',
    better: 'less',
    unit: perMinute,
  },
  endClausePausesPerMinute: {
    title: 'Pauses between clauses',
    help: 'Pauses where everybody makes them: between two thoughts.',
    unit: perMinute,
  },
  pausedShare: {
    title: 'Time in silence',
    help: 'Share of the candidate’s time that is pause.',
    better: 'less',
    format: 'percent',
  },
  meanPauseMs: { title: 'Length of a pause', help: 'On average.', better: 'less', format: 'ms' },
  responseLatencyMs: {
    title: 'Time before an answer',
    help: 'From the end of the question to the first word of the answer, as the median of all answers.',
    format: 'ms',
  },
  longPausesPer100Words: {
    title: 'Silences of two seconds',
    help: 'Silences of two seconds or more, per 100 words.',
    better: 'less',
    unit: per100,
  },
  repairsPer100Words: {
    title: 'Repeated and restarted words',
    help: 'Repetitions and false starts, per 100 words.',
    better: 'less',
    unit: per100,
  },
  filledPausesPer100Words: {
    title: '“Uh” and “um”',
    help: 'Filled pauses, per 100 words. Shown, not scored: fluent speakers make them too.',
    unit: per100,
  },
} satisfies Record<string, FeatureText>;
