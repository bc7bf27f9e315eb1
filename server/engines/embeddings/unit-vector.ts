/** A vector at length 127, rounded: all that a scan needs of it. All zero for a vector without length. */
export function unitVector(vector: ArrayLike<number>): Int8Array {
  let squares = 0;
  for (let n = 0; n < vector.length; n++) squares += vector[n]! ** 2;
  const unit = new Int8Array(vector.length);
  if (!(squares > 0 && Number.isFinite(squares))) return unit;
  const scale = 127 / Math.sqrt(squares);
  for (let n = 0; n < vector.length; n++) unit[n] = Math.round(vector[n]! * scale);
  return unit;
}
