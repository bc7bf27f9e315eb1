import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { TestContext } from 'node:test';
import { makeIdentity } from '#server/backup/keys.ts';
import { createCommandContext } from '#server/commands/context.ts';
import { runCommandLine } from '#server/commands/program.ts';
import { tempFolder } from './temp-folder.ts';

export const PASSPHRASE = 'correct horse battery staple';

/** A data folder with a database and files of runs, a place for backups and a key file. */
export async function backupInstallation(
  t: Pick<TestContext, 'after'>,
  {
    files = 5,
    databaseUrl,
    passphrase = false,
  }: {
    files?: number;
    databaseUrl?: string | null /** Slower than a secret key: it is meant to be. */;
    passphrase?: boolean;
  } = {},
) {
  const folder = await tempFolder(t);
  const dataDir = join(folder, 'data');
  const to = join(folder, 'backups');
  const keyFile = join(folder, 'backup.key');
  const env = {
    DATA_DIR: dataDir,
    PATH: process.env.PATH!,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  const { identity } = await makeIdentity();
  await writeFile(keyFile, `${passphrase ? PASSPHRASE : identity}\n`);
  const inPlace = (given: Record<string, string> = env) => assayWith(given);
  const { clientId } = await assayWith(env).json('clients', 'create', '--name', 'Acme', '--credits', '500');
  const paths: string[] = [];
  for (let n = 0; n < files; n++) {
    const path = `blobs/speech/run-${n}/upload`;
    paths.push(path);
    await writeData(join(dataDir, path), randomBytes(1000 + 70_000 * n));
  }
  await writeData(join(dataDir, 'live/session-1/recording.wav'), randomBytes(5000));
  const places = ['--key-file', keyFile];
  return {
    folder,
    dataDir,
    to,
    keyFile,
    env,
    clientId: clientId as string,
    paths,
    at: inPlace,
    ...assayWith(env),
    create: (...more: string[]) => assayWith(env).json('backup', 'create', '--to', to, ...places, ...more),
    verify: (...more: string[]) =>
      assayWith(env).answer('backup', 'verify', '--from', to, ...places, ...more, '--json'),
    restore: (into: string, ...more: string[]) =>
      assayWith(env).answer('restore', '--from', to, ...places, '--into', into, ...more, '--json'),
  };
}

export async function writeData(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

/** Runs command lines in this process, as `assay` would. */
export function assayWith(env: Record<string, string>) {
  async function answer(...argv: string[]) {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const status = await runCommandLine(argv, createCommandContext({ env, stdout, stderr }));
    const out = String(stdout.read() ?? '');
    const err = String(stderr.read() ?? '');
    const document = (text: string) => {
      try {
        return JSON.parse(text.trim().split('\n').at(-1)!);
      } catch {
        return undefined;
      }
    };
    return { status, out, err, said: document(out), fault: document(err)?.error };
  }
  return {
    answer,
    async json(...argv: string[]) {
      const { status, said, err } = await answer(...argv, '--json');
      if (status !== 0) throw new Error(err);
      return said;
    },
  };
}

/** SHA-256 of every file below a folder, by relative path. */
export async function hashesOf(root: string, below = ''): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const entries = await readdir(join(root, below), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) Object.assign(found, await hashesOf(root, path));
    else
      found[path] = createHash('sha256')
        .update(await readFile(join(root, path)))
        .digest('hex');
  }
  return found;
}
