import { logMel, type MelOptions } from '../../native.ts';
import { pcmRateHz } from '../audio/pcm.ts';

/** The front end that the bundled model was trained with (models/bundled/ctc-en.md). */
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

/** What the acoustic model takes: `data` is bands × frames, a frame each 10 ms. */
export interface MelInput {
  bands: number;
  frames: number;
  data: Float32Array;
}

/** @param samples one utterance of mono sound at 16 kHz, −1…1 */
export function melInput(samples: Float32Array): MelInput {
  const { frames, bands, data } = logMel(levelled(samples), melOptions);
  return { bands, frames, data: normalised(data, frames, bands) };
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
