import { availableParallelism, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { ModelError } from '../installed/model-error.ts';
import type { LocalModel, ModelRecord } from '../installed/record.ts';
import { readBundledWords } from '../text/bundled-words.ts';
import { readWordPack, type WordPack } from '../text/word-pack.ts';
import { readBundledModels } from './bundled.ts';
import { loadContent } from './content/content.ts';
import { wordPackLanguage } from './import-word-list.ts';
import { createModelStore, type ModelStore } from './store.ts';

/** The project's own `models`: manifest, catalogue, bundled files. */
export const projectModels = resolve(import.meta.dirname, '../../../models');

/** What there is to run models on. */
export const thisMachine = () => ({ cores: availableParallelism(), memoryBytes: totalmem() });

/** A folder of models that is only read. */
export type ReadOnlyStore = Pick<ModelStore, 'folder' | 'folderOf' | 'find' | 'list'>;

/** The two folders that hold models: what the operator installed, and what came with the installation. */
export interface ModelPlaces {
  installed: ModelStore;
  shipped: ReadOnlyStore;
}

/** One that may be damaged: then it has a fault in place of a record. */
export interface FoundModel {
  id: string;
  dir: string;
  isShipped: boolean;
  record?: ModelRecord;
  fault?: string;
}

export const modelPlaces = ({
  modelsDir,
  weightsDir,
}: {
  modelsDir: string;
  weightsDir: string;
}): ModelPlaces => ({
  installed: createModelStore({ folder: modelsDir, checkContent: loadContent }),
  shipped: createModelStore({ folder: weightsDir, checkContent: loadContent }),
});

/** All models here: installed ones, then those that came with the installation and were not installed anew. */
export async function listLocal({ installed, shipped }: ModelPlaces): Promise<FoundModel[]> {
  const listed = async (store: ReadOnlyStore, isShipped: boolean) =>
    (await store.list()).map((model): FoundModel => ({ ...model, dir: store.folderOf(model.id), isShipped }));
  const [own, came] = await Promise.all([listed(installed, false), listed(shipped, true)]);
  const known = new Set(own.map(({ id }) => id));
  return [...own, ...came.filter(({ id }) => !known.has(id))];
}

/** @throws ModelError MODEL_NOT_FOUND, MODEL_DAMAGED */
export async function getLocal(places: ModelPlaces, id: string): Promise<LocalModel> {
  const all = await listLocal(places);
  const found = all.find((model) => model.id === id);
  if (found?.fault) throw new ModelError('MODEL_DAMAGED', found.fault);
  if (found?.record) return { record: found.record, dir: found.dir };
  const names = all.map((model) => model.id).join(', ') || 'none';
  throw new ModelError('MODEL_NOT_FOUND', `No model "${id}" is installed; installed: ${names}.`);
}

/**
 * A model that comes with an installation, from the operator's folder where it was installed anew (also on machines whose
 * set-up reached no registry), else from the project's. What is damaged counts as not there: the check at the start
 * says what is wrong with it.
 */
export async function shippedModel({
  id,
  ...folders
}: {
  modelsDir: string;
  weightsDir: string;
  id: string;
}): Promise<LocalModel | undefined> {
  const found = (await listLocal(modelPlaces(folders))).find((model) => model.id === id);
  return found?.record && { record: found.record, dir: found.dir };
}

/** The recognisers that are used where none was chosen, largest first. */
export async function embeddedModels(folders: {
  modelsDir: string;
  weightsDir: string;
}): Promise<LocalModel[]> {
  const found = await Promise.all(
    ['moonshine-base-en', 'moonshine-tiny-en'].map((id) => shippedModel({ ...folders, id })),
  );
  return found.filter((model) => model !== undefined);
}

/** Of the installed models of embeddings the one that is used: that of most languages, then the first by name. */
export const usedEmbeddings = (models: readonly FoundModel[]): LocalModel | undefined =>
  models
    .flatMap(({ record, dir }) => (record?.kind === 'embeddings' ? [{ record, dir }] : []))
    .toSorted(
      (a, b) => b.record.languages.length - a.record.languages.length || (a.record.id < b.record.id ? -1 : 1),
    )[0];

/** A language's word frequencies, and how to read them. */
export interface WordList {
  language: string;
  read: () => WordPack;
}

/**
 * One list for each language: the pack installed in the models folder, else the one that comes with Assay. Damaged packs count as not
 * there; the check at the start names them.
 */
export async function wordLists(modelsDir: string): Promise<WordList[]> {
  const store = createModelStore({ folder: modelsDir, checkContent: loadContent });
  const installed = (await store.list()).flatMap(({ id, record }) =>
    record?.kind === 'words'
      ? record.languages.map((language) => ({ language, read: () => readWordPack(store.folderOf(id)) }))
      : [],
  );
  const taken = new Set(installed.map(({ language }) => language));
  const bundled = (await readBundledModels(projectModels)).flatMap(({ id, file }) => {
    const language = wordPackLanguage(id);
    if (language === null || taken.has(language)) return [];
    return [{ language, read: () => readBundledWords(join(projectModels, file)) }];
  });
  return [...installed, ...bundled];
}
