/** Zero crossings of the filter on each side. */
const crossings = 16;
/** Of the narrower band; the rest is the filter's slope. */
const kept = 0.92;

/**
 * Turns a stream of samples into one at another rate, by a windowed sinc (Blackman) in as many phases as the rates need: 1 from
 * 48 kHz to 16 kHz, 160 from 44.1 kHz. What comes out is late by `crossings` periods of the lower rate, 1 ms at 16 kHz.
 *
 * @returns called with each piece in order; what it answers belongs together without a seam
 */
export function createResampler(fromHz: number, toHz: number): (samples: Float32Array) => Float32Array {
  if (fromHz === toHz) return (samples) => samples;
  const common = greatestCommonDivisor(fromHz, toHz);
  const up = toHz / common;
  const down = fromHz / common;
  const half = Math.ceil((crossings * Math.max(fromHz, toHz)) / toHz);
  const phases = Array.from({ length: up }, (_, phase) =>
    filter(phase / up, half, Math.min(1, toHz / fromHz)),
  );

  /** The last `2 * half` samples before what comes next. */
  let past = new Float32Array(2 * half);
  /** Of the next sample to come out: its place in what follows `past`, in `up`ths of a sample. */
  let place = 0;

  return (samples) => {
    const all = new Float32Array(past.length + samples.length);
    all.set(past);
    all.set(samples, past.length);
    const out = new Float32Array(Math.max(0, Math.ceil((samples.length * up - place) / down)));
    for (let i = 0; i < out.length; i++, place += down) {
      const taps = phases[place % up]!;
      const first = Math.floor(place / up);
      let sum = 0;
      for (let tap = 0; tap < taps.length; tap++) sum += taps[tap]! * all[first + tap]!;
      out[i] = sum;
    }
    place -= samples.length * up;
    past = all.slice(all.length - past.length);
    return out;
  };
}

/** @param offset of the wanted point behind the middle sample, 0–1  @param band 1 is all that the source has */
function filter(offset: number, half: number, band: number): Float32Array {
  const taps = new Float32Array(2 * half);
  let sum = 0;
  for (let i = 0; i < taps.length; i++) {
    const x = i - (half - 1) - offset;
    const angle = (Math.PI * x) / half;
    const window = Math.abs(x) >= half ? 0 : 0.42 + 0.5 * Math.cos(angle) + 0.08 * Math.cos(2 * angle);
    taps[i] = sinc(x * band * kept) * window;
    sum += taps[i]!;
  }
  return taps.map((tap) => tap / sum);
}

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b);
