/** The textbook form of native/src/vector_scan.cc: every product, then a sort. `values` is rows × dimensions. */
export function nearestReference(
  values: Int8Array,
  query: Int8Array,
  limit: number,
  allowed?: Uint8Array,
): { rows: Uint32Array; dots: Int32Array } {
  const dimensions = query.length;
  const found: { row: number; dot: number }[] = [];
  for (let row = 0; row < values.length / dimensions; row++) {
    if (allowed && !allowed[row]) continue;
    let dot = 0;
    for (let d = 0; d < dimensions; d++) dot += query[d]! * values[row * dimensions + d]!;
    found.push({ row, dot });
  }
  const nearest = found.sort((a, b) => b.dot - a.dot || a.row - b.row).slice(0, limit);
  return {
    rows: Uint32Array.from(nearest, ({ row }) => row),
    dots: Int32Array.from(nearest, ({ dot }) => dot),
  };
}
