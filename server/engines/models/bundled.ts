import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A model that comes with Assay: an entry of models/manifest.json. */
export interface BundledModel {
  id: string;
  task: string;
  /** Relative to the `models` folder. */
  file: string;
  sha256: string;
  bytes: number;
  licence: string;
  source: string;
}

/** @param folder the project's `models` */
export async function readBundledModels(folder: string): Promise<BundledModel[]> {
  const { models } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as {
    models: BundledModel[];
  };
  return models;
}
