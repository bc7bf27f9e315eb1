/** How sound travels in binary frames: PCM s16le, mono. */
export const wireHz = 16_000;
/** 40 ms. */
export const frameSamples = 640;

/** Samples −1 to 1 as 16-bit integers; what is louder is cut. */
export function toInt16(samples: Float32Array): Int16Array<ArrayBuffer> {
  const out = new Int16Array(samples.length);
  for (let i = 0; i < samples.length; i++) {
    out[i] = Math.round(Math.max(-1, Math.min(1, samples[i]!)) * 32_767);
  }
  return out;
}

export function toFloat(samples: Int16Array): Float32Array {
  const out = new Float32Array(samples.length);
  for (let i = 0; i < samples.length; i++) out[i] = samples[i]! / 32_768;
  return out;
}

/** Cuts a stream of samples into frames of `frameSamples`; the samples of an incomplete frame wait for the next call. */
export function createFramer(): (samples: Float32Array) => Int16Array<ArrayBuffer>[] {
  let waiting = new Float32Array(0);
  return (samples) => {
    const all = new Float32Array(waiting.length + samples.length);
    all.set(waiting);
    all.set(samples, waiting.length);
    const frames: Int16Array<ArrayBuffer>[] = [];
    let at = 0;
    for (; at + frameSamples <= all.length; at += frameSamples) {
      frames.push(toInt16(all.subarray(at, at + frameSamples)));
    }
    waiting = all.slice(at);
    return frames;
  };
}
