/** Repeatable random numbers: the same seed gives the same calibration on every machine. */
export interface Random {
  /** [0, 1). */
  uniform(): number;
  /** Standard normal. */
  normal(): number;
  /** A shuffled copy. */
  shuffle<Item>(items: readonly Item[]): Item[];
}

/** xorshift128 (Marsaglia 2003) seeded by splitmix-like mixing; Box–Muller for the normal. */
export function createRandom(seed: number): Random {
  let mixed = seed >>> 0;
  const state = new Uint32Array(4).map(() => {
    mixed = (mixed + 0x9e3779b9) >>> 0;
    let word = mixed;
    word = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    return (word ^ (word >>> 15)) >>> 0;
  });
  const uniform = () => {
    let word = state[3]!;
    const first = state[0]!;
    state[3] = state[2]!;
    state[2] = state[1]!;
    state[1] = first;
    word ^= word << 11;
    word ^= word >>> 8;
    state[0] = word ^ first ^ (first >>> 19);
    return state[0] / 2 ** 32;
  };
  return {
    uniform,
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
    shuffle: (items) => {
      const shuffled = [...items];
      for (let last = shuffled.length - 1; last > 0; last -= 1) {
        const pick = Math.floor(uniform() * (last + 1));
        [shuffled[last], shuffled[pick]] = [shuffled[pick]!, shuffled[last]!];
      }
      return shuffled;
    },
  };
}
