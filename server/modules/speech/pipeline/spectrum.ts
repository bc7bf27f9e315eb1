/** 32 ms at 16 kHz. */
export const frameSamples = 512;
const bins = frameSamples / 2;
const binHz = 16_000 / frameSamples;
const toBin = (hz: number) => Math.round(hz / binHz);

/** Power of a frame, by what it is good for. */
export interface Spectrum {
  /** Under 80 Hz. */
  low: number;
  /** 200 to 3800 Hz. */
  voice: number;
  /** 4300 to 7500 Hz. */
  high: number;
  /** The strongest tone above 200 Hz. */
  toneBin: number;
  toneHz: number;
  /** Of that tone in all power, 0–1. */
  toneShare: number;
}

/** Measures frames of `frameSamples` samples with one window and one table; a radix-2 Fourier transform (Cooley and Tukey). */
export function createSpectrum(): (samples: Int16Array) => Spectrum {
  const window = Float64Array.from(
    { length: frameSamples },
    (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / frameSamples),
  );
  const cosines = Float64Array.from({ length: bins }, (_, n) => Math.cos((2 * Math.PI * n) / frameSamples));
  const sines = Float64Array.from({ length: bins }, (_, n) => -Math.sin((2 * Math.PI * n) / frameSamples));
  const bits = Math.log2(frameSamples);
  const reversed = Uint16Array.from({ length: frameSamples }, (_, n) =>
    Number.parseInt(n.toString(2).padStart(bits, '0').split('').reverse().join(''), 2),
  );
  const re = new Float64Array(frameSamples);
  const im = new Float64Array(frameSamples);
  const power = new Float64Array(bins);

  return (samples) => {
    for (let n = 0; n < frameSamples; n++) {
      re[reversed[n]!] = samples[n]! * window[n]!;
      im[n] = 0;
    }
    for (let half = 1; half < frameSamples; half *= 2) {
      const stride = bins / half;
      for (let from = 0; from < frameSamples; from += 2 * half) {
        for (let k = 0; k < half; k++) {
          const a = from + k;
          const b = a + half;
          const c = cosines[k * stride]!;
          const s = sines[k * stride]!;
          const tRe = re[b]! * c - im[b]! * s;
          const tIm = re[b]! * s + im[b]! * c;
          re[b] = re[a]! - tRe;
          im[b] = im[a]! - tIm;
          re[a]! += tRe;
          im[a]! += tIm;
        }
      }
    }
    for (let bin = 0; bin < bins; bin++) power[bin] = re[bin]! * re[bin]! + im[bin]! * im[bin]!;
    const sum = (from: number, to: number) => {
      let all = 0;
      for (let bin = Math.max(1, from); bin <= Math.min(bins - 1, to); bin++) all += power[bin]!;
      return all;
    };
    let toneBin = toBin(200);
    for (let bin = toneBin + 1; bin < bins; bin++) if (power[bin]! > power[toneBin]!) toneBin = bin;
    return {
      low: sum(1, 2),
      voice: sum(toBin(200), toBin(3800)),
      high: sum(toBin(4300), toBin(7500)),
      toneBin,
      toneHz: toneBin * binHz,
      toneShare: sum(toneBin - 2, toneBin + 2) / Math.max(1, sum(1, bins - 1)),
    };
  };
}
