import * as ort from '../onnx-runtime.ts';
import { melInput } from './mel-input.ts';
import { frameClasses } from './phones.ts';

/** Milliseconds of one step of the frame head. */
export const frameMs = 20;

/** `data` is frames × `frameClasses.length` log probabilities, one frame each `frameMs`. */
export interface FramePosteriors {
  frames: number;
  data: Float32Array;
  /** Logits, shaped as `data`: was the phone, if it was meant here, said acceptably? Absent in older models. */
  acceptable?: Float32Array;
}

export interface FrameModel {
  /** @param samples one utterance of mono sound at 16 kHz, −1…1, at least a tenth of a second */
  posteriors(samples: Float32Array): Promise<FramePosteriors>;
}

/** The frame head of the bundled acoustic model: which phone (or silence) sounds in every 20 ms. */
export async function createFrameModel(modelPath: string): Promise<FrameModel> {
  const session = await ort.openSession(modelPath, ort.onFreeCores(2));
  const judges = session.outputNames.includes('accept_logit');
  const heads = judges ? ['frame_logp', 'accept_logit'] : ['frame_logp'];
  return {
    async posteriors(samples) {
      const { frames, bands, data } = melInput(samples);
      const mel = new ort.Tensor('float32', data, [1, bands, frames]);
      const { frame_logp, accept_logit } = await session.run({ mel }, heads);
      if (!frame_logp) throw new Error('The aligner model has no output "frame_logp".');
      const steps = Math.min(frame_logp.dims[1]!, Math.ceil((frames * 10) / frameMs));
      const values = ({ data }: ort.Tensor) =>
        (data as Float32Array).subarray(0, steps * frameClasses.length);
      return {
        frames: steps,
        data: values(frame_logp),
        ...(accept_logit ? { acceptable: values(accept_logit) } : {}),
      };
    },
  };
}
