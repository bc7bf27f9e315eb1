import type { TurnEnd } from './port.ts';

/** What is known of a turn's end: its last words, and how it sounded. */
export interface HeardEnd {
  reason: TurnEnd['reason'];
  /** That it sounded finished, 0–1. */
  probability: number;
  /** The recogniser's confidence in its last word, 0–1; 0 where no word was heard. */
  confidence: number;
}

/** Silence behind what has surely ended, ms: as soon as the end of speech is certain and the recogniser has its last words. */
export const finishedWaitMs = 500;
/** Silence behind what is likely to have ended, ms. */
export const likelyWaitMs = 800;

/**
 * Log odds that a sentence has ended, for recognisers on whose words they were fitted: half of 500 adult learners and other people who read
 * English. A last word that was cut off, or said as in the middle of a sentence, is heard with less confidence. Confidence compares
 * within one recogniser only. Figures: scripts/bench/README.md, "turns".
 */
const fitted: Readonly<Record<string, { sound: number; confidence: number; reads: number; bias: number }>> = {
  'moonshine-base-en': { sound: 0.34, confidence: 1.67, reads: 0.77, bias: -2.19 },
};
const fittedFrom = { finished: 1, likely: 0.5 };

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

function evidence(
  { reason, probability, confidence }: HeardEnd,
  { language, recogniser }: { language: string; recogniser: string },
) {
  if (reason === 'long-silence') return { finished: false, likely: false };
  const reads = reason === 'sentence-ended';
  const weights = fitted[recogniser];
  if (!weights) {
    const from = reads
      ? likelyFrom.withWords
      : soundAloneIn.has(language)
        ? likelyFrom.alone
        : Number.POSITIVE_INFINITY;
    return { finished: reads && probability >= finishedFrom, likely: probability >= from };
  }
  const odds =
    weights.bias +
    weights.sound * logOdds(probability) +
    weights.confidence * confidence +
    weights.reads * Number(reads);
  return { finished: odds >= fittedFrom.finished, likely: odds >= fittedFrom.likely };
}

/** Of a probability, bounded to ±7. */
export function logOdds(probability: number): number {
  const bounded = Math.min(Math.max(probability, 0.001), 0.999);
  return Math.log(bounded / (1 - bounded));
}
