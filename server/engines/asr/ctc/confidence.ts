import type { Evidence } from './evidence.ts';
import { confidenceWeights } from './tuning.ts';

/** Probability that the word was said: logistic regression on its evidence. */
export function confidence(evidence: Evidence): number {
  let odds = confidenceWeights.constant;
  for (const name of Object.keys(evidence) as (keyof Evidence)[])
    odds += confidenceWeights[name] * evidence[name];
  return 1 / (1 + Math.exp(-odds));
}
