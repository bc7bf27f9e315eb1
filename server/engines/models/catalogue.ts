import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { networksOf, sentenceModelFiles } from '../embeddings/onnx/folder.ts';
import { ModelError } from '../installed/model-error.ts';
import { type ModelFile, type ModelKind, totalBytes } from '../installed/record.ts';
import { kokoroFiles } from '../tts/kokoro/folder.ts';
import type { HubFile } from './pull/hub.ts';
import { type Archive, archiveTitle } from './pull/package-index.ts';

/** How the weights are stored; names the files of an export. */
export const precisions = ['int8', 'fp32', 'fp16', 'q4'] as const;
export type Precision = (typeof precisions)[number];

interface Entry {
  id: string;
  kind: ModelKind;
  title: string;
  /** Null for repositories the catalogue does not know. */
  parametersMillions: number | null;
  /** ISO 639-1 codes, of those that analyses accept. */
  languages: string[];
  licence: string;
  /** The maker of the model. */
  origin: string;
  /** What a machine should have so that analyses take less time than the interviews. */
  needs: { cores: number; memoryGb: number };
  /** May be what `recommendedModel` finds. */
  recommended: boolean;
}

/** A model on a hub: a pull reads its sizes and hashes there. */
export interface HubModel extends Entry {
  source: {
    hub: {
      /** "owner/name". */
      repo: string;
      revision: string;
    };
    /** The same weights in packages of Python, for machines that reach no hub. */
    python?: PythonPackages;
  };
}

/** A file that is joined from what lies in packages. */
export interface JoinedFile extends ModelFile {
  /** Paths in the packages, in order. */
  parts: string[];
}

/** Published weights inside packages of Python: bytes by strangers, proved by the publisher's hashes. Nothing of them is run. */
export interface PythonPackages {
  archives: Archive[];
  /** How the files are stored; what is installed is converted from it. */
  form: 'ctranslate2';
  /** Together the published model; these SHA-256 are the publisher's. */
  files: JoinedFile[];
  /** Whose files they are: "owner/name at commit". */
  published: string;
  /** What is installed takes so much, in eight bits. */
  installedBytes: number;
}

/** A model that Python's packages have, too. */
export type PythonModel = HubModel & { source: { python: PythonPackages } };

/** A file of a model that travels in an npm package. */
export interface NpmFile extends ModelFile {
  /** Inside the package. */
  from: string;
}

/** A published package of which only the tarball is wanted: none of its dependencies, none of its scripts. */
export interface NpmPackage {
  name: string;
  version: string;
  /** Of the tarball, as npm writes it: "sha512-…". */
  integrity: string;
  /** Of the tarball. */
  sizeBytes: number;
}

/** A model inside an npm package; `scripts/setup` fetches these, so that they come with an installation. */
export interface NpmModel extends Entry {
  source: { npm: NpmPackage & { files: NpmFile[] } };
}

/** A model that can be pulled: an entry of models/catalogue.json. */
export type CatalogueModel = HubModel | NpmModel;

export const isNpmModel = (model: CatalogueModel): model is NpmModel => 'npm' in model.source;

export const isPythonModel = (model: CatalogueModel): model is PythonModel => 'python' in model.source;

/** What is downloaded for it. */
export const downloadBytes = ({ archives }: PythonPackages): number =>
  archives.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

/** @param folder the project's `models` */
export async function readCatalogue(folder: string): Promise<CatalogueModel[]> {
  const { models } = JSON.parse(await readFile(join(folder, 'catalogue.json'), 'utf8')) as {
    models: CatalogueModel[];
  };
  return models;
}

/** Where a model comes from, for people. */
export function originOf(model: CatalogueModel): string {
  if (isNpmModel(model)) return packageOrigin(model.source.npm);
  const { repo } = model.source.hub;
  return isPythonModel(model) ? `${repo}, or ${archiveTitles(model.source.python)}` : repo;
}

export const archiveTitles = ({ archives }: PythonPackages): string =>
  archives.map(archiveTitle).join(' and ');

export const packageOrigin = ({ name, version }: NpmPackage): string => `npm ${name} ${version}`;

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

/** What a model takes once it is installed; on a hub that is roughly a byte for each parameter. */
export function expectedSize(model: CatalogueModel): { sizeBytes: number | null; sizeIsRough: boolean } {
  if (isNpmModel(model)) return { sizeBytes: totalBytes(model.source.npm.files), sizeIsRough: false };
  // A hub's export of the same network may be smaller.
  if (isPythonModel(model)) return { sizeBytes: model.source.python.installedBytes, sizeIsRough: true };
  const { parametersMillions } = model;
  return { sizeBytes: parametersMillions && parametersMillions * 1e6, sizeIsRough: true };
}

const smallFiles = ['config.json', 'generation_config.json', 'preprocessor_config.json', 'tokenizer.json'];
const welcomeFiles = ['tokenizer_config.json'];

/** What is not in the catalogue is known by its files: Kokoro has voices, sentence embeddings have one network, recognisers several. */
export function kindOfPaths(paths: readonly string[]): 'asr' | 'embeddings' | 'tts' {
  if (kokoroFiles(paths).length > 0) return 'tts';
  return sentenceModelFiles(paths).length > 0 ? 'embeddings' : 'asr';
}

/**
 * The files of Kokoro that are used, in one precision.
 *
 * @throws ModelError MODEL_REFUSED
 */
export function voiceFiles(files: readonly HubFile[], precision: Precision, repo: string): HubFile[] {
  const wanted = `onnx/model${endings[precision]}.onnx`;
  const paths = files.map(({ path }) => path).filter((path) => !path.endsWith('.onnx') || path === wanted);
  const needed = kokoroFiles(paths);
  if (needed.length === 0) {
    throw new ModelError(
      'MODEL_REFUSED',
      `${repo} has no ${wanted} and voices/<name>.bin. Try another --precision.`,
    );
  }
  return needed.map((path) => files.find((file) => file.path === path)!);
}

/** The files of an export that sentence embeddings need in one precision; empty where it is none, or not in that precision. */
export function sentencePaths(paths: readonly string[], precision: Precision): string[] {
  const wanted = `model${endings[precision]}.onnx`;
  const others = networksOf(paths).filter((path) => path.split('/').at(-1) !== wanted);
  return sentenceModelFiles(paths.filter((path) => !others.includes(path)));
}

/** @throws ModelError MODEL_REFUSED */
export function sentenceFiles(files: readonly HubFile[], precision: Precision, repo: string): HubFile[] {
  const needed = sentencePaths(
    files.map(({ path }) => path),
    precision,
  );
  if (needed.length === 0) {
    throw new ModelError(
      'MODEL_REFUSED',
      `${repo} has no config.json, tokenizer.json and model${endings[precision]}.onnx. Try another --precision.`,
    );
  }
  return needed.map((path) => files.find((file) => file.path === path)!);
}

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
