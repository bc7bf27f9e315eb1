import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder, and those above it that are missing, for its user alone. For places that people name: Node's own recursive `mkdir` never ends
 * below /proc, and says of a read-only disk that something does not exist.
 *
 * @param mode of folders that are made, less the umask
 * @throws NodeJS.ErrnoException of the first folder that cannot be made
 */
export function makeFolder(path: string, mode = 0o700): void {
  const parent = dirname(path);
  if (parent !== path && !existsSync(parent)) makeFolder(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
