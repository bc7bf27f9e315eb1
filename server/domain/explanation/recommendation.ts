import type { AccentResult } from '../scoring/accent.ts';
import type { DimensionCalibration, ScaleCalibration } from '../scoring/calibration.ts';
import { levelInWords } from '../scoring/cefr-levels.ts';
import { TOLD_ERROR_RATE } from '../scoring/certainty.ts';
import { type AccentUse, overallScore } from '../scoring/overall.ts';
import { type Abstention, type DimensionScore, isAbstention } from '../scoring/types.ts';
import { type SecondVoice, scoredAsOne } from '../speakers/second-voice.ts';
import { clock } from '../transcript/clock.ts';
import type { ExpectedErrors } from '../transcript/expected-errors.ts';
import { wordings } from './measures.ts';
import { evidenceFor, listed, movesOf, sentence, standsOut } from './moves.ts';
import type { UsualSounds } from './sounds.ts';

/** All that the texts are made from. Absent where a scorer failed. */
export interface Scored {
  vocabulary: DimensionScore | Abstention | undefined;
  fluency: DimensionScore | Abstention | undefined;
  accent: AccentResult | Abstention;
  /** Of the candidate's words; absent where it is not known. */
  expectedErrors?: ExpectedErrors | null | undefined;
  /** Where another language than the one asked for is spoken, in a sentence; empty or absent where none is. */
  otherLanguages?: string;
  /** What of the way of speaking a reader should know, in sentences; absent where nothing is. */
  notes?: readonly string[];
  /** Why the words may be two people's. */
  secondVoice?: Pick<SecondVoice, 'because'> | null | undefined;
}

export interface Calibrations {
  vocabulary: DimensionCalibration;
  fluency: DimensionCalibration;
  scale: ScaleCalibration;
  usualSounds: UsualSounds;
}

export const scoreOf = <Score extends DimensionScore>(
  result: Score | Abstention | undefined,
): Score | undefined => (result && !isAbstention(result) ? result : undefined);

/**
 * Text for a recruiter: the level of the language, what stands out either way, what to listen to, how clear the speech is, and how sure all
 * of it is. Where two people may have been scored as one, that comes first. It tells what was measured and never whether to hire.
 *
 * @param accentUse hidden: accent is not mentioned
 */
export function recommend(
  scored: Scored,
  calibrations: Calibrations,
  accentUse: AccentUse = 'counted',
): string {
  const accent = accentUse === 'hidden' ? undefined : scoreOf(scored.accent);
  const [vocabulary, fluency] = [scoreOf(scored.vocabulary), scoreOf(scored.fluency)];
  const warning = scored.secondVoice
    ? `${scoredAsOne}: listen to the recording before you rely on these figures. ${scored.secondVoice.because}`
    : '';
  const language: [string, DimensionScore | undefined][] = [
    ['vocabulary', vocabulary],
    ['fluency', fluency],
  ];
  const parts: typeof language = accentUse === 'hidden' ? language : [...language, ['accent', accent]];
  const produced = parts.filter((part): part is [string, DimensionScore] => part[1] !== undefined);
  const missing = parts.filter(([, score]) => !score).map(([name]) => name);
  const isBeyondNorms = [vocabulary, fluency].some((score) => score && score.score >= ABOVE_NORMS);
  const sentences = [
    warning,
    ...(scored.notes ?? []),
    ...level(scored, calibrations, accentUse),
    vocabulary && fluency ? contrast(vocabulary, fluency) : '',
    ...notable(vocabulary, fluency, calibrations),
    accent ? aboutAccent(accent, calibrations) : '',
    missing.length > 0 && (vocabulary || fluency) ? `${sentence(listed(missing))} could not be scored.` : '',
    scored.otherLanguages ?? '',
    misheard(scored.expectedErrors),
    caution(produced),
    isBeyondNorms
      ? 'The speakers behind vocabulary and fluency were rated up to B2: how far above it somebody lies is an estimate.'
      : '',
  ];
  return sentences.filter(Boolean).join(' ');
}

/** The level without accent, which says most of the language; then the overall score, where it is another figure. */
function level(scored: Scored, { scale }: Calibrations, accentUse: AccentUse): string[] {
  const language = overallScore(scored, scale, 'shown');
  const overall = overallScore(scored, scale, accentUse);
  if (!language) {
    return [
      overall
        ? 'Neither vocabulary nor fluency could be scored, so nothing is said of how well the candidate knows the language.'
        : 'No dimension could be scored.',
    ];
  }
  const { score, interval, basedOn } = language;
  const subject = basedOn.length > 1 ? 'Vocabulary and fluency together are' : `${sentence(basedOn[0]!)} is`;
  return [
    `${subject} at ${levelInWords(score, interval, scale.cutPoints)} (${figures(language)}).`,
    overall?.basedOn.includes('accent')
      ? `With accent counted, the overall score is ${overall.score.toFixed(1)} (${overall.cefr}).`
      : '',
  ];
}

/** "3.4 of 5; 2.8 to 4.0 is likely" */
export const figures = ({ score, interval }: Pick<DimensionScore, 'score' | 'interval'>): string =>
  `${score.toFixed(1)} of 5; ${interval[0].toFixed(1)} to ${interval[1].toFixed(1)} is likely`;

/** A sentence on words that were probably misheard; empty where there are few. */
export function misheard(errors: ExpectedErrors | null | undefined): string {
  if (!errors || errors.rate < TOLD_ERROR_RATE) return '';
  const [rate, low, high] = [errors.rate, ...errors.interval].map((share) => Math.round(100 * share));
  return `About ${rate} % of the candidate's words were probably misheard (${low} to ${high} %): quotations may be wrong, and the likely ranges are wider for it.`;
}

/** Whether a warning is the sentence of `misheard`. */
export const tellsMisheard = (warning: string): boolean =>
  /^About \d+ % of the candidate's words were probably misheard/.test(warning);

/** From C1 on the scales rest on assumptions. */
const ABOVE_NORMS = 4;

/** Two scores differ where their distance is more than both intervals together allow for. */
function contrast(vocabulary: DimensionScore, fluency: DimensionScore): string {
  const [higher, lower] =
    vocabulary.score >= fluency.score
      ? ([
          ['vocabulary', vocabulary],
          ['fluency', fluency],
        ] as const)
      : ([
          ['fluency', fluency],
          ['vocabulary', vocabulary],
        ] as const);
  const told = ([name, { score }]: readonly [string, DimensionScore]) => `${name} (${score.toFixed(1)})`;
  const doubt = Math.hypot(higher[1].score - higher[1].interval[0], lower[1].interval[1] - lower[1].score);
  return higher[1].score - lower[1].score > doubt
    ? `${sentence(told(higher))} is higher than ${told(lower)}.`
    : `${sentence(told(higher))} and ${told(lower)} cannot be told apart by these figures.`;
}

function notable(
  vocabulary: DimensionScore | undefined,
  fluency: DimensionScore | undefined,
  calibrations: Calibrations,
): string[] {
  const of = (score: DimensionScore | undefined, calibration: DimensionCalibration) =>
    score ? movesOf(score, calibration).map((move) => ({ ...move, score })) : [];
  const moves = [...of(vocabulary, calibrations.vocabulary), ...of(fluency, calibrations.fluency)].filter(
    (move) => wordings[move.feature] && standsOut(move),
  );
  // Production counts in both dimensions; it is told once.
  const told = new Set<string>();
  const once = moves.filter(({ feature }) => !told.has(feature) && told.add(feature));
  const up = once.filter(({ points }) => points > 0).toSorted((a, b) => b.points - a.points)[0];
  const down = once.filter(({ points }) => points < 0).toSorted((a, b) => a.points - b.points)[0];
  const heard =
    down && evidenceFor(down.score, 'midClausePausesPerMinute', 'repairsPer100Words', 'repeatedBigramShare');
  return [
    up ? `What lifts the score: the candidate ${wordings[up.feature]!.tell(up)}.` : '',
    down ? `What holds the score back: the candidate ${wordings[down.feature]!.tell(down)}.` : '',
    heard ? `To judge for yourself, listen at ${clock(heard.startMs)} ("${heard.text}").` : '',
  ];
}

/** What accent is, how it stands, and that it is no criterion by itself. */
function aboutAccent(accent: AccentResult, { scale: { cutPoints } }: Calibrations): string {
  const level = levelInWords(accent.score, accent.interval, cutPoints);
  return [
    `Accent, which is how easily sounds, stress and rhythm are understood, is at ${level} (${figures(accent)}); it is no criterion unless the job needs it.`,
    ...(accent.words ? accent.warnings : [noSounds]),
  ]
    .filter(Boolean)
    .join(' ');
}

export const noSounds =
  'Single sounds could not be examined in this language: accent rests on melody, loudness and rhythm alone, and clarity is best judged by ear.';

function caution(produced: readonly [string, DimensionScore][]): string {
  const unsure = produced.filter(([, score]) => score.confidence === 'low').map(([name]) => name);
  if (unsure.length === 0) return '';
  return unsure.length === produced.length && produced.length > 1
    ? 'All of these figures are uncertain: treat them as a first impression and confirm them in a conversation.'
    : `The ${unsure.length > 1 ? 'figures' : 'figure'} for ${listed(unsure)} ${unsure.length > 1 ? 'are' : 'is'} uncertain; a short conversation would settle more than this recording can.`;
}
