import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import type { WhisperPrecision } from '../asr/whisper/files.ts';
import { loadWhisperFolder } from '../asr/whisper/folder.ts';
import { sentenceModelFiles } from '../embeddings/onnx/folder.ts';
import { asDiskFull, ModelError } from '../installed/model-error.ts';
import {
  familyOf,
  isModelPath,
  type ModelFile,
  type ModelKind,
  type ModelRecord,
  moonshineFiles,
  parseRecordText,
  recordFileName,
  totalBytes,
} from '../installed/record.ts';
import { factsFileName, readPackFacts, wordsFileName } from '../text/word-pack.ts';
import { kokoroFiles } from '../tts/kokoro/folder.ts';
import type { Progress } from './bundle/lists.ts';
import { writePieces } from './bundle/write-pieces.ts';
import { kindOfPaths, sentencePaths } from './catalogue.ts';
import { wordPackId, wordPackTitle } from './import-word-list.ts';
import { absent, type ModelStore } from './store.ts';

/** What a folder without a record cannot say of itself. */
export type ModelFacts = Pick<ModelRecord, 'id' | 'kind' | 'title' | 'licence' | 'source'>;

/**
 * Installs a model from a folder: an installed or unpacked one with its `model.json`, whose hashes must be right, or an
 * export as it comes, whose hashes are taken now.
 *
 * @param record what is known of it from elsewhere, in place of a `model.json`
 * @param facts what a folder without `model.json` does not say; `id` may rename a model that has one
 * @param precision of the networks taken from a folder without `model.json`; the best when absent
 * @throws ModelError saying which file does not match
 */
export async function importFolder(
  store: ModelStore,
  folder: string,
  {
    facts = {},
    record: listed,
    precision,
    onProgress = () => {},
  }: {
    facts?: Partial<ModelFacts>;
    record?: ModelRecord;
    precision?: WhisperPrecision | undefined;
    onProgress?: Progress;
  } = {},
): Promise<ModelRecord> {
  const given = listed ?? (await recordIn(folder));
  const about = given ?? (await factsFor(folder, facts));
  const files = given?.files ?? (await filesIn(folder, about.kind, precision));
  const id = about.kind === 'words' ? about.id : (facts.id ?? about.id);
  await store.requireSpace(totalBytes(files));

  const staging = await store.stage(id);
  try {
    const copied: ModelFile[] = [];
    let doneBytes = 0;
    for (const { path, sizeBytes, ...recorded } of files) {
      const from = join(folder, path);
      const pieces = async function* () {
        for await (const piece of createReadStream(from, { highWaterMark: 1024 * 1024 })) {
          doneBytes += (piece as Buffer).length;
          onProgress(doneBytes, totalBytes(files));
          yield piece as Buffer;
        }
      };
      const found = await writePieces(join(staging.folder, path), pieces()).catch((error: unknown) => {
        throw (error as NodeJS.ErrnoException).code === 'ENOENT'
          ? new ModelError('MODEL_REFUSED', `${from} is missing. Nothing was installed.`, { cause: error })
          : error;
      });
      if (found.sizeBytes !== sizeBytes || ('sha256' in recorded && recorded.sha256 !== found.sha256)) {
        throw new ModelError(
          'MODEL_REFUSED',
          `${from} is not what ${recordFileName} says. Nothing was installed.`,
        );
      }
      copied.push({ path, ...found });
    }
    const { kind, title, licence, source } = about;
    const record = await staging.prepare({ format: 1, id, kind, title, licence, source, files: copied });
    await staging.place();
    return record;
  } catch (error) {
    throw asDiskFull(error, store.folder);
  } finally {
    await staging.discard();
  }
}

async function recordIn(folder: string): Promise<ModelRecord | null> {
  const path = join(folder, recordFileName);
  const text = await readFile(path, 'utf8').catch(absent);
  return text === undefined ? null : parseRecordText(text, path);
}

/** A network's small files and its weights, or the two files of a language pack; anything else stays where it is. */
async function filesIn(
  folder: string,
  kind: ModelKind,
  precision: WhisperPrecision | undefined,
): Promise<{ path: string; sizeBytes: number }[]> {
  const all = await pathsIn(folder);
  const isMoonshine = familyOf(all.map((path) => ({ path }))) === 'moonshine';
  const networks =
    kind !== 'asr' ? [] : isMoonshine ? Object.values(moonshineFiles) : await networkPaths(folder, precision);
  const listed =
    kind === 'embeddings' ? sentenceParts(folder, all, precision) : kind === 'tts' ? kokoroFiles(all) : null;
  const isPart = (path: string) =>
    kind === 'words'
      ? path === factsFileName || path === wordsFileName
      : listed
        ? listed.includes(path)
        : (!isMoonshine && /^[^/]+\.json$/.test(path)) ||
          networks.some((name) => path === name || path.startsWith(`${name}_data`));
  const paths = all.filter((path) => isPart(path) && isModelPath(path) && path !== recordFileName).sort();
  const found = await Promise.all(
    // Links are followed: a hub's cache is made of them.
    paths.map(async (path) => ({ path, file: await stat(join(folder, path)) })),
  );
  return found.filter(({ file }) => file.isFile()).map(({ path, file }) => ({ path, sizeBytes: file.size }));
}

function sentenceParts(
  folder: string,
  all: readonly string[],
  precision: WhisperPrecision | undefined,
): string[] {
  const parts = precision ? sentencePaths(all, precision) : sentenceModelFiles(all);
  if (parts.length > 0) return parts;
  throw new ModelError('MODEL_REFUSED', `${folder} has no network in ${precision}. Nothing was installed.`);
}

async function pathsIn(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).map((path) => path.split(sep).join('/'));
}

async function networkPaths(folder: string, precision: WhisperPrecision | undefined): Promise<string[]> {
  try {
    const { dir, files } = await loadWhisperFolder(folder, precision ? { precision } : {});
    const { layout: _, ...decoder } = files.decoder;
    return [files.encoder, ...Object.values(decoder)].map(({ path }) =>
      relative(dir, path).split(sep).join('/'),
    );
  } catch (error) {
    throw new ModelError('MODEL_REFUSED', `${folder} is no model: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** Facts that the caller does not give are read from the folder's name, or from a language pack itself. */
async function factsFor(folder: string, facts: Partial<ModelFacts>): Promise<ModelFacts> {
  const pack = packFactsOf(folder);
  if (pack) {
    const { language, source, licence } = pack;
    return { id: wordPackId(language), kind: 'words', title: wordPackTitle(language), licence, source };
  }
  const name = basename(resolve(folder));
  const { id = name.toLowerCase(), title = name, licence = 'not stated', source = `folder ${name}` } = facts;
  return { id, kind: kindOfPaths(await pathsIn(folder)), title, licence, source };
}

function packFactsOf(folder: string) {
  try {
    return readPackFacts(folder);
  } catch (error) {
    throw new ModelError('MODEL_REFUSED', (error as Error).message, { cause: error });
  }
}
