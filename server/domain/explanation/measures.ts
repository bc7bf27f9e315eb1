import { degree, type Move } from './moves.ts';

/** How a feature is put into words; every text carries the measured number. */
export interface Wording {
  /** "84 words a minute": the bare figure, where nothing stands out. */
  name(move: Move): string;
  /** "says 84 words a minute …": what a recruiter reads, the subject being "the candidate". */
  tell(move: Move): string;
  /** What went well, to the candidate. */
  praise(move: Move): string;
  /** What to work on, to the candidate: one thing to do. */
  advise(move: Move): string;
}

const round = (value: number, digits = 0): string => value.toFixed(digits);

/** Whole times: "once", "9 times". */
const times = (value: number): string => (Math.round(value) === 1 ? 'once' : `${round(value)} times`);

const compared = (move: Move, digits = 0): string =>
  `${degree(move.distance)}${move.above ? 'more' : 'fewer'} than the ${round(move.norm.mean, digits)} usual at B2`;

export const wordings: Readonly<Record<string, Wording>> = {
  wordsPerFloorMinute: {
    name: (move) => `${round(move.value)} words a minute`,
    tell: (move) =>
      `says ${round(move.value)} words in a minute of their own speaking time, ${compared(move)}`,
    praise: (move) => `You said about ${round(move.value)} words a minute, more than is usual at B2.`,
    advise: (move) =>
      `You said about ${round(move.value)} words a minute. Telling a short story aloud three times, each time in less time, helps to get more said.`,
  },
  distinctPerFloorMinute: {
    name: (move) => `${round(move.value)} different words a minute`,
    tell: (move) => `brings ${round(move.value)} different words into a minute, ${compared(move)}`,
    praise: (move) =>
      `In a minute you used about ${round(move.value)} different words, more than is usual at B2.`,
    advise: (move) =>
      `A minute of your speech held about ${round(move.value)} different words. Before an interview, collect ten words for each topic you expect and use them aloud.`,
  },
  distinctPer5FloorMinutes: {
    name: (move) => `${round(move.value)} different words in five minutes`,
    tell: (move) => `brings ${round(move.value)} different words into five minutes, ${compared(move)}`,
    praise: (move) =>
      `In five minutes you used about ${round(move.value)} different words, more than is usual at B2.`,
    advise: (move) =>
      `Five minutes of your speech held about ${round(move.value)} different words. Before an interview, collect ten words for each topic you expect and use them aloud.`,
  },
  distinctPer100Words: {
    name: (move) => `${round(move.value)} different words in 100`,
    tell: (move) => `uses ${round(move.value)} different words in every 100, ${compared(move)}`,
    praise: (move) =>
      `Of every 100 words you said, ${round(move.value)} were different, more than is usual at B2.`,
    advise: (move) =>
      `Of every 100 words you said, ${round(move.value)} were different. When you notice a word coming back, try a second way to say it.`,
  },
  mattr50: {
    name: (move) => `${round(100 * move.value)} % different words in any 50`,
    tell: (move) =>
      `${move.above ? 'varies' : 'repeats'} words ${degree(move.distance)}more than is usual at B2 (${round(100 * move.value)} % different in any 50)`,
    praise: (move) =>
      `Within any 50 words, ${round(100 * move.value)} % were different, more than is usual at B2.`,
    advise: (move) =>
      `Within any 50 words, ${round(100 * move.value)} % were different. Retelling an answer with other words widens the choice.`,
  },
  mtld: {
    name: (move) => `${round(move.value)} words before they repeat`,
    tell: (move) =>
      move.above
        ? `keeps word choice varied over stretches of ${round(move.value)} words, ${compared(move)}`
        : `comes back to the same words after ${round(move.value)}, ${degree(move.distance)}sooner than the ${round(move.norm.mean)} usual at B2`,
    praise: (move) =>
      `Your choice of words stayed varied over long stretches (${round(move.value)} words on average).`,
    advise: (move) =>
      `After about ${round(move.value)} words the same words began to come back. Retelling an answer with other words widens the choice.`,
  },
  logFrequency: {
    name: () => 'words as common as most',
    tell: (move) =>
      move.above
        ? `relies ${degree(move.distance)}more on very common words than is usual at B2`
        : `chooses ${degree(move.distance)}rarer words than is usual at B2`,
    praise: () => 'Your words were less common ones than is usual at B2.',
    advise: () =>
      'Many of your words were very common ones. Learn the exact terms of your field with an example sentence each.',
  },
  repairsPer100Words: {
    name: (move) => `${move.value < 0.05 ? 'no' : round(move.value, 1)} repairs in 100 words`,
    tell: (move) => `repeats or restarts ${round(move.value, 1)} times in 100 words, ${compared(move, 1)}`,
    praise: (move) => `You seldom had to repeat or restart (${round(move.value, 1)} times in 100 words).`,
    advise: (move) =>
      `You repeated or restarted ${round(move.value, 1)} times in 100 words. A short silence before a sentence costs less than two beginnings.`,
  },
  longPausesPer100Words: {
    name: (move) => `${round(move.value, 1)} long silences in 100 words`,
    tell: (move) =>
      move.value < 0.05
        ? 'never falls silent for two seconds or more'
        : `falls silent for two seconds or more ${round(move.value, 1)} times in 100 words, ${compared(move, 1)}`,
    praise: (move) =>
      move.value < 0.05
        ? 'There was no silence of two seconds or more.'
        : `Silences of two seconds or more were few (${round(move.value, 1)} in 100 words).`,
    advise: (move) =>
      `There were ${round(move.value, 1)} silences of two seconds or more in 100 words. A phrase such as "let me think about that" keeps the conversation going.`,
  },
  articulationRate: {
    name: (move) => `${round(move.value, 1)} syllables a second`,
    tell: (move) =>
      `articulates ${round(move.value, 1)} syllables a second, ${degree(move.distance)}${move.above ? 'faster' : 'slower'} than the ${round(move.norm.mean, 1)} taken as usual at B2`,
    praise: (move) =>
      `Your words came faster than is usual at B2 (${round(move.value, 1)} syllables a second).`,
    advise: (move) =>
      `Your words came at ${round(move.value, 1)} syllables a second. Reading a text aloud along with a recording makes familiar phrases quicker.`,
  },
  meanRunSyllables: {
    name: (move) => `${round(move.value)} syllables between breaks`,
    tell: (move) =>
      `speaks ${round(move.value, 1)} syllables between one break and the next, ${compared(move)}`,
    praise: (move) => `You spoke in long stretches, ${round(move.value)} syllables between breaks.`,
    advise: (move) =>
      `You spoke ${round(move.value)} syllables between breaks. Practising whole phrases ("what I did first was …") makes the stretches longer.`,
  },
  midClausePausesPerMinute: {
    name: (move) => `${round(move.value)} pauses inside a clause a minute`,
    tell: (move) =>
      move.value < 0.5
        ? `hardly ever pauses inside a clause, where ${times(move.norm.mean)} a minute is taken as usual at B2`
        : `pauses inside a clause ${times(move.value)} in a minute of speech, ${compared(move)}`,
    praise: (move) =>
      move.value < 0.5
        ? `You hardly ever paused inside a thought (${round(move.value, 1)} times a minute).`
        : `You paused inside a thought only about ${times(move.value)} a minute, less often than is usual at B2.`,
    advise: (move) =>
      `You paused about ${times(move.value)} a minute in the middle of a thought. Try to pause before a sentence rather than within it.`,
  },
  endClausePausesPerMinute: {
    name: (move) => `${round(move.value)} pauses between clauses a minute`,
    tell: (move) => `pauses between clauses ${times(move.value)} in a minute of speech, ${compared(move)}`,
    praise: (move) => `Your pauses between thoughts were few (${round(move.value)} a minute).`,
    advise: (move) =>
      `You paused between thoughts about ${times(move.value)} a minute. Linking words ("so", "that is why") carry you over.`,
  },
  pausedShare: {
    name: (move) => `${round(100 * move.value)} % of the time in silence`,
    tell: (move) =>
      `is silent for ${round(100 * move.value)} % of their own speaking time, where about ${round(100 * move.norm.mean)} % is taken as usual at B2`,
    praise: (move) => `Little of your time went into silence (${round(100 * move.value)} %).`,
    advise: (move) =>
      `About ${round(100 * move.value)} % of your time was silence. Outlining an answer in three points beforehand shortens the search for words.`,
  },
};
