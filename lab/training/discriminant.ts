import { cholesky } from '#server/engines/speakers/voices/windows.ts';

/**
 * Linear discriminant analysis of pairs: the directions that tell the two voices of one recording apart best
 * for the spread of one voice's windows.
 *
 * @param recordings per recording the vectors of the first and of the second voice
 * @returns `projection` (dims × size, rows by falling discrimination; one voice's windows have unit variance)
 *   and `between`, the variance of voices along each row
 */
export function discriminantProjection(
  recordings: readonly (readonly Float64Array[][])[],
  size: number,
  dims: number,
): { projection: Float32Array; between: Float32Array } {
  const within = new Float64Array(size * size);
  const between = new Float64Array(size * size);
  let windows = 0;
  let pairs = 0;
  for (const voices of recordings) {
    const means = voices.map((vectors) => {
      const mean = new Float64Array(size);
      for (const vector of vectors) for (let j = 0; j < size; j++) mean[j]! += vector[j]! / vectors.length;
      for (const vector of vectors) addOuter(within, difference(vector, mean), 1);
      windows += vectors.length - 1;
      return mean;
    });
    if (means.length === 2 && voices.every((vectors) => vectors.length >= 10)) {
      addOuter(between, difference(means[0]!, means[1]!), 0.5);
      pairs++;
    }
  }
  for (let k = 0; k < size * size; k++) {
    within[k]! /= windows;
    between[k]! /= pairs;
  }
  for (let j = 0; j < size; j++) within[j * size + j]! += 1e-4;
  const lower = cholesky(within, size);
  // L⁻¹ · between · L⁻ᵀ, whose eigenvectors give the projection rows vᵀ·L⁻¹.
  const inverse = invertLower(lower, size);
  const whitened = new Float64Array(size * size);
  const half = new Float64Array(size * size);
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++)
      for (let k = 0; k <= i; k++) half[i * size + j]! += inverse[i * size + k]! * between[k * size + j]!;
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++)
      for (let k = 0; k <= j; k++) whitened[i * size + j]! += half[i * size + k]! * inverse[j * size + k]!;
  const { values, vectors } = eigen(whitened, size);
  const order = Array.from(values.keys()).sort((a, b) => values[b]! - values[a]!);
  const projection = new Float32Array(dims * size);
  for (let row = 0; row < dims; row++) {
    for (let j = 0; j < size; j++) {
      let sum = 0;
      for (let i = j; i < size; i++) sum += vectors[i * size + order[row]!]! * inverse[i * size + j]!;
      projection[row * size + j] = sum;
    }
  }
  return { projection, between: Float32Array.from(order.slice(0, dims), (index) => values[index]!) };
}

const difference = (a: Float64Array, b: Float64Array): Float64Array => a.map((value, j) => value - b[j]!);

function addOuter(matrix: Float64Array, vector: Float64Array, scale: number): void {
  const size = vector.length;
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++) matrix[i * size + j]! += scale * vector[i]! * vector[j]!;
}

export function invertLower(lower: Float64Array, size: number): Float64Array {
  const inverse = new Float64Array(size * size);
  for (let j = 0; j < size; j++) {
    inverse[j * size + j] = 1 / lower[j * size + j]!;
    for (let i = j + 1; i < size; i++) {
      let sum = 0;
      for (let k = j; k < i; k++) sum -= lower[i * size + k]! * inverse[k * size + j]!;
      inverse[i * size + j] = sum / lower[i * size + i]!;
    }
  }
  return inverse;
}

/** Cyclic Jacobi rotations; `vectors` holds eigenvectors as columns. */
function eigen(matrix: Float64Array, size: number): { values: Float64Array; vectors: Float64Array } {
  const a = Float64Array.from(matrix);
  const vectors = new Float64Array(size * size);
  for (let i = 0; i < size; i++) vectors[i * size + i] = 1;
  for (let sweep = 0; sweep < 30; sweep++) {
    let off = 0;
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) off += a[p * size + q]! ** 2;
    if (off < 1e-18) break;
    for (let p = 0; p < size; p++) {
      for (let q = p + 1; q < size; q++) {
        const apq = a[p * size + q]!;
        if (Math.abs(apq) < 1e-15) continue;
        const theta = (a[q * size + q]! - a[p * size + p]!) / (2 * apq);
        const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        const c = 1 / Math.sqrt(t * t + 1);
        const s = t * c;
        for (let k = 0; k < size; k++) {
          const [kp, kq] = [a[k * size + p]!, a[k * size + q]!];
          a[k * size + p] = c * kp - s * kq;
          a[k * size + q] = s * kp + c * kq;
        }
        for (let k = 0; k < size; k++) {
          const [pk, qk] = [a[p * size + k]!, a[q * size + k]!];
          a[p * size + k] = c * pk - s * qk;
          a[q * size + k] = s * pk + c * qk;
        }
        for (let k = 0; k < size; k++) {
          const [kp, kq] = [vectors[k * size + p]!, vectors[k * size + q]!];
          vectors[k * size + p] = c * kp - s * kq;
          vectors[k * size + q] = s * kp + c * kq;
        }
      }
    }
  }
  return { values: Float64Array.from({ length: size }, (_, i) => a[i * size + i]!), vectors };
}
