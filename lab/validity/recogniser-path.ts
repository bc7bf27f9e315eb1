import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { moonshineFiles } from '../../server/engines/installed/record.ts';
import { CorpusError } from '../../testkit/corpus.ts';

/** Where set-up puts the recogniser's published files. */
const installed = resolve(import.meta.dirname, '../../models/weights/moonshine-base-en');

/** @throws CorpusError when there is no recogniser in the folder */
export function recogniserPathOf(given: string | undefined): string {
  const folder = given ? resolve(given) : installed;
  if (!existsSync(join(folder, moonshineFiles.encoder))) {
    throw new CorpusError(
      `${folder} holds no ${moonshineFiles.encoder}: run scripts/setup, or name the folder with --recogniser.`,
    );
  }
  return folder;
}
