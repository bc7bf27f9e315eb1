import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../make-folder.ts';
import { ModelError } from '../installed/model-error.ts';
import { familyOf, isModelId } from '../installed/record.ts';
import type { ModelPlaces } from './local.ts';
import { absent, syncFolder, writeDurably } from './store.ts';

/** The recogniser that needs no installed model. */
export const embedded = 'embedded';

/** What `assay models use` decided, or the installation's default. */
export interface ModelChoice {
  /** Id of a recogniser that is here, or "embedded". */
  asr: string;
}

const pathIn = (folder: string) => join(folder, 'choice.json');

/**
 * The choice kept in the folder of installed models. Where none was made: the recogniser of more languages that came with the
 * installation, because it was set up or built for them; else the embedded one.
 *
 * @throws ModelError MODEL_DAMAGED when the file is not what `writeChoice` writes
 */
export async function readChoice({ installed, shipped }: ModelPlaces): Promise<ModelChoice> {
  const { folder } = installed;
  const text = await readFile(pathIn(folder), 'utf8').catch(absent);
  if (text === undefined) {
    const ofLanguages = (await shipped.list()).find(
      ({ record }) => record?.kind === 'asr' && familyOf(record.files) === 'whisper',
    );
    return { asr: ofLanguages?.id ?? embedded };
  }
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
