/** Windows of sound that differ: rising tones under a hum, 16 kHz. */
export const chirps = (count: number, seconds = 6): Float32Array[] =>
  Array.from({ length: count }, (_, row) =>
    Float32Array.from(
      { length: seconds * 16_000 },
      (_, i) => 0.3 * Math.sin(i * i * 1e-6 * (row + 1)) + 0.05 * Math.sin(i * 0.3),
    ),
  );
