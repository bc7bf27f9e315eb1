/** Log odds of a probability, bounded to about ±7: nothing is so sure that one sign outweighs all others. */
export function logOdds(probability: number): number {
  const bounded = Math.min(Math.max(probability, 0.001), 0.999);
  return Math.log(bounded / (1 - bounded));
}
