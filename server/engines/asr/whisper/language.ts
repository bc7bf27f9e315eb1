import type * as ort from '../../onnx-runtime.ts';
import type { Decoder } from './decoder.ts';
import { isoOfWhisper } from './folder.ts';
import type { SpecialTokens } from './tokenizer.ts';

/** Windows that are asked which language they are in. */
export const languageProbes = 4;

/** Probabilities by ISO 639-1 code (Whisper's own where there is none), of sum 1. */
export type LanguageProbabilities = Readonly<Record<string, number>>;

/** Evenly spread over the recording, so that an English greeting does not decide about a German interview. */
export function probeIndexes(count: number): number[] {
  const probes = Math.min(count, languageProbes);
  return Array.from({ length: probes }, (_, i) => Math.floor(((i + 0.5) * count) / probes));
}

/** How probable each language is by the logits of what follows <|startoftranscript|>. */
export function languagesBy(
  logits: Float32Array,
  special: Pick<SpecialTokens, 'languages'>,
): LanguageProbabilities {
  const languages = [...special.languages].map(([code, id]) => ({ code, logit: logits[id]! }));
  const top = languages.reduce((max, { logit }) => Math.max(max, logit), Number.NEGATIVE_INFINITY);
  const sum = languages.reduce((all, { logit }) => all + Math.exp(logit - top), 0);
  const probabilities: Record<string, number> = {};
  for (const { code, logit } of languages) {
    const iso = isoOfWhisper(code);
    probabilities[iso] = (probabilities[iso] ?? 0) + Math.exp(logit - top) / sum;
  }
  return probabilities;
}

/**
 * The language of several windows: mean of its probability, by how long each speaks.
 *
 * @param states encoder states, a row each window
 */
export async function identifyLanguage(
  decoder: Decoder,
  states: ort.Tensor,
  weights: readonly number[],
  special: SpecialTokens,
): Promise<LanguageProbabilities> {
  const step = await decoder.start(
    states,
    weights.map(() => [special.start]),
    { remember: false },
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const probabilities: Record<string, number> = {};
  for (const [row, weight] of weights.entries()) {
    for (const [code, probability] of Object.entries(languagesBy(step.logitsAt(row, 0), special))) {
      probabilities[code] = (probabilities[code] ?? 0) + probability * (weight / total);
    }
  }
  return probabilities;
}

export const mostProbable = (probabilities: LanguageProbabilities): string =>
  Object.entries(probabilities).reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];
