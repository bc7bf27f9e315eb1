import { loadNative } from '../../native.ts';
import { samplesPerMs } from '../audio/pcm.ts';
import * as ort from '../onnx-runtime.ts';

/** What the network hears: the last 8 s, in 80 mel bands every 10 ms. */
export const heardMs = 8000;
const heardSamples = heardMs * samplesPerMs;
const bands = 80;
const frames = heardMs / 10;

export interface EndOfTurn {
  /**
   * Probability that the speaker has finished, from how it sounded: melody, length of the last syllables, pace.
   *
   * @param samples mono 16 kHz, −1…1, with about 200 ms of the silence at its end; only the last 8 s are heard
   */
  probability(samples: Float32Array): Promise<number>;
}

/** Opens Smart Turn (models/bundled/end-of-turn.md). */
export async function openEndOfTurn(modelPath: string): Promise<EndOfTurn> {
  const native = loadNative();
  const session = await ort.openSession(modelPath, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
  });
  return {
    async probability(samples) {
      const picture = native.whisperMel(levelled(samples), bands, frames);
      const { logits } = await session.run({
        input_features: new ort.Tensor('float32', picture, [1, bands, frames]),
      });
      // Despite its name: the graph ends in a sigmoid.
      return (logits!.data as Float32Array)[0]!;
    },
  };
}

/** The last 8 s, silence in front of what is shorter, with mean 0 and variance 1 over all of it. */
function levelled(samples: Float32Array): Float32Array {
  const window = new Float32Array(heardSamples);
  const last = samples.subarray(Math.max(0, samples.length - heardSamples));
  window.set(last, heardSamples - last.length);
  let sum = 0;
  for (const value of window) sum += value;
  const mean = sum / heardSamples;
  let squares = 0;
  for (const value of window) squares += (value - mean) ** 2;
  const gain = 1 / Math.sqrt(squares / heardSamples + 1e-7);
  for (let at = 0; at < heardSamples; at++) window[at] = (window[at]! - mean) * gain;
  return window;
}
