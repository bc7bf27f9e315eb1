import { pcmRateHz, samplesPerMs } from '../audio/pcm.ts';
import * as ort from '../onnx-runtime.ts';

/** The network hears 32 ms at a time, with the last 4 ms of the frame before in front. */
export const frameSamples = 512;
export const contextSamples = 64;
export const frameMs = frameSamples / samplesPerMs;
const inputSamples = contextSamples + frameSamples;
const stateSize = 128;

/** A stretch of sound that is heard frame by frame. */
export interface SileroLane {
  /** The frame to hear, −1…1, with `contextSamples` of the sound before it in front. */
  input: Float32Array;
  /** The network's two memory vectors, one after the other. */
  state: Float32Array;
}

export const openLane = (): SileroLane => ({
  input: new Float32Array(inputSamples),
  state: new Float32Array(2 * stateSize),
});

/** Hears one frame of every lane and updates the lanes' states: probabilities of speech, one a lane. */
export type SileroNetwork = (lanes: readonly SileroLane[]) => Promise<Float32Array>;

/** Opens Silero VAD (models/bundled/silero-vad-v6.md). */
export async function openSileroNetwork(modelPath: string): Promise<SileroNetwork> {
  const session = await ort.openSession(modelPath, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
  });
  const rate = new ort.Tensor('int64', BigInt64Array.of(BigInt(pcmRateHz)), []);

  return async (lanes) => {
    const count = lanes.length;
    const input = new Float32Array(count * inputSamples);
    const state = new Float32Array(2 * count * stateSize);
    for (const [index, lane] of lanes.entries()) {
      input.set(lane.input, index * inputSamples);
      state.set(lane.state.subarray(0, stateSize), index * stateSize);
      state.set(lane.state.subarray(stateSize), (count + index) * stateSize);
    }
    const { output, stateN } = await session.run({
      input: new ort.Tensor('float32', input, [count, inputSamples]),
      state: new ort.Tensor('float32', state, [2, count, stateSize]),
      sr: rate,
    });
    const after = stateN!.data as Float32Array;
    for (const [index, lane] of lanes.entries()) {
      lane.state.set(after.subarray(index * stateSize, (index + 1) * stateSize));
      lane.state.set(after.subarray((count + index) * stateSize, (count + index + 1) * stateSize), stateSize);
    }
    return output!.data as Float32Array;
  };
}
