import type { MelFrames, MelOptions } from '../../server/native.ts';

/** The textbook form of native/src/log_mel.cc: a plain discrete Fourier transform in double precision. */
export function logMelReference(samples: Float32Array, options: MelOptions): MelFrames {
  const { windowSamples, hopSamples, fftSize, bands } = options;
  const window = makeWindow(windowSamples, options.windowKind);
  const filters = makeFilters(options);
  const frames =
    samples.length <= windowSamples ? 1 : 1 + Math.floor((samples.length - windowSamples) / hopSamples);
  const powers = new Float64Array(frames * bands);
  for (let frame = 0; frame < frames; frame++) {
    const start = frame * hopSamples;
    const windowed = window.map((weight, index) => weight * (samples[start + index] ?? 0));
    const spectrum = powerSpectrum(windowed, fftSize);
    for (let band = 0; band < bands; band++) {
      powers[frame * bands + band] = filters[band]!.reduce(
        (sum, weight, bin) => sum + weight * spectrum[bin]!,
        0,
      );
    }
  }
  const floor = 1e-7 * powers.reduce((max, power) => Math.max(max, power), 0) + 1e-10;
  return { frames, bands, data: Float32Array.from(powers, (power) => Math.log(power + floor)) };
}

function makeWindow(length: number, kind: MelOptions['windowKind']): number[] {
  const a = { hann: 0.5, hamming: 0.54, rectangular: 1 }[kind];
  return Array.from(
    { length },
    (_, index) => a - (1 - a) * Math.cos((2 * Math.PI * (index + 1)) / (length + 1)),
  );
}

function makeFilters({ sampleRateHz, fftSize, bands, lowHz, highHz }: MelOptions): number[][] {
  const toMel = (hz: number) => 2595 * Math.log10(1 + hz / 700);
  const toHz = (mel: number) => 700 * (10 ** (mel / 2595) - 1);
  const edges = Array.from({ length: bands + 2 }, (_, index) =>
    toHz(toMel(lowHz) + ((toMel(highHz) - toMel(lowHz)) * index) / (bands + 1)),
  );
  return Array.from({ length: bands }, (_, band) => {
    const [left, middle, right] = edges.slice(band, band + 3) as [number, number, number];
    const weights = Array.from({ length: fftSize / 2 + 1 }, (_, bin) => {
      const hz = (bin * sampleRateHz) / fftSize;
      return Math.max(0, Math.min((hz - left) / (middle - left), (right - hz) / (right - middle)));
    });
    const sum = weights.reduce((total, weight) => total + weight, 0);
    if (sum > 0) return weights.map((weight) => weight / sum);
    const nearest = Math.min(fftSize / 2, Math.round((middle * fftSize) / sampleRateHz));
    return weights.map((_, bin) => (bin === nearest ? 1 : 0));
  });
}

function powerSpectrum(signal: readonly number[], size: number): number[] {
  return Array.from({ length: size / 2 + 1 }, (_, bin) => {
    let [re, im] = [0, 0];
    for (const [index, value] of signal.entries()) {
      const angle = (-2 * Math.PI * ((bin * index) % size)) / size;
      re += value * Math.cos(angle);
      im += value * Math.sin(angle);
    }
    return re * re + im * im;
  });
}
