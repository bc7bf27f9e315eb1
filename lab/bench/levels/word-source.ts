import type { FrequencyTable } from '../../../server/domain/scoring/text.ts';
import type { Random } from '../../calibrate/random.ts';

/** Draws words that repeat themselves as a given speaker's do. */
export interface WordSource {
  word(): string;
}

/** How repetitive a speaker is: distinct words in 50, and in all they say. */
export interface Variety {
  distinctIn50: number;
  words: number;
  distinctInAll: number;
}

const STEEPNESS = Array.from({ length: 17 }, (_, index) => 0.5 + 0.05 * index);
const SIZES = Array.from({ length: 22 }, (_, index) => Math.round(60 * 1.25 ** index));

/**
 * A speaker's words as independent draws from the commonest `size` words of a frequency list, each with its count to
 * the power `steepness`: Zipf-like, steeper where few words do most of the work. Both are chosen so that the expected
 * number of distinct words is right at 50 words and at the whole length.
 */
export function createWordSources(table: FrequencyTable): (variety: Variety, random: Random) => WordSource {
  const words = [...table.counts]
    .filter(([form]) => /^[a-z]{2,}$|^[ai]$/.test(form))
    .toSorted(([a, many], [b, few]) => few - many || (a < b ? -1 : 1))
    .slice(0, SIZES.at(-1)!);
  const sources = STEEPNESS.flatMap((steepness) => {
    const weights = words.map(([, count]) => count ** steepness);
    return SIZES.map((size) => {
      const own = weights.slice(0, size);
      const total = own.reduce((sum, weight) => sum + weight, 0);
      return own.map((weight) => weight / total);
    });
  });
  const at50 = sources.map((shares) => expectedDistinct(shares, 50));
  return (variety, random) => {
    let best = { error: Number.POSITIVE_INFINITY, shares: sources[0]! };
    sources.forEach((shares, index) => {
      const local = Math.log(at50[index]! / variety.distinctIn50);
      if (Math.abs(local) > 0.1) return;
      const error =
        (3 * local) ** 2 + Math.log(expectedDistinct(shares, variety.words) / variety.distinctInAll) ** 2;
      if (error < best.error) best = { error, shares };
    });
    const below: number[] = [];
    let sum = 0;
    for (const share of best.shares) {
      sum += share;
      below.push(sum);
    }
    return { word: () => words[indexIn(below, random.uniform() * sum)]![0] };
  };
}

/** Mean number of different outcomes in `draws` draws. */
const expectedDistinct = (shares: readonly number[], draws: number): number =>
  shares.reduce((sum, share) => sum + 1 - (1 - share) ** draws, 0);

function indexIn(below: readonly number[], at: number): number {
  let [low, high] = [0, below.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (below[middle]! > at) high = middle;
    else low = middle + 1;
  }
  return low;
}
