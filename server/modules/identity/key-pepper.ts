import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config/env.ts';

/**
 * The secret that API keys are hashed with: KEY_PEPPER, else the one in DATA_DIR/secrets/key-pepper, made on first
 * use. Losing it makes every key invalid, so it belongs into backups.
 *
 * Written whole under a name of its own and then linked, which only the first of several processes can do: all of
 * them read the same secret, and nobody ever reads half of one.
 */
export async function loadKeyPepper(config: Pick<Config, 'dataDir' | 'keyPepper'>): Promise<string> {
  if (config.keyPepper) return config.keyPepper;
  const folder = join(config.dataDir, 'secrets');
  const path = join(folder, 'key-pepper');
  const existing = await readPepper(path);
  if (existing) return existing;

  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `key-pepper.${process.pid}.${randomBytes(6).toString('hex')}`);
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${randomBytes(32).toString('base64url')}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    // The umask can only have taken rights away; this makes the mode exact.
    await chmod(draft, 0o600);
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    // The name must survive power loss as surely as the keys hashed with it.
    const directory = await open(folder, 'r');
    await directory.sync().finally(() => directory.close());
  } finally {
    await rm(draft, { force: true });
  }
  const made = await readPepper(path);
  if (!made) throw new Error(`The key pepper in "${path}" cannot be read.`);
  return made;
}

async function readPepper(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const pepper = text.trim();
  if (pepper.length < 32) {
    throw new Error(`"${path}" must hold at least 32 characters; restore it from a backup.`);
  }
  return pepper;
}
