import { loadContent } from './content.ts';
import { createModelStore } from './store.ts';

/** The language packs installed in a models folder; damaged ones are left out, the check at the start names them. */
export async function installedWordPacks(modelsDir: string): Promise<{ language: string; folder: string }[]> {
  const store = createModelStore({ folder: modelsDir, checkContent: loadContent });
  return (await store.list()).flatMap(({ id, record }) =>
    record?.kind === 'words'
      ? record.languages.map((language) => ({ language, folder: store.folderOf(id) }))
      : [],
  );
}
