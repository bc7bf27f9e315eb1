import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const OTHERS = 0o077;
/** Other users reach nothing below a private folder, so it is not searched; these are searched even so. */
const LOOKED_INTO = new Set(['secrets']);

/**
 * Folders and files under `root` that other users of the machine may open, as paths. Links are left alone.
 *
 * @param except a folder without secrets: installed models
 */
export async function openToOthers(root: string, { except }: { except: string }): Promise<string[]> {
  const found: string[] = [];
  const look = async (path: string, mustLook: boolean): Promise<void> => {
    const entry = await lstat(path).catch(() => undefined);
    if (!entry || path === except || !(entry.isDirectory() || entry.isFile())) return;
    const isOpen = (entry.mode & OTHERS) !== 0;
    if (isOpen) found.push(path);
    if (!entry.isDirectory() || !(mustLook || isOpen)) return;
    for (const name of await readdir(path).catch(() => [])) {
      await look(join(path, name), isOpen || LOOKED_INTO.has(name));
    }
  };
  await look(root, true);
  return found;
}

/**
 * Folders 0700, files 0600, whatever they were before: a folder made by hand, or a backup that was put back.
 *
 * @returns what could not be changed, because it belongs to another user
 */
export async function makePrivate(root: string, options: { except: string }): Promise<string[]> {
  const left: string[] = [];
  // The deepest first: what is below an open folder is found only as long as that is open.
  for (const path of (await openToOthers(root, options)).reverse()) {
    const mode = (await lstat(path)).isDirectory() ? FOLDER_MODE : FILE_MODE;
    await chmod(path, mode).catch(() => left.push(path));
  }
  return left;
}
