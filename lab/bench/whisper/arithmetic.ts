import type { WhisperGeometry } from '../../../server/engines/asr/whisper/engine.ts';

/** Multiplications and additions of one window, counted apart (2 for each product that is summed). */
export interface WindowOperations {
  /** Of the convolutions and layers of the encoder. */
  encoder: number;
  /** Keys and values over the sound, once per window. */
  crossKeys: number;
  /** Of all steps of the decoder, output projection included. */
  decoder: number;
  total: number;
}

/**
 * What a window costs at least: matrix products only, without normalisations, softmax and the log-mel.
 *
 * @param tokens decoder steps, the prompt's apart
 */
export function windowOperations(
  geometry: WhisperGeometry,
  tokens: number,
  promptTokens: number,
): WindowOperations {
  const {
    dModel: d,
    melBands,
    encoderLayers,
    decoderLayers,
    sourcePositions: positions,
    vocabulary,
  } = geometry;
  const convolutions = 2 * (2 * positions) * 3 * melBands * d + 2 * positions * 3 * d * d;
  // Four projections and two layers of four times the width; every position looks at every other.
  const encoderLayer = 2 * positions * 12 * d * d + 4 * positions * positions * d;
  const encoder = convolutions + encoderLayers * encoderLayer;
  const crossKeys = decoderLayers * 2 * positions * 2 * d * d;
  let decoder = 0;
  for (let position = 0; position < promptTokens + tokens; position++) {
    // Four projections for itself, two for the sound, two layers of four times the width; attention over both.
    decoder += decoderLayers * (2 * 14 * d * d + 4 * d * (position + 1 + positions));
    if (position >= promptTokens - 1) decoder += 2 * d * vocabulary;
  }
  return { encoder, crossKeys, decoder, total: encoder + crossKeys + decoder };
}

/** Bytes of weights a decoder step reads at least, however many windows are decoded side by side. */
export const decoderStepBytes = (
  { dModel: d, decoderLayers, vocabulary }: WhisperGeometry,
  bytesPerWeight: number,
): number => (decoderLayers * 14 * d * d + d * vocabulary) * bytesPerWeight;
