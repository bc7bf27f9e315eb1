import type { VoicePoint } from './clusters.ts';
import type { VoiceModel } from './model.ts';

/** Windows that surely belong together stay within one span and this many. */
const POOLED_WINDOWS = 4;
const ROUNDS = 6;
const SEED = 7;

interface Block {
  weight: number;
  mean: Float64Array;
}

/**
 * Other beginnings than the bottom-up one, which sometimes splits by something else than the voice: `starts` runs
 * of k-means over short stretches from seeded random centres (k-means++, Arthur & Vassilvitskii 2007), in the directions in which people
 * differ. Deterministic.
 *
 * @returns assignments of every point to 0 … voices − 1
 */
export function randomStarts(
  model: Pick<VoiceModel, 'between' | 'dims'>,
  points: readonly VoicePoint[],
  voices: number,
  starts: number,
): Int32Array[] {
  const { blocks, blockOf } = pooled(model, points);
  const random = congruential(SEED);
  return Array.from({ length: starts }, () => {
    const voiceOf = kMeans(model, blocks, spreadCentres(model, blocks, voices, random));
    return Int32Array.from(blockOf, (block) => voiceOf[block]!);
  });
}

function pooled(
  model: Pick<VoiceModel, 'dims'>,
  points: readonly VoicePoint[],
): { blocks: Block[]; blockOf: number[] } {
  const blocks: Block[] = [];
  const blockOf: number[] = [];
  let length = 0;
  for (const [i, point] of points.entries()) {
    if (i === 0 || point.span !== points[i - 1]!.span || length >= POOLED_WINDOWS) {
      blocks.push({ weight: 0, mean: new Float64Array(model.dims) });
      length = 0;
    }
    const block = blocks.at(-1)!;
    block.weight += point.weight;
    for (let k = 0; k < model.dims; k++) block.mean[k]! += point.weight * point.vector[k]!;
    blockOf.push(blocks.length - 1);
    length++;
  }
  for (const { weight, mean } of blocks)
    for (let k = 0; k < mean.length; k++) mean[k]! /= Math.max(weight, 1e-6);
  return { blocks, blockOf };
}

/** Squared distance in which a direction counts as much as people, not moments, differ along it. */
function distance(model: Pick<VoiceModel, 'between'>, a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) {
    const between = model.between[k]!;
    sum += ((a[k]! - b[k]!) ** 2 * between) / (between + 1);
  }
  return sum;
}

/** Random blocks, each far from those before it. */
function spreadCentres(
  model: Pick<VoiceModel, 'between'>,
  blocks: readonly Block[],
  voices: number,
  random: () => number,
): Float64Array[] {
  const centres = [drawn(blocks, (block) => block.weight, random).mean];
  while (centres.length < voices) {
    const farness = ({ weight, mean }: Block) =>
      weight * Math.min(...centres.map((centre) => distance(model, mean, centre)));
    centres.push(drawn(blocks, farness, random).mean);
  }
  return centres;
}

function drawn(blocks: readonly Block[], weightOf: (block: Block) => number, random: () => number): Block {
  const weights = blocks.map(weightOf);
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  const index = weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  return blocks.at(index)!;
}

function kMeans(
  model: Pick<VoiceModel, 'between' | 'dims'>,
  blocks: readonly Block[],
  start: readonly Float64Array[],
): number[] {
  let centres = start;
  let voiceOf: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    voiceOf = blocks.map(({ mean }) => {
      const away = centres.map((centre) => distance(model, mean, centre));
      return away.indexOf(Math.min(...away));
    });
    centres = centres.map((centre, voice) => {
      const own = blocks.filter((_, i) => voiceOf[i] === voice);
      const weight = own.reduce((sum, block) => sum + block.weight, 0);
      if (weight === 0) return centre;
      return centre.map(
        (_, k) => own.reduce((sum, block) => sum + block.weight * block.mean[k]!, 0) / weight,
      );
    });
  }
  return voiceOf;
}

/** Numerical Recipes' generator: the same starts for the same recording. */
function congruential(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
