/** Enough to see who speaks when; the loudest parts of speech lie well below half of this. */
export const peaksRateHz = 8000;

/** Loudest samples of raw PCM (s16le at `peaksRateHz`, its channels interleaved) that comes in pieces of any size. */
export function createPeakMeter(perSecond: number, channels: 1 | 2 = 1) {
  const samplesPerPeak = channels * Math.round(peaksRateHz / perSecond);
  const peaks: number[] = [];
  let loudest = 0;
  let samples = 0;
  let oddByte: number | undefined;

  const hearSample = (sample: number) => {
    loudest = Math.max(loudest, Math.abs(sample));
    samples += 1;
    if (samples % samplesPerPeak !== 0) return;
    peaks.push(loudest / 32_768);
    loudest = 0;
  };

  return {
    hear(chunk: Buffer): void {
      const bytes = oddByte === undefined ? chunk : Buffer.concat([Buffer.of(oddByte), chunk]);
      oddByte = bytes.length % 2 === 1 ? bytes.at(-1) : undefined;
      for (let at = 0; at + 1 < bytes.length; at += 2) hearSample(bytes.readInt16LE(at));
    },

    end(): { durationMs: number; peaks: Float32Array } {
      if (samples % samplesPerPeak !== 0) peaks.push(loudest / 32_768);
      return {
        durationMs: Math.round((1000 * samples) / channels / peaksRateHz),
        peaks: Float32Array.from(peaks),
      };
    },
  };
}
