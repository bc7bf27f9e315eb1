/** Numbers of a vector that each n-gram is spread over. */
const spread = 8;
/** Korean syllables are letters written in blocks: like Chinese signs, each says much. */
const isDense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Adds what a word is made of: signs and pairs of them in Chinese, Japanese and Korean, else stretches of three and four letters, its
 * ends among them (Bojanowski et al. 2017), each hashed to eight signed numbers of the vector (Weinberger et al. 2009). Words that share
 * most of their letters come to lie near each other; nothing else is known of them.
 *
 * @param sum a power of two numbers, at most 65,536
 * @param length of the vector added, about; a run of n dense signs weighs like n / 2 words
 */
export function addNGrams(word: string, length: number, sum: Float64Array): void {
  const dense = isDense.test(word);
  const letters = dense ? [...word] : ['<', ...word, '>'];
  const sizes = dense ? [1, 2] : [3, 4];
  let count = 0;
  for (const size of sizes) count += Math.max(0, letters.length - size + 1);
  const words = dense ? Math.max(1, letters.length / 2) : 1;
  const step = length * Math.sqrt(words / (count * spread));
  const mask = sum.length - 1;
  for (const size of sizes) {
    for (let first = 0; first + size <= letters.length; first++) {
      let state = hashOf(letters, first, size);
      for (let n = 0; n < spread; n++) {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        // The higher bits of a linear congruential generator are the better ones.
        const at = (state >>> 16) & mask;
        sum[at] = sum[at]! + (state & 0x80_00 ? step : -step);
      }
    }
  }
}

/** FNV-1a over the letters, its bits then mixed. */
function hashOf(letters: readonly string[], first: number, size: number): number {
  let hash = 0x81_1c_9d_c5;
  for (let n = first; n < first + size; n++) {
    hash = Math.imul(hash ^ letters[n]!.codePointAt(0)!, 0x01_00_01_93);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
