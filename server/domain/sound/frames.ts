/** One piece of sound from many. */
export function joined(frames: readonly Int16Array[]): Int16Array {
  const samples = new Int16Array(frames.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const frame of frames) {
    samples.set(frame, at);
    at += frame.length;
  }
  return samples;
}

/** Cuts pieces of any length into frames of `frameSamples`, and hands each on as soon as it is full. */
export function createFrameCutter(frameSamples: number, handOn: (frame: Int16Array) => void) {
  let open = new Int16Array(frameSamples);
  let filled = 0;
  return {
    add(samples: Int16Array): void {
      for (let at = 0; at < samples.length; ) {
        const some = samples.subarray(at, at + frameSamples - filled);
        open.set(some, filled);
        filled += some.length;
        at += some.length;
        if (filled < frameSamples) continue;
        handOn(open);
        open = new Int16Array(frameSamples);
        filled = 0;
      }
    },
    /** Forgets what has filled no frame yet. */
    clear(): void {
      filled = 0;
    },
  };
}
