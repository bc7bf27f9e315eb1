import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { asDiskFull, ModelError } from '../installed/model-error.ts';
import type { ModelRecord } from '../installed/record.ts';
import { type ListedWord, parseWordList } from '../text/word-list.ts';
import { factsFileName, type WordPackFacts, wordsFileName } from '../text/word-pack.ts';
import { writePieces } from './bundle/write-pieces.ts';
import type { ModelStore } from './store.ts';

/** The one pack of a language. */
export const wordPackId = (language: string): string => `words-${language}`;

/** @returns ISO 639-1; null of what is no language pack */
export const wordPackLanguage = (id: string): string | null => /^words-([a-z]{2})$/.exec(id)?.[1] ?? null;

export const wordPackTitle = (language: string): string =>
  `Word frequencies: ${new Intl.DisplayNames(['en'], { type: 'language' }).of(language)}`;

/**
 * Makes a language pack of a frequency list and installs it in place of the language's older one.
 *
 * @throws ModelError naming the line that cannot be read
 */
export async function importWordList(
  store: ModelStore,
  path: string,
  {
    language,
    licence = 'not stated',
    source = basename(path),
  }: { language: string; licence?: string | undefined; source?: string | undefined },
): Promise<ModelRecord> {
  if (!/^[a-z]{2}$/.test(language)) {
    throw new ModelError('MODEL_REFUSED', `"${language}" is no language code; ISO 639-1 has two letters.`);
  }
  let words: ListedWord[];
  try {
    words = parseWordList(await readFile(path), path);
  } catch (error) {
    throw new ModelError('MODEL_REFUSED', (error as Error).message, { cause: error });
  }
  const facts: WordPackFacts = { format: 1, language, source, licence };
  const contents = [
    [factsFileName, Buffer.from(`${JSON.stringify(facts, null, 2)}\n`)],
    [wordsFileName, Buffer.from(listText(words))],
  ] as const;
  await store.requireSpace(contents.reduce((sum, [, content]) => sum + content.length, 0));
  const id = wordPackId(language);
  const staging = await store.stage(id);
  try {
    const files = [];
    for (const [name, content] of contents) {
      files.push({ path: name, ...(await writePieces(join(staging.folder, name), once(content))) });
    }
    const title = wordPackTitle(language);
    const record = await staging.prepare({ format: 1, id, kind: 'words', title, licence, source, files });
    await staging.place();
    return record;
  } catch (error) {
    throw asDiskFull(error, store.folder);
  } finally {
    await staging.discard();
  }
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

const listText = (words: readonly ListedWord[]): string =>
  [
    'word\tcount\tpos\tlemma',
    ...words.map(({ word, count, pos, lemma }) => [word, count, pos ?? '', lemma ?? ''].join('\t')),
    '',
  ].join('\n');
