/** A phrase is a loop when it was said this often in a row. Short ones need more: people do say "no, no, no, no". */
const repeats = (period: number): number => (period === 1 ? 9 : period <= 3 ? 6 : 4);
const longestPeriod = 60;

/**
 * Whether the last tokens go round in circles, as decoders do when they lose the sound.
 *
 * @param tokens text only: timestamps between repeated phrases differ
 * @returns how many tokens to keep, with the phrase once; null when there is no loop
 */
export function loopStart(tokens: readonly number[]): number | null {
  for (let period = 1; period <= longestPeriod; period++) {
    const needed = period * repeats(period);
    if (needed > tokens.length) {
      if (period > 3) return null;
      continue;
    }
    let same = period;
    while (
      same < tokens.length &&
      tokens[tokens.length - 1 - same] === tokens[tokens.length - 1 - same + period]
    ) {
      same++;
    }
    if (same >= needed) return tokens.length - same + period;
  }
  return null;
}
