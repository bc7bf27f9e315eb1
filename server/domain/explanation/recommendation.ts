import type { AccentResult } from '../scoring/accent.ts';
import type { DimensionCalibration, ScaleCalibration } from '../scoring/calibration.ts';
import { TOLD_ERROR_RATE } from '../scoring/certainty.ts';
import { overallScore } from '../scoring/overall.ts';
import { type Abstention, type CefrLevel, type DimensionScore, isAbstention } from '../scoring/types.ts';
import { type SecondVoice, scoredAsOne } from '../speakers/second-voice.ts';
import { clock } from '../transcript/clock.ts';
import type { ExpectedErrors } from '../transcript/expected-errors.ts';
import { wordings } from './measures.ts';
import { evidenceFor, listed, movesOf, NOTABLE_POINTS, sentence } from './moves.ts';
import { unclearSounds } from './sounds.ts';

/** All that the texts are made from. Absent where a scorer failed. */
export interface Scored {
  vocabulary: DimensionScore | Abstention | undefined;
  fluency: DimensionScore | Abstention | undefined;
  accent: AccentResult | Abstention;
  /** Of the candidate's words; absent where it is not known. */
  expectedErrors?: ExpectedErrors | null | undefined;
  /** Where another language than the one asked for is spoken, in a sentence; empty or absent where none is. */
  otherLanguages?: string;
  /** Why the words may be two people's. */
  secondVoice?: Pick<SecondVoice, 'because'> | null | undefined;
}

export interface Calibrations {
  vocabulary: DimensionCalibration;
  fluency: DimensionCalibration;
  scale: ScaleCalibration;
}

/** What the framework says a speaker of a level can do in talk (Council of Europe 2020, put shortly). */
const canDo: Record<CefrLevel, string> = {
  'Pre-A1': 'single words and rehearsed phrases',
  A1: 'simple questions and answers on familiar matters, with help',
  A2: 'short exchanges on routine matters',
  B1: 'most everyday and familiar work topics, with some searching for words',
  B2: 'conversation on a wide range of topics without strain on either side',
  C1: 'flexible, well-structured talk on complex matters',
  C2: 'effortless talk on anything, with fine shades of meaning',
};

export const scoreOf = <Score extends DimensionScore>(
  result: Score | Abstention | undefined,
): Score | undefined => (result && !isAbstention(result) ? result : undefined);

/**
 * Text for a recruiter: the overall level, what stands out either way, what to listen to, and how sure it is.
 * Where two people may have been scored as one, that comes first. It says what was measured of language and never whether to hire.
 */
export function recommend(scored: Scored, calibrations: Calibrations): string {
  const accent = scoreOf(scored.accent);
  const [vocabulary, fluency] = [scoreOf(scored.vocabulary), scoreOf(scored.fluency)];
  const overall = overallScore(scored, calibrations.scale);
  const warning = scored.secondVoice
    ? `${scoredAsOne}: listen to the recording before you rely on these figures. ${scored.secondVoice.because}`
    : '';
  if (!overall) return [warning, 'No dimension could be scored.'].filter(Boolean).join(' ');
  const parts: [string, DimensionScore | undefined][] = [
    ['vocabulary', vocabulary],
    ['fluency', fluency],
    ['accent', accent],
  ];
  const produced = parts.filter((part): part is [string, DimensionScore] => part[1] !== undefined);
  const missing = parts.filter(([, score]) => !score).map(([name]) => name);
  const sentences = [
    warning,
    `Spoken language is about ${overall.cefr} overall (${overall.score.toFixed(1)} of 5, likely ${overall.interval[0].toFixed(1)} to ${overall.interval[1].toFixed(1)}): the framework describes this level as ${canDo[overall.cefr]}.`,
    contrast(produced),
    ...notable(vocabulary, fluency, calibrations),
    accent ? clarity(accent) : '',
    missing.length > 0
      ? `${sentence(listed(missing))} could not be scored, so the overall level rests on ${listed(produced.map(([name]) => name))} alone.`
      : '',
    scored.otherLanguages ?? '',
    misheard(scored.expectedErrors),
    caution(produced),
    overall.score >= ABOVE_NORMS
      ? 'The speakers behind these scales were rated up to B2: how far above it somebody lies is an estimate.'
      : '',
  ];
  return sentences.filter(Boolean).join(' ');
}

/** A sentence on words that were probably misheard; empty where there are few. */
export function misheard(errors: ExpectedErrors | null | undefined): string {
  if (!errors || errors.rate < TOLD_ERROR_RATE) return '';
  const [rate, low, high] = [errors.rate, ...errors.interval].map((share) => Math.round(100 * share));
  return `About ${rate} % of the candidate's words were probably misheard (${low} to ${high} %): quotations may be wrong, and the likely ranges are wider for it.`;
}

/** From C1 on the scales rest on assumptions. */
const ABOVE_NORMS = 4;

/** Points apart from which two dimensions are told to differ. */
const CONTRAST_POINTS = 0.6;

function contrast(produced: readonly [string, DimensionScore][]): string {
  const ordered = produced.toSorted(([, a], [, b]) => b.score - a.score);
  const [best, worst] = [ordered[0], ordered.at(-1)];
  if (!best || !worst || best === worst) return '';
  const figures = (entry: [string, DimensionScore]) => `${entry[0]} (${entry[1].score.toFixed(1)})`;
  if (best[1].score - worst[1].score < CONTRAST_POINTS) {
    return `${sentence(listed(ordered.map(figures)))} lie close together.`;
  }
  const middle = ordered.slice(1, -1).map((entry) => `, then ${figures(entry)}`);
  return `The strongest side is ${figures(best)}${middle.join('')}; the weakest is ${figures(worst)}.`;
}

function notable(
  vocabulary: DimensionScore | undefined,
  fluency: DimensionScore | undefined,
  calibrations: Calibrations,
): string[] {
  const of = (score: DimensionScore | undefined, calibration: DimensionCalibration) =>
    score ? movesOf(score, calibration).map((move) => ({ ...move, score })) : [];
  const moves = [...of(vocabulary, calibrations.vocabulary), ...of(fluency, calibrations.fluency)].filter(
    ({ feature, points }) => wordings[feature] && Math.abs(points) >= NOTABLE_POINTS,
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

function clarity(accent: AccentResult): string {
  if (!accent.phones) {
    return 'Single sounds could not be examined in this language: accent rests on melody, loudness and rhythm alone, and clarity is best judged by ear.';
  }
  const sounds = unclearSounds(accent, 2);
  const word = accent.evidence[0];
  if (accent.score >= 4) {
    return sounds.length > 0
      ? `Words are clear throughout; only ${listed(sounds)} could be more distinct.`
      : 'Words are clear throughout.';
  }
  const where = word ? ` (the least clear is "${word.text}" at ${clock(word.startMs)})` : '';
  const how = accent.score >= 3 ? 'Words are mostly clear' : 'Some words take effort to make out';
  return sounds.length > 0
    ? `${how}${where}; ${listed(sounds)} ${sounds.length > 1 ? 'come' : 'comes'} out least clearly.`
    : `${how}${where}.`;
}

function caution(produced: readonly [string, DimensionScore][]): string {
  const unsure = produced.filter(([, score]) => score.confidence === 'low').map(([name]) => name);
  if (unsure.length === 0) return '';
  return unsure.length === produced.length
    ? 'All of these figures are uncertain: treat them as a first impression and confirm them in a conversation.'
    : `The ${unsure.length > 1 ? 'figures' : 'figure'} for ${listed(unsure)} ${unsure.length > 1 ? 'are' : 'is'} uncertain; a short conversation would settle more than this recording can.`;
}
