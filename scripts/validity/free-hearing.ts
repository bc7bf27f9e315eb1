import * as ort from '#server/engines/onnx-runtime.ts';
import type { HeardFreely } from '../../server/domain/scoring/utterance.ts';
import type { AlignedWord } from '../../server/domain/transcript/types.ts';
import { melInput } from '../../server/engines/align/mel-input.ts';
import { classOfPhone, frameClasses } from '../../server/engines/align/phones.ts';
import { plainWords } from './corpus.ts';
import { bestPathOf, type CtcPosteriors, greedyPath } from './ctc-fit.ts';

/** Classes of the character head: blank, then these (models/bundled/ctc-en.md). */
const characters = "\0 abcdefghijklmnopqrstuvwxyz'";

/** A text fits this badly at worst, nats a character or phone: beyond, it was not said. */
const worstFit = -6;

export interface FreeHearing {
  /**
   * @param samples one utterance, mono, 16 kHz, −1…1
   * @param words what is said to have been said
   */
  hear(samples: Float32Array, words: readonly AlignedWord[]): Promise<HeardFreely>;
}

/** What the acoustic model hears without language model or text, and how much less likely the text is than that. */
export async function createFreeHearing(modelPath: string): Promise<FreeHearing> {
  const session = await ort.InferenceSession.create(modelPath, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
  });
  return {
    async hear(samples, words) {
      const { bands, frames, data } = melInput(samples);
      const mel = new ort.Tensor('float32', data, [1, bands, frames]);
      const { char_logp, phone_logp } = await session.run({ mel }, ['char_logp', 'phone_logp']);
      if (!char_logp || !phone_logp) throw new Error(`${modelPath} has no character and phone heads.`);
      const text = plainWords(words.map((word) => word.text).join(' ')).join(' ');
      const phones = words.flatMap((word) => word.phones ?? []);
      const letters = headOf(
        char_logp,
        [...text].map((character) => characters.indexOf(character)),
      );
      const sounds = headOf(
        phone_logp,
        phones.map(({ phone }) => classOfPhone(phone)),
      );
      return {
        characters: letters.found
          .map((index) => characters[index]!)
          .join('')
          .replace(/ +/g, ' ')
          .trim(),
        phones: sounds.found.map((index) => frameClasses[index]!),
        characterCertainty: letters.certainty,
        phoneCertainty: sounds.certainty,
        characterFit: letters.fit,
        phoneFit: sounds.fit,
      };
    },
  };
}

function headOf({ data, dims }: ort.Tensor, labels: readonly number[]) {
  const posteriors: CtcPosteriors = { data: data as Float32Array, classes: dims[2]! };
  const { found, certainty, logProbability } = greedyPath(posteriors);
  const fit =
    labels.length === 0 ? worstFit : (bestPathOf(posteriors, labels) - logProbability) / labels.length;
  return { found, certainty, fit: Math.max(worstFit, fit) };
}
