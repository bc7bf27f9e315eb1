import type { Native } from '../../../native.ts';
import type * as ort from '../../onnx-runtime.ts';
import type { WhisperGeometry } from './config.ts';
import { WhisperModelError } from './model-error.ts';
import { type FloatType, feedable, floatTensor } from './tensors.ts';

export interface Encoder {
  /**
   * What the network hears in windows of sound, side by side.
   *
   * @param windows mono sound at 16 kHz, −1…1, each up to a whole window long
   * @returns windows × positions × dModel
   */
  encode(windows: readonly Float32Array[]): Promise<ort.Tensor>;
}

/** @throws WhisperModelError when the network's interface is not that of a Whisper encoder of this geometry */
export function createEncoder(
  session: ort.InferenceSession,
  {
    geometry,
    path,
    whisperMel,
  }: { geometry: WhisperGeometry; path: string; whisperMel: Native['whisperMel'] },
): Encoder {
  const input = session.inputMetadata.find(({ name }) => name === 'input_features');
  const unfit = (what: string) => new WhisperModelError(path, `is no Whisper encoder: ${what}.`);
  if (!input?.isTensor || session.inputNames.length !== 1) throw unfit('its input is not "input_features"');
  if (input.type !== 'float32' && input.type !== 'float16') throw unfit(`its input is ${input.type}`);
  const bands = input.shape[1];
  if (typeof bands === 'number' && bands !== geometry.melBands) {
    throw unfit(`it hears ${bands} bands and config.json says ${geometry.melBands}`);
  }
  const output = session.outputNames[0];
  if (!output) throw unfit('it has no output');
  const type: FloatType = input.type;
  const frames = 2 * geometry.sourcePositions;
  return {
    async encode(windows) {
      const size = geometry.melBands * frames;
      const pictures = new Float32Array(windows.length * size);
      for (const [row, samples] of windows.entries()) {
        pictures.set(whisperMel(samples, geometry.melBands, frames), row * size);
      }
      const dims = [windows.length, geometry.melBands, frames];
      const results = await session.run({ input_features: floatTensor(type, pictures, dims) }, [output]);
      const states = feedable(results[output]!);
      const [rows, positions, dModel] = states.dims;
      if (rows !== windows.length || positions !== geometry.sourcePositions || dModel !== geometry.dModel) {
        throw unfit(`it gives ${states.dims.join(' × ')} numbers, which config.json does not say`);
      }
      return states;
    },
  };
}
