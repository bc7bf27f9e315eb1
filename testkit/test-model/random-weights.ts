import type { Weights } from '#server/engines/models/convert/layers.ts';

/**
 * Weights that look like a network's and are the same on every machine: each matrix has a seed of its own, made of `seed` and its
 * name. Products keep their inputs' size, and positions and tokens differ enough that greedy decoding wanders about.
 */
export function randomWeights(seed: number): Weights {
  return (name, dims) => {
    const count = dims.reduce((product, dim) => product * dim, 1);
    const values = new Float32Array(count);
    const next = generator(hash(`${seed}/${name}`));
    const { mean, deviation } = spread(name, dims);
    // The sum of three uniform numbers is normal enough, and fast for a hundred million weights.
    for (let i = 0; i < count; i++) values[i] = mean + deviation * 2 * (next() + next() + next() - 1.5);
    return values;
  };
}

function spread(name: string, dims: readonly number[]): { mean: number; deviation: number } {
  if (/norm\.weight$/.test(name)) return { mean: 1, deviation: 0.1 };
  if (/\.bias$/.test(name)) return { mean: 0, deviation: 0.05 };
  if (/embed_tokens$/.test(name)) return { mean: 0, deviation: 1.6 / Math.sqrt(dims[1]!) };
  if (/embed_positions$/.test(name)) return { mean: 0, deviation: 0.6 };
  if (/conv\d\.weight$/.test(name)) return { mean: 0, deviation: 1 / Math.sqrt(dims[1]! * 3) };
  // Queries and keys apart from each other, so that attention looks somewhere.
  const sharp = /[qk]_proj/.test(name) ? 2 : 1;
  return { mean: 0, deviation: sharp / Math.sqrt(dims[0]!) };
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ character.codePointAt(0)!, 0x01000193) >>> 0;
  return value;
}

/** Mulberry32: uniform in [0, 1). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
