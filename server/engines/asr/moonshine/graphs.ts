import { join, resolve } from 'node:path';
import { ModelError } from '../../installed/model-error.ts';
import { type ModelRecord, moonshineFiles } from '../../installed/record.ts';

import type { MoonshineGraphs } from './networks.ts';

export type MoonshineSize = 'base' | 'tiny';

const bundled = resolve(import.meta.dirname, '../../../../models/bundled');

/**
 * Our graphs of a size: of base encoder and decoder, which carry the correction for learners; of tiny the decoder.
 *
 * @param folder where they lie; other than the bundled ones in calibrations, which hear people with corrections that never heard them
 */
export const graphsOf = (size: MoonshineSize, folder = bundled): MoonshineGraphs => ({
  encoder: size === 'base' ? join(folder, 'moonshine-base-encoder.onnx') : null,
  decoder: join(folder, `moonshine-${size}-decoder.onnx`),
});

/** A graph of ours names its weights by their place in the published decoder: it fits that very file only. */
const decoders: Readonly<Record<string, MoonshineSize>> = {
  cc9f3cd6698a369c6008b41aa60aa3fb3322e7f03c9bdf19d8e6b7200afca4f3: 'base',
  eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367: 'tiny',
};

/**
 * Which Moonshine a model is, by the hash of its decoder.
 *
 * @throws ModelError MODEL_REFUSED when Assay has no graph for it
 */
export function sizeOf({ id, files }: Pick<ModelRecord, 'id' | 'files'>): MoonshineSize {
  const decoder = files.find(({ path }) => path === moonshineFiles.decoder);
  const size = decoder && decoders[decoder.sha256];
  if (size) return size;
  throw new ModelError(
    'MODEL_REFUSED',
    `The model "${id}" is a Moonshine model that this version of Assay does not know. Use moonshine-base-en or moonshine-tiny-en: assay models pull moonshine-base-en.`,
  );
}
