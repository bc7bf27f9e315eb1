import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { BackupError } from './backup-error.ts';

/** How much of a program's complaint is kept. */
const COMPLAINT_CHARS = 4000;

/** The password must not be among the arguments, which every user of the machine can read. */
function connectionOf(databaseUrl: string): { url: string; env: Record<string, string> } {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  return { url: url.href, env: password === '' ? {} : { PGPASSWORD: password } };
}

/** @throws BackupError TOOL_MISSING, saying what to install */
async function requireTool(name: string, searchPath: string): Promise<string> {
  for (const folder of searchPath.split(delimiter).filter(Boolean)) {
    const path = join(folder, name);
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  throw new BackupError(
    'TOOL_MISSING',
    `${name} is not installed, which backups of PostgreSQL need. Install PostgreSQL's client programs, of the server's version or newer (Debian: apt-get install postgresql-client).`,
  );
}

interface Tool {
  child: ChildProcess;
  /** Rejects with TOOL_FAILED and what the program said. */
  ended: Promise<void>;
}

function start(
  path: string,
  args: readonly string[],
  { env, searchPath, input }: { env: Record<string, string>; searchPath: string; input: boolean },
): Tool {
  const child = spawn(path, args, {
    env: { PATH: searchPath, LC_ALL: 'C', PGAPPNAME: 'assay backup', ...env },
    stdio: [input ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stderr!.on('data', (chunk) => {
    complaint = (complaint + chunk).slice(-COMPLAINT_CHARS);
  });
  const name = path.slice(path.lastIndexOf('/') + 1);
  const ended = once(child, 'close').then(([code, signal]) => {
    if (code === 0) return;
    const said = complaint.trim().replaceAll(/\s*\n\s*/g, ' ');
    throw new BackupError('TOOL_FAILED', `${name} failed (${code ?? signal}): ${said || 'it said nothing.'}`);
  });
  // The caller that awaits it gets the error; until then it must not end the process.
  ended.catch(() => undefined);
  return { child, ended };
}

/** A dump in PostgreSQL's own form, as of one moment. Fails at its end when the program does. */
export async function dumpPostgres(
  databaseUrl: string,
  searchPath: string,
): Promise<AsyncIterable<Uint8Array>> {
  const path = await requireTool('pg_dump', searchPath);
  const { url, env } = connectionOf(databaseUrl);
  const args = ['--format=custom', '--compress=1', '--no-owner', '--no-privileges', `--dbname=${url}`];
  const { child, ended } = start(path, args, { env, searchPath, input: false });
  return (async function* () {
    try {
      yield* child.stdout! as Readable;
      await ended;
    } finally {
      child.kill();
    }
  })();
}

/**
 * Puts a dump in the place of everything in a database, in one transaction: cut off at any moment, all is as it was.
 *
 * @param dumpPath a file, as `dumpPostgres` made it
 * @throws BackupError
 */
export async function restorePostgres(
  databaseUrl: string,
  { dumpPath, searchPath }: { dumpPath: string; searchPath: string },
): Promise<void> {
  const [pgRestore, psql] = [
    await requireTool('pg_restore', searchPath),
    await requireTool('psql', searchPath),
  ];
  const { url, env } = connectionOf(databaseUrl);
  const script = start(pgRestore, ['--no-owner', '--no-privileges', '--file=-', dumpPath], {
    env: {},
    searchPath,
    input: false,
  });
  const target = start(psql, ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', `--dbname=${url}`], {
    env,
    searchPath,
    input: true,
  });
  const { stdin } = target.child;
  // A program that has ended says why itself.
  stdin!.on('error', () => undefined);
  target.child.stdout!.resume();
  const write = async (text: string | Uint8Array) => {
    if (!stdin!.write(text)) await Promise.race([once(stdin!, 'drain'), target.ended]);
  };
  try {
    await write('begin;\ndrop schema public cascade;\ncreate schema public;\n');
    for await (const chunk of script.child.stdout! as Readable) await write(chunk as Uint8Array);
    await script.ended;
    // Without this line, whatever came before is undone.
    await write('\ncommit;\n');
    stdin!.end();
    await target.ended;
  } catch (error) {
    script.child.kill();
    target.child.kill();
    if (!(error instanceof BackupError)) {
      // Its complaint explains a broken pipe better than the pipe does.
      await target.ended;
    }
    throw error;
  }
}
