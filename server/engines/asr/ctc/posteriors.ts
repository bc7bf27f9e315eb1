import { melInput } from '../../align/mel-input.ts';
import * as ort from '../../onnx-runtime.ts';

/** Log probabilities of the acoustic model's three heads over one piece of sound, rows of classes. */
export interface Posteriors {
  /** A row each 40 ms: CTC blank, space, a–z, apostrophe. */
  characters: Float32Array;
  /** A row each 40 ms: CTC blank, then the phones of align/phones.ts. */
  phones: Float32Array;
  /** A row each 20 ms: silence, then the phones. */
  frames: Float32Array;
}

/** Symbols of the character head, behind the blank. */
export const characterSymbols = " abcdefghijklmnopqrstuvwxyz'";
export const characterClasses = characterSymbols.length + 1;
export const spaceClass = 1;
export const phoneClasses = 40;
/** Milliseconds of one row of the CTC heads, and of the framewise head. */
export const ctcStepMs = 40;
export const frameStepMs = 20;

export type HearPosteriors = (samples: Float32Array) => Promise<Posteriors>;

/** The bundled acoustic model (models/bundled/ctc-en.md) as far as recognition needs it. */
export async function createPosteriorModel(modelPath: string): Promise<HearPosteriors> {
  const session = await ort.InferenceSession.create(modelPath, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
  });
  return async (samples) => {
    const { frames, bands, data } = melInput(samples);
    const mel = new ort.Tensor('float32', data, [1, bands, frames]);
    const heads = await session.run({ mel }, ['char_logp', 'phone_logp', 'frame_logp']);
    const rows = (head: string) => {
      const tensor = heads[head];
      if (!tensor) throw new Error(`The acoustic model has no output "${head}".`);
      return tensor.data as Float32Array;
    };
    return { characters: rows('char_logp'), phones: rows('phone_logp'), frames: rows('frame_logp') };
  };
}

/** The part of posteriors between two times, ms, rounded to whole steps of every head. */
export function between(posteriors: Posteriors, fromMs: number, toMs: number): Posteriors {
  const from = Math.round(fromMs / ctcStepMs);
  const to = Math.round(toMs / ctcStepMs);
  return {
    characters: posteriors.characters.subarray(from * characterClasses, to * characterClasses),
    phones: posteriors.phones.subarray(from * phoneClasses, to * phoneClasses),
    frames: posteriors.frames.subarray(2 * from * phoneClasses, 2 * to * phoneClasses),
  };
}
