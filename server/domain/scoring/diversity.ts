/**
 * Measures of how varied a speaker's words are. Tokens are word forms in lower case, in the order spoken; all
 * functions are of order n times the window at most and use nothing but the tokens.
 */

/**
 * Moving-average type-token ratio (Covington & McFall 2010): mean share of distinct words in every window.
 *
 * @param window tokens in a window, 50 in this project
 * @returns 0–1, or `undefined` with fewer tokens than one window
 */
export function mattr(tokens: readonly string[], window: number): number | undefined {
  const distinct = meanDistinct(tokens, window);
  return distinct === undefined ? undefined : distinct / window;
}

/**
 * Mean number of distinct tokens in every run of `window` consecutive tokens: "distinct words in 100 words".
 *
 * @returns 1–window, or `undefined` with fewer tokens than one window
 */
export function meanDistinct(tokens: readonly string[], window: number): number | undefined {
  if (tokens.length < window || window < 1) return undefined;
  const inWindow = new Map<string, number>();
  let sum = 0;
  tokens.forEach((token, index) => {
    inWindow.set(token, (inWindow.get(token) ?? 0) + 1);
    const leaving = tokens[index - window];
    if (leaving !== undefined) {
      const left = inWindow.get(leaving)! - 1;
      if (left === 0) inWindow.delete(leaving);
      else inWindow.set(leaving, left);
    }
    if (index >= window - 1) sum += inWindow.size;
  });
  return sum / (tokens.length - window + 1);
}

/** Type-token ratio at which a factor of MTLD is complete (McCarthy & Jarvis 2010). */
const MTLD_RATIO = 0.72;

/**
 * Measure of textual lexical diversity (McCarthy & Jarvis 2010): mean length of runs that keep the type-token
 * ratio above .72, forwards and backwards averaged; the unfinished run at the end counts in proportion.
 *
 * @returns tokens per factor, or `undefined` under 100 tokens; the number of tokens when nothing repeats
 */
export function mtld(tokens: readonly string[]): number | undefined {
  if (tokens.length < 100) return undefined;
  return (mtldOneWay(tokens) + mtldOneWay(tokens.toReversed())) / 2;
}

/** One direction of MTLD, without the minimum length. */
export function mtldOneWay(tokens: readonly string[]): number {
  let factors = 0;
  let length = 0;
  const types = new Set<string>();
  for (const token of tokens) {
    types.add(token);
    length += 1;
    if (types.size / length < MTLD_RATIO) {
      factors += 1;
      types.clear();
      length = 0;
    }
  }
  if (length > 0) factors += (1 - types.size / length) / (1 - MTLD_RATIO);
  return factors > 0 ? tokens.length / factors : tokens.length;
}

/**
 * HD-D (McCarthy & Jarvis 2007): expected type-token ratio of a random draw of 42 tokens. For display only: it is
 * not reliable across lengths in second-language speech (Kyle et al. 2024).
 *
 * @returns 0–1, or `undefined` under 42 tokens
 */
export function hdd(tokens: readonly string[], draw = 42): number | undefined {
  if (tokens.length < draw) return undefined;
  const frequencies = new Map<string, number>();
  for (const token of tokens) frequencies.set(token, (frequencies.get(token) ?? 0) + 1);
  let expectedTypes = 0;
  for (const frequency of frequencies.values()) {
    // Chance that none of the draw is this word: a product of shrinking shares, which never overflows.
    let absent = 1;
    for (let taken = 0; taken < draw; taken += 1) {
      absent *= Math.max(0, tokens.length - frequency - taken) / (tokens.length - taken);
    }
    expectedTypes += 1 - absent;
  }
  return expectedTypes / draw;
}

/**
 * Distinct tokens among the first `count`: growth of vocabulary at a fixed length, for lemmas.
 *
 * @returns `undefined` when there are fewer tokens than that
 */
export const distinctInFirst = (tokens: readonly string[], count: number): number | undefined =>
  tokens.length < count ? undefined : new Set(tokens.slice(0, count)).size;
