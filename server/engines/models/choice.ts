import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../make-folder.ts';
import { ModelError } from './model-error.ts';
import { isModelId } from './record.ts';
import { absent, syncFolder, writeDurably } from './store.ts';

/** The recogniser that needs no installed model. */
export const embedded = 'embedded';

/** What `assay models use` decided. */
export interface ModelChoice {
  /** Id of an installed recogniser, or "embedded". */
  asr: string;
}

const pathIn = (folder: string) => join(folder, 'choice.json');

/**
 * The choice kept in a models folder; the embedded recogniser where none was made.
 *
 * @throws ModelError MODEL_DAMAGED when the file is not what `chooseModel` writes
 */
export async function readChoice(folder: string): Promise<ModelChoice> {
  const text = await readFile(pathIn(folder), 'utf8').catch(absent);
  if (text === undefined) return { asr: embedded };
  let asr: unknown;
  try {
    asr = (JSON.parse(text) as { asr?: unknown } | null)?.asr;
  } catch {
    asr = undefined;
  }
  if (typeof asr === 'string' && isModelId(asr)) return { asr };
  throw new ModelError(
    'MODEL_DAMAGED',
    `${pathIn(folder)} is damaged. Choose again: assay models use asr=MODEL, or asr=${embedded}.`,
  );
}

/** Takes effect at the next start. */
export async function writeChoice(folder: string, choice: ModelChoice): Promise<void> {
  makeFolder(folder, 0o777);
  await writeDurably(`${pathIn(folder)}.new`, `${JSON.stringify(choice)}\n`);
  await rename(`${pathIn(folder)}.new`, pathIn(folder));
  await syncFolder(folder);
}
