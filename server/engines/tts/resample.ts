/** Zero crossings of the sinc on either side: about 60 dB of what would fold back is gone. */
const crossings = 12;

export interface Resampler {
  /** Samples on the 16-bit scale in, as many out as can be told yet. */
  push(samples: Float32Array): Int16Array;
  end(): Int16Array;
}

const clamped = (value: number) => Math.max(-32_768, Math.min(32_767, Math.round(value)));

/** A loop: `Int16Array.from` takes seven times as long, in which nothing else goes on. */
function rounded(samples: ArrayLike<number>): Int16Array {
  const out = new Int16Array(samples.length);
  for (let at = 0; at < out.length; at++) out[at] = clamped(samples[at]!);
  return out;
}

/** Changes the sampling rate of a stream by a windowed sinc (Hann), with the low pass of the lower of both rates. */
export function createResampler(fromHz: number, toHz: number): Resampler {
  if (fromHz === toHz) {
    return { push: rounded, end: () => new Int16Array(0) };
  }
  const cutoff = Math.min(1, toHz / fromHz);
  const reach = Math.ceil(crossings / cutoff);
  const phases = phaseTable(fromHz, toHz, cutoff, reach);
  /** What may still be needed; its first sample is number `firstIndex` of the stream. Silence before the beginning. */
  let kept = new Float32Array(reach);
  let firstIndex = -reach;
  let next = 0;

  const take = (samples: Float32Array): Int16Array => {
    const all = new Float32Array(kept.length + samples.length);
    all.set(kept);
    all.set(samples, kept.length);
    const out: number[] = [];
    while (true) {
      const centre = Math.floor((next * fromHz) / toHz);
      if (centre + reach >= firstIndex + all.length) break;
      const weights = phases[next % phases.length]!;
      let sum = 0;
      for (let tap = 0; tap < weights.length; tap++)
        sum += weights[tap]! * all[centre - reach + 1 + tap - firstIndex]!;
      out.push(sum);
      next++;
    }
    const needed = Math.max(0, Math.floor((next * fromHz) / toHz) - reach + 1 - firstIndex);
    kept = all.slice(Math.min(needed, all.length));
    firstIndex += all.length - kept.length;
    return rounded(out);
  };
  return { push: take, end: () => take(new Float32Array(reach + 1)) };
}

/** One set of weights for each place between two samples that can come up. */
function phaseTable(fromHz: number, toHz: number, cutoff: number, reach: number): Float32Array[] {
  const steps = toHz / commonDivisor(fromHz, toHz);
  return Array.from({ length: steps }, (_, step) => {
    const offset = ((step * fromHz) / toHz) % 1;
    const weights = Float32Array.from({ length: 2 * reach }, (_, tap) => {
      const distance = tap - reach + 1 - offset;
      if (Math.abs(distance) >= reach) return 0;
      const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / reach);
      const phase = Math.PI * distance * cutoff;
      return window * cutoff * (phase === 0 ? 1 : Math.sin(phase) / phase);
    });
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return weights.map((weight) => weight / sum);
  });
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b));
