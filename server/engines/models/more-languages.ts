import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type FoundModel, projectModels } from './local.ts';

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
