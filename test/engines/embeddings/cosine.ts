export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [product, aSquares, bSquares] = [0, 0, 0];
  for (let n = 0; n < a.length; n++) {
    product += a[n]! * b[n]!;
    aSquares += a[n]! ** 2;
    bSquares += b[n]! ** 2;
  }
  return product / Math.sqrt(aSquares * bSquares);
}
