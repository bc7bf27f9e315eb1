import { limits } from '../config/limits.ts';
import { readBundledModels } from '../engines/models/bundled.ts';
import { aboutBytes, readCatalogue } from '../engines/models/catalogue.ts';
import { readChoice } from '../engines/models/choice.ts';
import { totalBytes } from '../engines/models/record.ts';
import type { CommandContext } from './context.ts';
import { openStore, projectModels } from './models-context.ts';
import { megabytes } from './models-progress.ts';
import { printJson, printLines, printTable } from './output.ts';

type State = 'bundled' | 'installed' | 'available' | 'damaged';

/** A line of `assay models list`. */
export interface ListedModel {
  id: string;
  title: string;
  state: State;
  /** The recogniser that the server takes at its next start. */
  inUse: boolean;
  sizeBytes: number | null;
  /** True where the size is worked out from the number of parameters. */
  sizeIsRough: boolean;
  licence: string;
  /** ISO 639-1 codes; empty where languages do not matter. */
  languages: readonly string[];
  source: string;
}

/** What comes with Assay, what is installed, and what could be pulled. */
export async function listModels(context: CommandContext): Promise<ListedModel[]> {
  const store = openStore(context);
  const [bundled, installed, catalogue, choice] = await Promise.all([
    readBundledModels(projectModels),
    store.list(),
    readCatalogue(projectModels),
    readChoice(store.folder),
  ]);
  const rows = installed.map(({ id, record, fault }): ListedModel => {
    const inUse = choice.asr === id;
    if (!record) {
      const unknown = { sizeBytes: null, sizeIsRough: false, licence: '', languages: [], source: fault! };
      return { id, title: '', state: 'damaged', inUse, ...unknown };
    }
    const { title, licence, languages, source } = record;
    const sizeBytes = totalBytes(record.files);
    const isUsed = inUse || record.kind === 'words';
    return {
      id,
      title,
      state: 'installed',
      inUse: isUsed,
      sizeBytes,
      sizeIsRough: false,
      licence,
      languages,
      source,
    };
  });
  const known = new Set(installed.map(({ id }) => id));
  const available = catalogue
    .filter(({ id }) => !known.has(id))
    .map(
      (model): ListedModel => ({
        id: model.id,
        title: model.title,
        state: 'available',
        inUse: false,
        sizeBytes: aboutBytes(model, 'int8'),
        sizeIsRough: true,
        licence: model.licence,
        languages: model.languages,
        source: model.repo,
      }),
    );
  const ours = bundled.map(
    ({ id, task, bytes, licence, source }): ListedModel => ({
      id,
      title: task,
      state: 'bundled',
      inUse: true,
      sizeBytes: bytes,
      sizeIsRough: false,
      licence,
      languages: /-en$/.test(id) ? ['en'] : [],
      source,
    }),
  );
  return [...rows, ...available, ...ours];
}

export async function printModels(context: CommandContext, asJson: boolean): Promise<void> {
  const models = await listModels(context);
  if (asJson) return printJson(context, { models });
  printTable(
    context,
    ['MODEL', 'STATE', 'SIZE', 'LANGUAGES', 'LICENCE', 'WHAT IT IS'],
    models.map((model) => [
      model.id,
      model.state === 'installed' && model.inUse ? 'in use' : model.state,
      model.sizeBytes === null ? null : `${model.sizeIsRough ? '~' : ''}${megabytes(model.sizeBytes)}`,
      languagesInWords(model.languages),
      model.licence,
      model.title || model.source,
    ]),
    'There are no models.',
  );
  if (models.some(({ state }) => state === 'available')) {
    printLines(context, '', 'Available ones are installed by: assay models pull MODEL');
  }
}

/** Of the languages that analyses accept. */
export function languagesInWords(languages: readonly string[]): string {
  const known = limits.languages.filter((code) => languages.includes(code));
  if (known.length === limits.languages.length) return `all ${known.length}`;
  return known.length > 0 ? known.join(' ') : languages.length > 0 ? languages.slice(0, 3).join(' ') : '–';
}
