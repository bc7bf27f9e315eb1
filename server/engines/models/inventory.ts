import { type ModelFile, totalBytes } from '../installed/record.ts';
import { readBundledModels } from './bundled.ts';
import { expectedSize, originOf, readCatalogue, recommendedModel } from './catalogue.ts';
import { readChoice } from './choice.ts';
import { listLocal, type ModelPlaces, usedEmbeddings } from './local.ts';

/** A model that Assay brings, that set-up fetched ("shipped"), that the operator installed, or that could be installed. */
export interface InventoryModel {
  id: string;
  title: string;
  state: 'bundled' | 'shipped' | 'installed' | 'available' | 'damaged';
  /** Taken at the next start of the server; what Assay brings always is. */
  inUse: boolean;
  sizeBytes: number | null;
  /** True where the size is worked out from the number of parameters. */
  sizeIsRough: boolean;
  licence: string;
  /** ISO 639-1 codes; empty where languages do not matter. */
  languages: readonly string[];
  source: string;
  /** As recorded when it was installed; `assay doctor` reads them anew. Empty for what is not here. */
  files: readonly ModelFile[];
  /** What a machine should have; of those that could be installed only. */
  needs: { cores: number; memoryGb: number } | null;
  /** It recognises speech. */
  isRecogniser: boolean;
  /** The one of the catalogue that suits the machine best. */
  isRecommended: boolean;
  /** What is wrong with a damaged one. */
  fault: string | null;
}

/**
 * Installed ones first, then those that came with the installation, those of the catalogue that are not here, and what
 * Assay brings.
 *
 * @param projectFolder the project's own `models`
 */
export async function listInventory({
  places,
  projectFolder,
  machine,
}: {
  places: ModelPlaces;
  projectFolder: string;
  machine: { cores: number; memoryBytes: number };
}): Promise<InventoryModel[]> {
  const [bundled, local, catalogue, choice] = await Promise.all([
    readBundledModels(projectFolder),
    listLocal(places),
    readCatalogue(projectFolder),
    readChoice(places),
  ]);
  const plain = { sizeIsRough: false, needs: null, isRecogniser: false, isRecommended: false, fault: null };
  const embeddings = usedEmbeddings(local)?.record.id;
  const here = local.map(({ id, record, fault, isShipped }): InventoryModel => {
    const inUse = choice.asr === id;
    if (!record) {
      const unknown = { title: '', sizeBytes: null, licence: '', languages: [], source: '', files: [] };
      return { ...plain, ...unknown, id, state: 'damaged', inUse, fault: fault! };
    }
    const { title, licence, languages, source, files } = record;
    return {
      ...plain,
      id,
      title,
      state: isShipped ? 'shipped' : 'installed',
      inUse: inUse || record.kind === 'words' || record.kind === 'tts' || id === embeddings,
      isRecogniser: record.kind === 'asr',
      sizeBytes: totalBytes(files),
      licence,
      languages,
      source,
      files,
    };
  });
  const recommended = recommendedModel(catalogue, machine);
  const known = new Set(local.map(({ id }) => id));
  const available = catalogue
    .filter(({ id }) => !known.has(id))
    .map(
      (model): InventoryModel => ({
        ...plain,
        id: model.id,
        title: model.title,
        state: 'available',
        inUse: false,
        ...expectedSize(model),
        licence: model.licence,
        languages: model.languages,
        source: originOf(model),
        files: [],
        needs: model.needs,
        isRecogniser: model.kind === 'asr',
        isRecommended: model === recommended,
      }),
    );
  // A language pack that was installed replaces the one that Assay brings.
  const ours = bundled
    .filter(({ id }) => !known.has(id))
    .map(
      ({ id, task, file, sha256, bytes, licence, source }): InventoryModel => ({
        ...plain,
        id,
        title: task,
        state: 'bundled',
        inUse: true,
        sizeBytes: bytes,
        licence,
        languages: /-([a-z]{2})$/.exec(id)?.slice(1) ?? [],
        source,
        files: [{ path: file, sizeBytes: bytes, sha256 }],
      }),
    );
  return [...here, ...available, ...ours];
}
