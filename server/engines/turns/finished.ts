import { logOdds } from '../../domain/log-odds.ts';
import type { TurnEnd } from './port.ts';

/** What is known of a turn's end: its last words, and how it sounded. */
export interface HeardEnd {
  reason: TurnEnd['reason'];
  /** That it sounded finished, 0–1. */
  probability: number;
  /** The recogniser's confidence in its last word, 0–1; 0 where no word was heard. */
  confidence: number;
  /** Whether a sentence ends behind it, as the recogniser would write (`Recognition.sentenceEnd`); 0 where that is not known. */
  sentenceEnd: number;
  /** How slowly its last word was said (`drawlOf`). */
  drawl: number;
}

/** A letter of a word in connected speech lasts about so long, ms. */
const letterMs = 60;
const leastLetterMs = 20;

/** How slowly a word was said: the natural logarithm of its length over what its letters usually take. The last word of a sentence is drawn out. */
export function drawlOf(word: string, wordMs: number): number {
  const letters = word.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return 0;
  return Math.log(Math.max(leastLetterMs, wordMs / (letters + 1)) / letterMs);
}

/** Silence behind what has surely ended, ms: as soon as the end of speech is certain and the recogniser has its last words. */
export const finishedWaitMs = 500;
/** Silence behind what is likely to have ended, ms. */
export const likelyWaitMs = 800;

/**
 * Log odds that a sentence has ended, for recognisers on whose words they were fitted: half of 260 adult learners, heard by corrections that had not heard
 * them, and of other people who read English. A last word that was cut off, or said as in the middle of a sentence, is heard with less confidence. Confidence compares
 * within one recogniser only. Figures: lab/bench/README.md, "turns".
 */
const fitted: Readonly<Record<string, Weights>> = {
  'moonshine-base-en': {
    ...{ sound: 0.34, confidence: 0.76, reads: 0.9 },
    ...{ sentenceEnd: 0.53, drawl: 0.63, bias: -4.13 },
  },
};
const fittedFrom = { finished: 0.8, likely: 0.6 };

interface Weights {
  sound: number;
  confidence: number;
  reads: number;
  sentenceEnd: number;
  drawl: number;
  bias: number;
}

/** For all others: what reads finished, by how it sounded; where that has been measured, the sound alone. */
export const finishedFrom = 0.85;
export const likelyFrom = { withWords: 0.7, alone: 0.95 };
const soundAloneIn: ReadonlySet<string> = new Set(['en']);

/**
 * Silence waited for behind what sounds and reads finished, or is likely to be; undefined behind everything else.
 *
 * @param about.recogniser whose words they are; empty where that is not known
 */
export function behindFinishedMs(
  end: HeardEnd,
  about: { language: string; recogniser: string },
): number | undefined {
  const { finished, likely } = evidence(end, about);
  if (finished) return finishedWaitMs;
  return likely ? likelyWaitMs : undefined;
}

function evidence(end: HeardEnd, { language, recogniser }: { language: string; recogniser: string }) {
  const { reason, probability } = end;
  if (reason === 'long-silence') return { finished: false, likely: false };
  const odds = fittedOdds(end, recogniser);
  if (odds !== undefined) return { finished: odds >= fittedFrom.finished, likely: odds >= fittedFrom.likely };
  const reads = reason === 'sentence-ended';
  const alone = soundAloneIn.has(language) ? likelyFrom.alone : Number.POSITIVE_INFINITY;
  return {
    finished: reads && probability >= finishedFrom,
    likely: probability >= (reads ? likelyFrom.withWords : alone),
  };
}

/** Log odds that a sentence has ended, by the weights of that recogniser; undefined where it has none, or the words lead on. */
export function fittedOdds(
  { reason, probability, confidence, sentenceEnd, drawl }: HeardEnd,
  recogniser: string,
): number | undefined {
  const weights = fitted[recogniser];
  if (!weights || reason === 'long-silence') return undefined;
  return (
    weights.bias +
    weights.sound * logOdds(probability) +
    weights.confidence * confidence +
    weights.reads * Number(reason === 'sentence-ended') +
    weights.sentenceEnd * sentenceEnd +
    weights.drawl * drawl
  );
}
