/** A vector at length 127, rounded: all that comparing directions needs of it. All zero for a vector without length. */
export function unitVector(vector: ArrayLike<number>): Int8Array {
  let squares = 0;
  for (let n = 0; n < vector.length; n++) squares += vector[n]! ** 2;
  const unit = new Int8Array(vector.length);
  if (!(squares > 0 && Number.isFinite(squares))) return unit;
  const scale = 127 / Math.sqrt(squares);
  for (let n = 0; n < vector.length; n++) unit[n] = Math.round(vector[n]! * scale);
  return unit;
}

/**
 * One unit vector out of several, of which each pulls by its weight; those of texts in which the model knew nothing pull nowhere.
 *
 * @param parts of the same dimensions, at least one
 */
export function mixed(parts: readonly { vector: Int8Array; weight: number }[]): Int8Array {
  const sum = new Float64Array(parts[0]!.vector.length);
  for (const { vector, weight } of parts) {
    for (let n = 0; n < sum.length; n++) sum[n] = sum[n]! + weight * vector[n]!;
  }
  return unitVector(sum);
}
