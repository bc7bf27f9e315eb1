import * as ort from 'onnxruntime-node';
import { logMel, type MelOptions } from '../../native.ts';
import { pcmRateHz } from '../audio/pcm.ts';
import { frameClasses } from './phones.ts';

/** Milliseconds of one step of the frame head. */
export const frameMs = 20;

/** The front end the bundled model was trained with (models/bundled/ctc-en.md). */
const melOptions: MelOptions = {
  sampleRateHz: pcmRateHz,
  windowSamples: 400,
  hopSamples: 160,
  fftSize: 512,
  bands: 64,
  lowHz: 40,
  highHz: 7800,
  windowKind: 'hann',
};

/** Level all sound is brought to first, so that the front end's constant floor means the same for everybody. */
const targetRms = 0.1;

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
  const session = await ort.InferenceSession.create(modelPath, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
  });
  const judges = session.outputNames.includes('accept_logit');
  const heads = judges ? ['frame_logp', 'accept_logit'] : ['frame_logp'];
  return {
    async posteriors(samples) {
      const { frames, bands, data } = logMel(levelled(samples), melOptions);
      const mel = new ort.Tensor('float32', normalised(data, frames, bands), [1, bands, frames]);
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

function levelled(samples: Float32Array): Float32Array {
  let energy = 0;
  for (const sample of samples) energy += sample * sample;
  const gain = targetRms / (Math.sqrt(energy / Math.max(1, samples.length)) + 1e-6);
  return samples.map((sample) => sample * gain);
}

/** Bands × frames: each band's mean removed, then everything divided by one standard deviation (+ 1e-3). */
function normalised(data: Float32Array, frames: number, bands: number): Float32Array {
  const out = new Float32Array(bands * frames);
  let squares = 0;
  for (let band = 0; band < bands; band++) {
    let sum = 0;
    for (let frame = 0; frame < frames; frame++) sum += data[frame * bands + band]!;
    const mean = sum / frames;
    for (let frame = 0; frame < frames; frame++) {
      const centred = data[frame * bands + band]! - mean;
      out[band * frames + frame] = centred;
      squares += centred * centred;
    }
  }
  const scale = 1 / (Math.sqrt(squares / (bands * frames)) + 1e-3);
  for (let index = 0; index < out.length; index++) out[index]! *= scale;
  return out;
}
