import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HubFile } from './hub.ts';
import { ModelError } from './model-error.ts';
import type { ModelKind } from './record.ts';

/** How the weights are stored; names the files of an export. */
export const precisions = ['int8', 'fp32', 'fp16', 'q4'] as const;
export type Precision = (typeof precisions)[number];

/** A model that can be pulled: an entry of models/catalogue.json. */
export interface CatalogueModel {
  id: string;
  kind: ModelKind;
  title: string;
  /** "owner/name" on the hub. */
  repo: string;
  revision: string;
  /** Null for repositories the catalogue does not know. */
  parametersMillions: number | null;
  /** ISO 639-1 codes, of those that analyses accept. */
  languages: string[];
  licence: string;
  /** Who made it. */
  origin: string;
  /** What a machine should have so that analyses take less time than the interviews. */
  needs: { cores: number; memoryGb: number };
  /** May be what `recommendedModel` finds. */
  recommended: boolean;
}

/** @param folder the project's `models` */
export async function readCatalogue(folder: string): Promise<CatalogueModel[]> {
  const { models } = JSON.parse(await readFile(join(folder, 'catalogue.json'), 'utf8')) as {
    models: CatalogueModel[];
  };
  return models;
}

/** The largest recommended model that suits a machine; the smallest one for a machine that suits none. */
export function recommendedModel(
  models: readonly CatalogueModel[],
  machine: { cores: number; memoryBytes: number },
): CatalogueModel {
  const bySize = models
    .filter(({ recommended }) => recommended)
    .toSorted((a, b) => (a.parametersMillions ?? 0) - (b.parametersMillions ?? 0));
  const suits = ({ needs }: CatalogueModel) =>
    needs.cores <= machine.cores && needs.memoryGb * 1e9 <= machine.memoryBytes;
  const found = bySize.findLast(suits) ?? bySize[0];
  if (!found) throw new ModelError('MODEL_NOT_FOUND', 'The catalogue recommends no model.');
  return found;
}

const endings: Readonly<Record<Precision, string>> = {
  fp32: '',
  int8: '_quantized',
  fp16: '_fp16',
  q4: '_q4',
};

/** Weights are nearly all of a model. Q4 keeps parts in other forms, so nothing is said of it. */
const bytesPerParameter: Readonly<Record<Precision, number | null>> = { fp32: 4, int8: 1, fp16: 2, q4: null };

/** Roughly what a download will be, or null when nobody can tell before. */
export function aboutBytes({ parametersMillions }: CatalogueModel, precision: Precision): number | null {
  const each = bytesPerParameter[precision];
  return each === null || parametersMillions === null ? null : parametersMillions * 1e6 * each;
}

const smallFiles = ['config.json', 'generation_config.json', 'preprocessor_config.json', 'tokenizer.json'];
const welcomeFiles = ['tokenizer_config.json'];

/**
 * The files of an export that a recogniser needs in one precision: small ones, encoder, decoder (in one file with and
 * without past, or in two), and weights that lie outside their network's file.
 *
 * @throws ModelError MODEL_REFUSED naming what the repository lacks
 */
export function whisperFiles(files: readonly HubFile[], precision: Precision, repo: string): HubFile[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const ending = `${endings[precision]}.onnx`;
  const place = files.some(({ path }) => path.startsWith('onnx/encoder_model')) ? 'onnx/' : '';
  const network = (name: string) => `${place}${name}${ending}`;
  const decoders = byPath.has(network('decoder_model_merged'))
    ? [network('decoder_model_merged')]
    : [network('decoder_model'), network('decoder_with_past_model')];
  const needed = [...smallFiles, network('encoder_model'), ...decoders];
  const missing = needed.filter((path) => !byPath.has(path));
  if (missing.length > 0) {
    throw new ModelError(
      'MODEL_REFUSED',
      `${repo} has no ${missing.join(' and no ')}. Try another --precision.`,
    );
  }
  const weights = files.filter(({ path }) => needed.some((name) => path.startsWith(`${name}_data`)));
  return [...needed, ...welcomeFiles.filter((path) => byPath.has(path))]
    .map((path) => byPath.get(path)!)
    .concat(weights);
}
