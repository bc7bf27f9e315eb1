import type { VoicePoint } from './clusters.ts';

/**
 * What the speaker encoder hears counts beside the voice model's own directions as if one window of one person varied by this much:
 * squared distance of its unit vectors times SCALE², people varying BETWEEN times as much in every direction. From the spread of 110
 * simulated conversations of the people of `train`; that both together err less than either, with the encoder at 0.3 of its own weight,
 * was seen on other people (docs/decisions/0033-who-spoke.md).
 */
const SCALE = 17.3;
const BETWEEN = 0.235;

/** The points with what the encoder hears of the same windows, around its mean over the recording, as further directions. */
export function withEncoded(points: readonly VoicePoint[], encoded: readonly Float32Array[]): VoicePoint[] {
  const size = encoded[0]?.length ?? 0;
  const mean = new Float64Array(size);
  for (const vector of encoded) for (let k = 0; k < size; k++) mean[k]! += vector[k]! / encoded.length;
  return points.map((point, i) => {
    const vector = new Float64Array(point.vector.length + size);
    vector.set(point.vector);
    for (let k = 0; k < size; k++) vector[point.vector.length + k] = SCALE * (encoded[i]![k]! - mean[k]!);
    return { ...point, vector };
  });
}

/** The spread of people's voices along the directions of such points. */
export function betweenWithEncoded(between: Float32Array, size: number): Float32Array {
  const all = new Float32Array(between.length + size).fill(BETWEEN);
  all.set(between);
  return all;
}
