import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FolderSize } from './types.ts';

/**
 * What the files below a folder take, without following links. A folder that is not there is empty.
 *
 * @param mostFiles looks at no more than this: a page must not wait for a walk through a million recordings
 */
export async function folderSize(folder: string, mostFiles: number): Promise<FolderSize> {
  let sizeBytes = 0;
  let files = 0;
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const entries = await opendir(next).catch(absent);
    if (!entries) continue;
    for await (const entry of entries) {
      const path = join(next, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) {
        if (files++ >= mostFiles) return { sizeBytes, isAtLeast: true };
        sizeBytes += (await stat(path).catch(absent))?.size ?? 0;
      }
    }
  }
  return { sizeBytes, isAtLeast: false };
}

/** Files come and go while we look. */
function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
