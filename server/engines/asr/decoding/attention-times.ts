/** Frames of 20 ms. */
const medianWidth = 7;

/**
 * Where tokens lie in the sound, by dynamic time warping over cross attention: each head's attention is brought to mean 0 and
 * deviation 1 over the rows, smoothed by a median over 7 frames, averaged over the heads (Whisper's own way, `timing.py`).
 *
 * @param rows heads × frames each, one for each token that was looked for, in order
 * @param skip rows at the beginning that take part in the normalisation only
 * @returns the frame in which each row that was not skipped begins
 */
export function attentionTimes(
  rows: readonly Float32Array[],
  options: { heads: number; frames: number; skip: number },
): number[] {
  const { frames, skip } = options;
  if (rows.length <= skip || frames === 0) return rows.slice(skip).map(() => 0);
  return firstFrames(smoothedMean(rows, options), rows.length - skip, frames);
}

/** Mean over the heads of normalised, smoothed attention: rows × frames, the skipped ones left out. */
function smoothedMean(
  rows: readonly Float32Array[],
  { heads, frames, skip }: { heads: number; frames: number; skip: number },
): Float32Array {
  const mean = new Float32Array((rows.length - skip) * frames);
  const shift = new Float32Array(heads * frames);
  const scale = new Float32Array(heads * frames);
  const sums = new Float64Array(heads * frames);
  const squares = new Float64Array(heads * frames);
  for (const row of rows) for (let at = 0; at < sums.length; at++) sums[at]! += row[at]!;
  for (const row of rows) {
    for (let at = 0; at < sums.length; at++) squares[at]! += (row[at]! - sums[at]! / rows.length) ** 2;
  }
  for (let at = 0; at < sums.length; at++) {
    shift[at] = sums[at]! / rows.length;
    const deviation = Math.sqrt(squares[at]! / rows.length);
    scale[at] = deviation > 0 ? 1 / deviation : 0;
  }
  const normal = new Float32Array(frames);
  for (let row = skip; row < rows.length; row++) {
    const seen = rows[row]!;
    for (let head = 0; head < heads; head++) {
      const from = head * frames;
      for (let frame = 0; frame < frames; frame++) {
        normal[frame] = (seen[from + frame]! - shift[from + frame]!) * scale[from + frame]!;
      }
      addMedian(normal, mean, (row - skip) * frames, 1 / heads);
    }
  }
  return mean;
}

/** Adds the running median to `to`; beyond the ends the signal is mirrored. */
function addMedian(values: Float32Array, to: Float32Array, offset: number, weight: number): void {
  const last = values.length - 1;
  const half = (medianWidth - 1) / 2;
  for (let at = 0; at <= last; at++) {
    const isInside = at >= half && at + half <= last;
    const near = isInside ? medianAt(values, at) : medianAt(mirrored(values, at - half), half);
    to[offset + at]! += weight * near;
  }
}

/** Seven values, those beyond the ends mirrored. */
const mirrored = (values: Float32Array, start: number): Float32Array => {
  const last = values.length - 1;
  return Float32Array.from({ length: medianWidth }, (_, i) => {
    const from = Math.abs(start + i);
    return values[from <= last ? from : Math.max(0, 2 * last - from)]!;
  });
};

/** Median of the seven values around `at`: a network of exchanges (Devillard, "Fast median search"), four times as fast as sorting. */
function medianAt(values: Float32Array, at: number): number {
  let a = values[at - 3]!;
  let b = values[at - 2]!;
  let c = values[at - 1]!;
  let d = values[at]!;
  let e = values[at + 1]!;
  let f = values[at + 2]!;
  let g = values[at + 3]!;
  let low = Math.min(a, f);
  f = Math.max(a, f);
  a = Math.min(low, d);
  d = Math.max(low, d);
  low = Math.min(b, g);
  g = Math.max(b, g);
  b = low;
  low = Math.min(c, e);
  e = Math.max(c, e);
  c = low;
  b = Math.max(a, b);
  low = Math.min(d, f);
  f = Math.max(d, f);
  d = low;
  low = Math.min(c, g);
  g = Math.max(c, g);
  c = low;
  d = Math.max(c, d);
  d = Math.min(d, g);
  e = Math.min(e, f);
  low = Math.min(b, e);
  e = Math.max(b, e);
  d = Math.max(low, d);
  return Math.min(d, e);
}

/**
 * Dynamic time warping: the monotone path from the first row and frame to the last ones that gathers most.
 *
 * @returns the first frame of each row
 */
export function firstFrames(values: Float32Array, rows: number, frames: number): number[] {
  const width = frames + 1;
  const cost = new Float32Array((rows + 1) * width).fill(Number.POSITIVE_INFINITY);
  const trace = new Uint8Array((rows + 1) * width);
  cost[0] = 0;
  for (let frame = 1; frame <= frames; frame++) {
    for (let row = 1; row <= rows; row++) {
      const diagonal = cost[(row - 1) * width + frame - 1]!;
      const up = cost[(row - 1) * width + frame]!;
      const left = cost[row * width + frame - 1]!;
      let best = diagonal;
      let from = 0;
      if (up < diagonal && up < left) [best, from] = [up, 1];
      else if (!(diagonal < up && diagonal < left)) [best, from] = [left, 2];
      cost[row * width + frame] = best - values[(row - 1) * frames + frame - 1]!;
      trace[row * width + frame] = from;
    }
  }
  const first: number[] = new Array(rows).fill(0);
  let row = rows;
  let frame = frames;
  while (row > 0 && frame > 0) {
    first[row - 1] = frame - 1;
    const from = trace[row * width + frame]!;
    if (from !== 2) row--;
    if (from !== 1) frame--;
  }
  return first;
}
