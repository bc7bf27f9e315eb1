import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { ModelError } from '../../engines/installed/model-error.ts';
import type { ModelRecord } from '../../engines/installed/record.ts';
import { importBundle } from '../../engines/models/bundle/import-bundle.ts';
import { listName, type Progress, parseLists, sumsName } from '../../engines/models/bundle/lists.ts';
import { writeBundle } from '../../engines/models/bundle/write-bundle.ts';
import type { Precision } from '../../engines/models/catalogue.ts';
import { importFolder, type ModelFacts } from '../../engines/models/import-folder.ts';
import { importWordList } from '../../engines/models/import-word-list.ts';
import { getLocal } from '../../engines/models/local.ts';
import type { ModelStore } from '../../engines/models/store.ts';
import { ApiError } from '../../errors.ts';
import type { CommandContext } from '../context.ts';
import { printJson, printLines } from '../output.ts';
import { openPlaces, withModelsLocked } from './context.ts';
import { megabytes } from './progress.ts';
import { registerPull } from './pull.ts';
import { precisionOption, reportInstalled, withProgress } from './report.ts';

interface ImportOptions {
  id?: string;
  sha256?: string;
  precision?: Precision;
  licence?: string;
  source?: string;
  language?: string;
  use?: true;
  json?: true;
}

/** The commands that move models: from a hub, into a bundle, out of one. */
export function registerTransfers(models: Command, context: CommandContext): void {
  registerPull(models, context);

  models
    .command('bundle')
    .description('write installed models into one file, for a machine without internet')
    .argument('[models...]', 'all of MODELS_DIR when none is named')
    .requiredOption('--out <file>', 'the tar to write')
    .option('--json', 'print {"file", "sizeBytes", "sha256", "models": […]}')
    .addHelpText('after', '\nExample:\n  assay models bundle whisper-small --out whisper-small.tar\n')
    .action((ids: string[], options: { out: string; json?: true }) => bundle(context, ids, options));

  models
    .command('import')
    .description('install from a bundle, a model folder, or a list of word frequencies')
    .argument('<path>', 'a tar of "assay models bundle", a folder, or a text file with --language')
    .option('--sha256 <hash>', "hash of the bundle, as 'assay models bundle' printed it")
    .option('--id <id>', 'name of a folder that has no model.json (its own name)')
    .addOption(precisionOption('which networks of such a folder (the best)'))
    .option('--licence <name>', 'who may use it, where the folder or list does not say')
    .option('--source <text>', 'where it is from, where the folder or list does not say')
    .option('--language <code>', 'the file is a list of word frequencies of this language (ISO 639-1)')
    .option('--use', 'choose it as the recogniser')
    .option('--json', 'print {"models": […]}')
    .addHelpText(
      'after',
      [
        '',
        'Examples:',
        '  assay models import whisper-small.tar --sha256 4f1c… --use',
        '  assay models import exports/whisper-base --id whisper-base --licence MIT',
        '  assay models import subtlex-de.tsv --language de --source SUBTLEX-DE --licence "free for research"',
        '',
      ].join('\n'),
    )
    .action((path: string, options: ImportOptions) => importFrom(context, path, options));
}

async function bundle(
  context: CommandContext,
  ids: readonly string[],
  { out, json }: { out: string; json?: true },
): Promise<void> {
  const places = openPlaces(context);
  const wanted = ids.length > 0 ? [...new Set(ids)] : (await places.installed.list()).map(({ id }) => id);
  if (wanted.length === 0)
    throw new ModelError('MODEL_NOT_FOUND', `No model is installed in ${places.installed.folder}.`);
  const models = await Promise.all(wanted.map((id) => getLocal(places, id)));
  const written = await withProgress(context, { doing: 'Bundling', quiet: json === true }, (onProgress) =>
    writeBundle(models, resolve(out), onProgress),
  );
  const names = written.models.map((model) => model.id);
  if (json) return printJson(context, { file: resolve(out), ...written, models: names });
  printLines(
    context,
    `Wrote ${names.join(', ')} to ${out} (${megabytes(written.sizeBytes)}).`,
    '',
    `  SHA-256 ${written.sha256}`,
    '',
    `On the other machine: assay models import ${out} --sha256 ${written.sha256}`,
  );
}

async function importFrom(context: CommandContext, path: string, options: ImportOptions): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (!found) throw new ApiError('INVALID_INPUT', `There is no "${path}".`);
  const { language, licence, source, sha256, precision, id } = options;
  if (sha256 !== undefined && (found.isDirectory() || language !== undefined)) {
    throw new ApiError('INVALID_INPUT', '--sha256 is the hash of a bundle, and this is none.');
  }
  const facts: Partial<ModelFacts> = {
    ...(id && { id }),
    ...(licence && { licence }),
    ...(source && { source }),
  };
  await withModelsLocked(context, async (store) => {
    const records = await withProgress(
      context,
      { doing: 'Importing', quiet: options.json === true },
      async (onProgress): Promise<ModelRecord[]> => {
        if (language !== undefined) return [await importWordList(store, path, { language, licence, source })];
        const unpacked = found.isDirectory() ? await unpackedBundle(path) : null;
        if (unpacked) return importUnpacked(store, path, unpacked, onProgress);
        if (found.isDirectory()) return [await importFolder(store, path, { facts, precision, onProgress })];
        return importBundle(store, path, { expectedSha256: sha256, onProgress });
      },
    );
    await reportInstalled(context, records, options);
  });
}

/** The models of a bundle that was unpacked with tar, or null. */
async function unpackedBundle(folder: string): Promise<ModelRecord[] | null> {
  const read = (name: string) => readFile(join(folder, name), 'utf8').catch(() => null);
  const [list, sums] = [await read(listName), await read(sumsName)];
  return list === null ? null : parseLists(list, sums ?? '');
}

async function importUnpacked(
  store: ModelStore,
  folder: string,
  models: readonly ModelRecord[],
  onProgress: Progress,
): Promise<ModelRecord[]> {
  const imported: ModelRecord[] = [];
  for (const record of models) {
    imported.push(await importFolder(store, join(folder, record.id), { record, onProgress }));
  }
  return imported;
}
