import type { VoicePoint } from './clusters.ts';

const ROUNDS = 12;
/** A half with less than so many windows is none. */
const LEAST_WINDOWS = 1.5;

export interface Halves {
  /** 0 or 1 for every point. */
  assignment: Int32Array;
  /** Cosine of the halves' mean vectors, −1…1: one person's are .92–.97 alike, two people's mostly less. */
  likeness: number;
}

/**
 * Parts the windows in two by the encoder's vectors alone: along the direction in which they vary most, then 2-means on the sphere.
 * Each window counts with its neighbours in the same stretch of speech. Deterministic. Undefined where there are not two halves.
 */
export function halvesOf(
  points: readonly Pick<VoicePoint, 'span' | 'weight'>[],
  encoded: readonly Float32Array[],
): Halves | undefined {
  const size = encoded[0]?.length ?? 0;
  const smooth = encoded.map((_, i) => {
    const sum = new Float64Array(size);
    for (let j = Math.max(0, i - 1); j <= Math.min(encoded.length - 1, i + 1); j++)
      if (points[j]!.span === points[i]!.span) for (let k = 0; k < size; k++) sum[k]! += encoded[j]![k]!;
    return toUnit(sum);
  });
  let assignment = alongWidest(smooth, size);
  let centres: Float64Array[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const sums = [new Float64Array(size), new Float64Array(size)];
    const weights = [0, 0];
    for (const [i, vector] of smooth.entries()) {
      const { weight } = points[i]!;
      weights[assignment[i]!]! += weight;
      for (let k = 0; k < size; k++) sums[assignment[i]!]![k]! += weight * vector[k]!;
    }
    if (Math.min(...weights) < LEAST_WINDOWS) return undefined;
    centres = sums.map(toUnit);
    assignment = Int32Array.from(smooth, (vector) =>
      dot(vector, centres[1]!) > dot(vector, centres[0]!) ? 1 : 0,
    );
  }
  return { assignment, likeness: dot(centres[0]!, centres[1]!) };
}

function alongWidest(vectors: readonly Float64Array[], size: number): Int32Array {
  const mean = new Float64Array(size);
  for (const vector of vectors) for (let k = 0; k < size; k++) mean[k]! += vector[k]! / vectors.length;
  let direction = toUnit(Float64Array.from({ length: size }, (_, k) => (k % 2 === 0 ? 1 : -0.5)));
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float64Array(size);
    for (const vector of vectors) {
      const along = dot(vector, direction) - dot(mean, direction);
      for (let k = 0; k < size; k++) next[k]! += along * (vector[k]! - mean[k]!);
    }
    direction = toUnit(next);
  }
  const middle = dot(mean, direction);
  return Int32Array.from(vectors, (vector) => (dot(vector, direction) > middle ? 1 : 0));
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!;
  return sum;
}

function toUnit(vector: Float64Array): Float64Array {
  const length = Math.hypot(...vector);
  return length > 0 ? vector.map((value) => value / length) : vector;
}
