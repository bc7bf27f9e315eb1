import { readFile, stat } from 'node:fs/promises';
import { setGlobalProxyFromEnv } from 'node:http';
import { availableParallelism, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { listName, type Progress, parseLists, sumsName } from '../engines/models/bundle-lists.ts';
import {
  type CatalogueModel,
  type Precision,
  precisions,
  readCatalogue,
  recommendedModel,
} from '../engines/models/catalogue.ts';
import { importBundle } from '../engines/models/import-bundle.ts';
import { importFolder, type ModelFacts } from '../engines/models/import-folder.ts';
import { importWordList } from '../engines/models/import-word-list.ts';
import { ModelError } from '../engines/models/model-error.ts';
import { pullModel } from '../engines/models/pull.ts';
import { type ModelRecord, totalBytes } from '../engines/models/record.ts';
import type { ModelStore } from '../engines/models/store.ts';
import { writeBundle } from '../engines/models/write-bundle.ts';
import { ApiError } from '../errors.ts';
import { wholeNumber } from './arguments.ts';
import type { CommandContext } from './context.ts';
import { openStore, projectModels, withModelsLocked } from './models-context.ts';
import { languagesInWords } from './models-list.ts';
import { createByteProgress, megabytes } from './models-progress.ts';
import { chooseRecogniser, sayChosen } from './models-use.ts';
import { printJson, printLines } from './output.ts';

interface PullOptions {
  recommended?: true;
  precision: Precision;
  repo?: string;
  revision?: string;
  licence?: string;
  answerSeconds: number;
  use?: true;
  json?: true;
}

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
  models
    .command('pull')
    .description('download a model and install it; goes on where an earlier pull stopped')
    .argument('[model]', 'one that "assay models list" names')
    .option('--recommended', 'the largest one that suits this machine')
    .addOption(precisionOption('form of the weights').default('int8'))
    .option('--repo <owner/name>', 'a repository of the hub that the list does not have; name it by [model]')
    .option('--revision <revision>', 'branch, tag or commit')
    .option('--licence <name>', 'licence of a repository that the list does not have')
    .option('--answer-seconds <seconds>', 'how long the hub may take for its first answer', wholeNumber, 20)
    .option('--use', 'choose it as the recogniser')
    .option('--json', 'print {"models": […], "isNew"}')
    .addHelpText('after', '\nExample:\n  assay models pull whisper-small --use\n')
    .action((id: string | undefined, options: PullOptions) => pull(context, id, options));

  models
    .command('bundle')
    .description('write installed models into one file, for a machine without internet')
    .argument('[models...]', 'all when none is named')
    .requiredOption('--out <file>', 'the tar to write')
    .option('--json', 'print {"file", "sizeBytes", "sha256", "models": […]}')
    .addHelpText('after', '\nExample:\n  assay models bundle whisper-small --out whisper-small.tar\n')
    .action((ids: string[], options: { out: string; json?: true }) => bundle(context, ids, options));

  models
    .command('import')
    .description('install from a bundle, a model folder, or a list of word frequencies')
    .argument('<path>', 'a tar of "assay models bundle", a folder, or a text file with --language')
    .option('--sha256 <hash>', "the bundle's own, as bundling it printed it")
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

const precisionOption = (meaning: string) =>
  new Option('--precision <form>', meaning).choices([...precisions]);

async function pull(context: CommandContext, id: string | undefined, options: PullOptions): Promise<void> {
  const { modelsMirror, offline } = context.config();
  if (offline) {
    throw new ModelError(
      'DOWNLOAD_FAILED',
      'ASSAY_OFFLINE=1 forbids to pull. Import a bundle: assay models import FILE',
    );
  }
  const model = await modelToPull(id, options);
  // Companies let such traffic out through a proxy only.
  setGlobalProxyFromEnv(context.env as NodeJS.ProcessEnv);
  await withModelsLocked(context, async (store) => {
    const { record, isNew } = await withProgress(context, `Pulling ${model.id}`, (onProgress) =>
      pullModel({
        store,
        model,
        precision: options.precision,
        baseUrl: modelsMirror,
        answerTimeoutMs: options.answerSeconds * 1000,
        onProgress,
      }),
    );
    await report(context, store, [record], { ...options, extra: { isNew } });
  });
}

async function modelToPull(id: string | undefined, options: PullOptions): Promise<CatalogueModel> {
  const catalogue = await readCatalogue(projectModels);
  if (options.recommended) {
    return recommendedModel(catalogue, { cores: availableParallelism(), memoryBytes: totalmem() });
  }
  if (id === undefined)
    throw new ApiError('INVALID_INPUT', 'Say which one: assay models pull MODEL, or --recommended.');
  if (options.repo !== undefined) {
    if (!/^[\w.-]+\/[\w.-]+$/.test(options.repo)) {
      throw new ApiError('INVALID_INPUT', `--repo must be owner/name; it is "${options.repo}".`);
    }
    return {
      id,
      kind: 'asr',
      title: id,
      repo: options.repo,
      revision: options.revision ?? 'main',
      parametersMillions: null,
      languages: [],
      licence: options.licence ?? 'not stated',
      origin: options.repo,
      needs: { cores: 1, memoryGb: 0 },
      recommended: false,
    };
  }
  const found = catalogue.find((model) => model.id === id);
  if (!found) {
    const names = catalogue.map((model) => model.id).join(', ');
    throw new ModelError('MODEL_NOT_FOUND', `There is no model "${id}" to pull; there are ${names}.`);
  }
  return { ...found, revision: options.revision ?? found.revision };
}

async function bundle(
  context: CommandContext,
  ids: readonly string[],
  { out, json }: { out: string; json?: true },
): Promise<void> {
  const store = openStore(context);
  const wanted = ids.length > 0 ? ids : (await store.list()).map((model) => model.id);
  if (wanted.length === 0)
    throw new ModelError('MODEL_NOT_FOUND', `No model is installed in ${store.folder}.`);
  const written = await withProgress(context, 'Bundling', (onProgress) =>
    writeBundle(store, [...new Set(wanted)], resolve(out), onProgress),
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
  const facts: Partial<ModelFacts> = {
    ...(id && { id }),
    ...(licence && { licence }),
    ...(source && { source }),
  };
  await withModelsLocked(context, async (store) => {
    const records = await withProgress(context, 'Importing', async (onProgress): Promise<ModelRecord[]> => {
      if (language !== undefined) return [await importWordList(store, path, { language, licence, source })];
      const unpacked = found.isDirectory() ? await unpackedBundle(path) : null;
      if (unpacked) return importUnpacked(store, path, unpacked, onProgress);
      if (found.isDirectory()) return [await importFolder(store, path, { facts, precision, onProgress })];
      return importBundle(store, path, { expectedSha256: sha256, onProgress });
    });
    await report(context, store, records, options);
  });
}

/** The models of a bundle that somebody unpacked with tar, or null. */
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

async function withProgress<Result>(
  { stderr }: CommandContext,
  doing: string,
  work: (onProgress: Progress) => Promise<Result>,
): Promise<Result> {
  const progress = createByteProgress(stderr, doing);
  try {
    return await work(progress.show);
  } finally {
    progress.end();
  }
}

async function report(
  context: CommandContext,
  store: ModelStore,
  records: readonly ModelRecord[],
  { use, json, extra = {} }: { use?: true; json?: true; extra?: Record<string, unknown> },
): Promise<void> {
  const recogniser = records.find(({ kind }) => kind === 'asr');
  if (use && !recogniser)
    throw new ApiError('INVALID_INPUT', 'Installed, but it is no recogniser that could be used.');
  const chosen = use && recogniser ? await chooseRecogniser(store, recogniser.id) : null;
  if (json) {
    printJson(context, { models: records, ...extra, ...(chosen && { use: { asr: chosen.asr } }) });
    return;
  }
  for (const { id, files, languages } of records) {
    const verb = extra.isNew === false ? 'is already installed' : 'is installed';
    printLines(
      context,
      `${id} ${verb}: ${megabytes(totalBytes(files))}, languages ${languagesInWords(languages)}.`,
    );
  }
  if (chosen) sayChosen(context, chosen);
  else if (recogniser) printLines(context, `To use it: assay models use asr=${recogniser.id}`);
}
