/** A token and its log probability among those that the rules allow, at temperature 1. */
export interface Choice {
  token: number;
  logProbability: number;
}

/** A whole vocabulary of tokens so far below the best adds less than a millionth to the sum. */
const negligible = -25;

/**
 * The most probable token, or one drawn at a temperature.
 *
 * @param logits −∞ where a token is forbidden
 * @param temperature 0 takes the best (the first of equals)
 * @param random uniform in [0, 1); not asked at temperature 0
 */
export function chooseToken(logits: Float32Array, temperature: number, random: () => number): Choice {
  let best = 0;
  let top = logits[0]!;
  for (let id = 1; id < logits.length; id++) {
    if (logits[id]! > top) {
      best = id;
      top = logits[id]!;
    }
  }
  let sum = 0;
  for (let id = 0; id < logits.length; id++) {
    if (logits[id]! - top > negligible) sum += Math.exp(logits[id]! - top);
  }
  const token = temperature > 0 ? draw(logits, top, temperature, random()) : best;
  return { token, logProbability: logits[token]! - top - Math.log(sum) };
}

function draw(logits: Float32Array, top: number, temperature: number, uniform: number): number {
  let sum = 0;
  for (let id = 0; id < logits.length; id++) sum += Math.exp((logits[id]! - top) / temperature);
  let rest = uniform * sum;
  let last = 0;
  for (let id = 0; id < logits.length; id++) {
    const weight = Math.exp((logits[id]! - top) / temperature);
    if (weight === 0) continue;
    last = id;
    rest -= weight;
    if (rest < 0) return id;
  }
  // Rounding may leave a little over: the last one that may be chosen takes it.
  return last;
}

/** Probability of one token among all, no rule applied. */
export function probabilityOf(logits: Float32Array, token: number): number {
  let top = Number.NEGATIVE_INFINITY;
  for (const logit of logits) if (logit > top) top = logit;
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - top);
  return Math.exp(logits[token]! - top) / sum;
}
