/**
 * What each measure of `analysis.<dimension>.features` is, which unit its values carry and what a high or low one means: for the interface
 * description. A test holds names and units to what is measured.
 */
interface Explained {
  /** The `unit` of its values. */
  unit: string;
  says: string;
}

const floor = 'Floor time is the candidate’s turns, pauses included and everybody else’s turns left out.';
const shown = 'Shown, never scored.';
const phones = 'share of phones';
const ofSpeech = 'per minute of speech';
const per100 = 'per 100 words';

export const vocabularyFeatures = {
  wordsPerFloorMinute: {
    unit: 'words per minute of floor time',
    says: `How many words the candidate says. ${floor} High: says much; scored up to 160.`,
  },
  distinctPerFloorMinute: {
    unit: 'distinct words per minute of floor time',
    says: 'Different words in one minute of floor time. High: richer; scored up to 105.',
  },
  distinctPer5FloorMinutes: {
    unit: 'distinct words in five minutes of floor time',
    says: 'Different words in five minutes of floor time. High: richer; scored up to 320. Missing where the candidate has less than five minutes.',
  },
  distinctPer100Words: {
    unit: 'distinct words in 100',
    says: `Different words in every 100 words said one after the other. High: varied. ${shown}`,
  },
  mattr50: {
    unit: 'ratio',
    says: 'Moving-average type-token ratio over 50 words, 0–1. High: varied; scored up to 0.85.',
  },
  mtld: {
    unit: 'words',
    says: 'Measure of textual lexical diversity: mean length of stretches of words that stay varied. High: varied; scored up to 110.',
  },
  logFrequency: {
    unit: 'log10 occurrences',
    says: `Mean logarithm (base 10) of how often the content words occur in the list of word frequencies. High: common words; low: rare ones. ${shown}`,
  },
  beyond2000Share: {
    unit: 'share',
    says: `Share of the different content words that are not among the 2,000 commonest, 0–1. High: rarer words. ${shown}`,
  },
  beyond5000Share: {
    unit: 'share',
    says: `Share of the different content words that are not among the 5,000 commonest, 0–1. High: rarer words. ${shown}`,
  },
  wordLength: {
    unit: 'letters',
    says: `Mean length of content words. High: longer words. ${shown}`,
  },
  lemmasInFirst100: {
    unit: 'distinct lemmas',
    says: `Different dictionary forms among the first 100 words. High: varied. ${shown}`,
  },
  lemmasInFirst300: {
    unit: 'distinct lemmas',
    says: `Different dictionary forms among the first 300 words. High: varied. ${shown}`,
  },
  hdd42: {
    unit: 'ratio',
    says: `HD-D: expected share of different words in a random draw of 42 words, 0–1. High: varied. ${shown}`,
  },
  repeatedBigramShare: {
    unit: 'share',
    says: `Share of pairs of neighbouring words that were said before, 0–1. High: repeats phrases. ${shown}`,
  },
  hedgesPer100Words: {
    unit: per100,
    says: `Hedges such as “maybe”, “kind of”, “I think”; English only. High: hedges often. ${shown}`,
  },
  lightVerbShare: {
    unit: 'share of verbs',
    says: `Share of verbs that are do, get, give, go, have, make, put or take, 0–1; English only. High: plainer verbs. ${shown}`,
  },
} as const satisfies Record<string, Explained>;

export const fluencyFeatures = {
  wordsPerFloorMinute: {
    unit: 'words per minute of floor time',
    says: `Words said, those taken back left out. ${floor} High: fluent; scored up to 170.`,
  },
  articulationRate: {
    unit: 'syllables/s',
    says: 'Syllables per second of time in which words are said, pauses and fillers left out. High: fast; scored up to 5.5.',
  },
  speechRate: {
    unit: 'syllables/s',
    says: `Syllables per second of floor time, pauses included. High: fast. ${shown}`,
  },
  meanRunSyllables: {
    unit: 'syllables',
    says: 'Mean number of syllables between two breaks (a pause of 250 ms or more, or a filler). High: fluent; scored up to 25.',
  },
  pausesPerMinute: {
    unit: ofSpeech,
    says: `Pauses of 250 ms or more; the minutes are those of speech without pauses. High: halting. ${shown}`,
  },
  midClausePausesPerMinute: {
    unit: ofSpeech,
    says: 'Of these, pauses inside a clause, where a word is looked for. High: halting. Missing where clauses of the language are not known.',
  },
  endClausePausesPerMinute: {
    unit: ofSpeech,
    says: `Of these, pauses between clauses, where a thought ends. ${shown} Missing where clauses of the language are not known.`,
  },
  pausedShare: {
    unit: 'share of floor time',
    says: 'Share of floor time that is silence of 250 ms or more, 0–1. High: halting.',
  },
  meanPauseMs: {
    unit: 'ms',
    says: `Mean length of a pause; one of more than 10 s counts as 10 s. High: long pauses. ${shown}`,
  },
  responseLatencyMs: {
    unit: 'ms',
    says: `Median time from the end of somebody else’s turn to the candidate’s answer. High: answers late. ${shown}`,
  },
  longPausesPer100Words: {
    unit: per100,
    says: 'Pauses of two seconds or more. High: halting; scored up to 15.',
  },
  repairsPer100Words: {
    unit: per100,
    says: 'Words said again at once, and beginnings taken back. High: halting; scored up to 12.',
  },
  filledPausesPer100Words: {
    unit: per100,
    says: `“uh”, “um” and their kin. High: hesitant. ${shown}`,
  },
} as const satisfies Record<string, Explained>;

const weighed = 'Every word weighs by how sure the recogniser is of it; the least clear fifth is left out.';

/** Where an aligner knows the language (English). */
const soundFeatures = {
  gopMean: {
    unit: 'log ratio',
    says: `Mean goodness of pronunciation (GOP) of phones: log p(phone) − log p(likeliest phone), 0 or below. ${weighed} High, towards 0: clear.`,
  },
  gopWorstQuarter: {
    unit: 'log ratio',
    says: 'The same mean over the least clear quarter of phones, 0 or below. High, towards 0: clear.',
  },
  gopUnder2Share: { unit: phones, says: 'Share of phones with a GOP below −2, 0–1. High: unclear.' },
  gopUnder4Share: { unit: phones, says: 'Share of phones with a GOP below −4, 0–1. High: unclear.' },
  logPosteriorMean: {
    unit: 'log probability',
    says: 'Mean log probability of the phones that were meant, 0 or below. High, towards 0: clear.',
  },
  logPosteriorWorstQuarter: {
    unit: 'log probability',
    says: 'The same mean over the least probable quarter of phones, 0 or below. High, towards 0: clear.',
  },
  wordGopMean: {
    unit: 'log ratio',
    says: 'Mean GOP of words, long and short ones alike, 0 or below. High, towards 0: clear.',
  },
  entropyMean: {
    unit: 'nats',
    says: 'How undecided the acoustic model is between phones, mean over words; 0 or above. High: unclear.',
  },
  acceptedMean: {
    unit: 'logit',
    says: 'Log odds that experts would accept a phone as it was said, mean over phones. High: clear; 0 is even odds. Missing where the acoustic model does not judge it.',
  },
  acceptedWorstQuarter: {
    unit: 'logit',
    says: 'The same mean over the quarter of phones with the lowest odds. High: clear.',
  },
  refusedShare: { unit: phones, says: 'Share of phones with log odds below 0, 0–1. High: unclear.' },
  doubtfulShare: { unit: phones, says: 'Share of phones with log odds below 1.5, 0–1. High: unclear.' },
  wordAcceptedWorst: {
    unit: 'logit',
    says: 'Log odds of the worst phone of each word, mean over words. High: clear.',
  },
  phonesPerSecond: {
    unit: 'phones/s',
    says: 'One second divided by the mean length of a phone. High: fast.',
  },
  logDurationMean: {
    unit: 'ln ms',
    says: 'Mean natural logarithm of the length of phones in milliseconds. High: drawn out.',
  },
  logDurationSd: {
    unit: 'ln ms',
    says: 'Standard deviation of that logarithm. High: uneven lengths.',
  },
  shortPhoneShare: {
    unit: phones,
    says: 'Share of phones of 40 ms or less, 0–1. High: many very short sounds.',
  },
  longPhoneShare: { unit: phones, says: 'Share of phones of 240 ms or more, 0–1. High: drawn out.' },
  durationChange: {
    unit: 'ln ratio',
    says: 'Mean absolute change of the logarithm of length from one phone to the next within a word. High: uneven lengths.',
  },
  vowelVariability: {
    unit: 'nPVI / 100',
    says: 'Normalised pairwise variability of the lengths of successive vowels, 0–2. High: long and short vowels alternate; low: all are alike.',
  },
} as const satisfies Record<string, Explained>;

/** In every other language. */
const prosodyFeatures = {
  pitchRange: {
    unit: 'semitones',
    says: 'From the tenth to the ninetieth percentile of pitch around its median within a stretch of speech. High: lively melody; low: monotonous.',
  },
  levelSd: {
    unit: 'dB',
    says: 'Standard deviation of loudness where the voice sounds. High: loudness moves much.',
  },
  peakLevelStep: {
    unit: 'dB',
    says: 'Mean difference in loudness between neighbouring syllables. High: uneven loudness.',
  },
  peakIntervalSd: {
    unit: 'ln ratio',
    says: 'Standard deviation of the logarithm of the time between syllables. High: uneven rhythm.',
  },
  longVoicedShare: {
    unit: 'share of voiced runs',
    says: 'Share of unbroken stretches of voice that last more than 300 ms, 0–1. High: sounds run into each other.',
  },
} as const satisfies Record<string, Explained>;

export const accentFeatures = { ...soundFeatures, ...prosodyFeatures } as const;
