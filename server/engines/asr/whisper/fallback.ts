import { deflateSync } from 'node:zlib';
import type { Hypothesis } from './decode.ts';

/** As openai/whisper has them: text that packs better than this repeats itself, tokens less probable than this are guesses. */
const maxCompressionRatio = 2.4;
const minMeanLogProbability = -1;
const maxNoSpeech = 0.6;

/** Temperatures tried in turn until a hypothesis is good. */
export const defaultTemperatures: readonly number[] = [0, 0.2, 0.4, 0.6, 0.8, 1];

/** How much smaller a text becomes when packed; 1 for nothing. */
export function compressionRatio(text: string): number {
  const bytes = Buffer.from(text, 'utf8');
  return bytes.length === 0 ? 1 : bytes.length / deflateSync(bytes).length;
}

/** The decoder heard no speech, so that the text it wrote is a guess. */
export const isSilence = ({ noSpeech, meanLogProbability }: Hypothesis): boolean =>
  noSpeech !== null && noSpeech > maxNoSpeech && meanLogProbability < minMeanLogProbability;

/** Whether a hypothesis should be decoded anew, at a higher temperature. */
export function isPoor(hypothesis: Hypothesis, text: string): boolean {
  if (isSilence(hypothesis)) return false;
  return (
    hypothesis.looped ||
    hypothesis.meanLogProbability < minMeanLogProbability ||
    compressionRatio(text) > maxCompressionRatio
  );
}

/** Of hypotheses none of which is good: one that does not go round in circles, and of these the most probable. */
export function leastPoor(
  tried: readonly { hypothesis: Hypothesis; text: string }[],
): Hypothesis | undefined {
  const circles = ({ hypothesis, text }: { hypothesis: Hypothesis; text: string }) =>
    hypothesis.looped || compressionRatio(text) > maxCompressionRatio ? 1 : 0;
  return [...tried].sort(
    (a, b) => circles(a) - circles(b) || b.hypothesis.meanLogProbability - a.hypothesis.meanLogProbability,
  )[0]?.hypothesis;
}
