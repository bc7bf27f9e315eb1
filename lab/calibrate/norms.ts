/** Mean and standard deviation. */
export type Figure = readonly [mean: number, sd: number];

/**
 * A level of the speaking test: aggregate figures of learners rated at it in 15 minutes, their words only, fillers
 * and repaired-away words removed before counting.
 */
export interface LevelNorm {
  level: number;
  words: Figure;
  guiraud: Figure;
  mattr50: Figure;
  mtld: Figure;
  logFrequency: Figure;
  repairs: Figure;
  longPauses: Figure;
}

export const NORMS_SOURCE =
  'NICT-JLE corpus, aggregate figures of 509 of its 1,025 rated 15-minute interviews (first language Japanese, SST levels 2–9); word frequencies SUBTLEX-US';

/** Measured: means ± sd per level. */
export const levelNorms: readonly LevelNorm[] = [
  row(2, [204, 63], [7.62, 0.43], [0.726, 0.041], [44.5, 15], [3.89, 0.16], [11.3, 5.3], [17.1, 10]),
  row(3, [359, 110], [8.44, 0.78], [0.698, 0.037], [38.2, 11], [3.89, 0.14], [14.4, 5.7], [7.9, 5.7]),
  row(4, [562, 150], [9.21, 0.75], [0.704, 0.031], [41.2, 9.1], [3.91, 0.11], [13.7, 4.5], [4.3, 4.2]),
  row(5, [798, 180], [9.7, 0.61], [0.714, 0.025], [43.9, 7.5], [3.95, 0.09], [12.1, 4.9], [2.7, 3.7]),
  row(6, [928, 200], [9.92, 0.65], [0.72, 0.029], [45.6, 8.2], [3.98, 0.11], [10.4, 3.1], [2.1, 2.7]),
  row(7, [1030, 190], [10.1, 0.69], [0.724, 0.021], [47.1, 8.4], [3.99, 0.08], [8.8, 3.3], [0.9, 1.0]),
  row(8, [1160, 250], [10.5, 0.72], [0.73, 0.02], [49.1, 6.7], [3.97, 0.08], [7.0, 2.6], [0.8, 1.2]),
  row(9, [1300, 250], [10.7, 0.72], [0.737, 0.021], [51.6, 8.4], [4.01, 0.11], [5.3, 1.6], [0.3, 0.3]),
];

/**
 * Assumed, not measured: the lowest level, of which the norms have no figures, and two above the highest, for C1 and
 * C2. Up there production hardly grows (people do not speak faster for ever), variety goes on rising and content words
 * become rarer. Their deviations are one and a half times what the trend says, because their means are guesses.
 */
export const assumedLevels: readonly LevelNorm[] = [
  row(1, [110, 55], [6.6, 0.7], [0.73, 0.055], [42, 18], [3.88, 0.2], [9.5, 6.5], [24, 14]),
  row(10, [1400, 380], [11.6, 1.2], [0.762, 0.033], [60, 15], [3.94, 0.16], [4.6, 2.2], [0.25, 0.4]),
  row(11, [1480, 400], [12.6, 1.35], [0.79, 0.035], [74, 19], [3.86, 0.18], [4, 2.2], [0.2, 0.35]),
];

/**
 * Assumed: how often each level comes for an interview, against 1 for the levels that the norms know. What is not
 * known of the top levels is met by expecting them less: claims above B2 need more than one high figure.
 */
export const expectedShare = (level: number): number =>
  level === 1 ? 0.3 : level === 10 ? 0.4 : level === 11 ? 0.2 : 1;

function row(
  level: number,
  words: Figure,
  guiraud: Figure,
  mattr50: Figure,
  mtld: Figure,
  logFrequency: Figure,
  repairs: Figure,
  longPauses: Figure,
): LevelNorm {
  return { level, words, guiraud, mattr50, mtld, logFrequency, repairs, longPauses };
}

/** Length of the speaking test behind the norms. */
export const TEST_MINUTES = 15;

/** Assumed: minutes of them in which the floor is the learner's. At it the rates are 94–130 words a minute for B1–B2. */
export const FLOOR_MINUTES = 10;

/**
 * Examiners' level -> 0–5, through the CEFR mapping of the norms: 1–3 A1 (under 1.0), 4–5 A2 (under 2.0), 6–8 B1
 * (under 3.0), 9 B2 and up; 10 and 11 are the assumed C1 and C2.
 */
export const levelToScale: [level: number, scale: number][] = [
  [0, 0],
  [1, 0.25],
  [2, 0.5],
  [3, 0.8],
  [3.5, 1],
  [4, 1.25],
  [5, 1.75],
  [5.5, 2],
  [6, 2.2],
  [7, 2.5],
  [8, 2.8],
  [8.5, 3],
  [9, 3.4],
  [10, 4.1],
  [11, 4.6],
  [12, 5],
];

/**
 * Fillers per 100 words and words per turn by level, from the same norms; level 1 assumed. Simulated transcripts are
 * made with them; no score uses them.
 */
export const transcriptNorms: Readonly<Record<number, { fillers: Figure; wordsPerTurn: Figure }>> = {
  1: { fillers: [22, 9], wordsPerTurn: [1.6, 0.4] },
  2: { fillers: [21.8, 7.6], wordsPerTurn: [2.2, 0.5] },
  3: { fillers: [18.3, 7.8], wordsPerTurn: [3.4, 1.1] },
  4: { fillers: [17.2, 6.4], wordsPerTurn: [4.4, 1.1] },
  5: { fillers: [13.3, 5.1], wordsPerTurn: [5.6, 1.4] },
  6: { fillers: [9.9, 3.6], wordsPerTurn: [6.2, 1.4] },
  7: { fillers: [8.9, 3.1], wordsPerTurn: [6.5, 1.6] },
  8: { fillers: [8.4, 3.1], wordsPerTurn: [6.7, 1.5] },
  9: { fillers: [6.9, 2.4], wordsPerTurn: [7.1, 1.1] },
};

/**
 * How many of the 1,281 interviews of the whole corpus were rated at each level (Izumi, Uchimoto & Isahara 2004, as
 * published with it). Their spread, 1.57, agrees with what r and error of the norms' regressions imply (1.54).
 */
export const corpusLevels: Readonly<Record<number, number>> = {
  1: 3,
  2: 35,
  3: 222,
  4: 482,
  5: 236,
  6: 130,
  7: 77,
  8: 56,
  9: 40,
};

/** Spread of levels among the rated learners, from the published r .87 and RMSE .76: .76 / √(1 − .87²). */
export const LEVEL_SD = 0.76 / Math.sqrt(1 - 0.87 ** 2);

/** Held-out error of a regression that correlates r with the examiners' level, in levels. */
export const publishedRmse = (r: number): number => LEVEL_SD * Math.sqrt(1 - r ** 2);
