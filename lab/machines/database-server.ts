import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { postgresBinaries } from '../../testkit/postgres.ts';

/** A PostgreSQL server of its own that can be killed and started again; everybody may come in. */
export interface DatabaseServer {
  url: string;
  start(): Promise<void>;
  /** As a crash: its processes end at once, and the next start reads its journal. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/** @param options.within words of a command that runs it somewhere else */
export async function makeDatabaseServer({
  folder,
  address,
  port = 5432,
  within = [],
}: {
  folder: string;
  address: string;
  port?: number;
  within?: readonly string[];
}): Promise<DatabaseServer> {
  const bin = postgresBinaries();
  if (!bin) throw new Error('PostgreSQL is not installed (Debian: apt-get install postgresql).');
  const data = join(folder, 'postgres');
  mkdirSync(data, { mode: 0o700 });
  // The server refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const idOf = (kind: '-u' | '-g') => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
  if (isRoot) chownSync(data, idOf('-u'), idOf('-g'));
  const asOwner = isRoot
    ? ['setpriv', `--reuid=${idOf('-u')}`, `--regid=${idOf('-g')}`, '--clear-groups']
    : [];
  const run = (words: string[]) =>
    spawn(words[0]!, words.slice(1), { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  execFileSync(
    asOwner[0] ?? join(bin, 'initdb'),
    [
      ...(isRoot ? [...asOwner.slice(1), join(bin, 'initdb')] : []),
      ...[
        `--pgdata=${data}`,
        '--username=postgres',
        '--auth=trust',
        '--encoding=UTF8',
        '--locale=C.UTF-8',
        '--no-sync',
      ],
    ],
    { cwd: '/', stdio: 'pipe' },
  );
  execFileSync('sh', ['-c', `echo 'host all all all trust' >> ${data}/pg_hba.conf`]);
  const url = `postgres://postgres@${address}:${port}/postgres`;
  const log = createWriteStream(join(folder, 'postgres.log'), { flags: 'a' });
  let server: ChildProcess | undefined;
  const end = async (signal: NodeJS.Signals) => {
    const ending = server;
    server = undefined;
    if (!ending || hasEnded(ending)) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    process.kill(-ending.pid!, signal);
    await ended;
  };
  const begin = () => {
    server = run([
      ...within,
      ...asOwner,
      join(bin, 'postgres'),
      ...['-D', data, '-k', data, '-h', address, '-p', String(port)],
      // As the tests' own: what a power cut would lose is not looked at here.
      ...['-c', 'fsync=off', '-c', 'max_connections=300'],
    ]);
    server.stdout!.pipe(log, { end: false });
    server.stderr!.pipe(log, { end: false });
    return server;
  };
  return {
    url,
    async start() {
      let started = begin();
      for (const giveUpAt = performance.now() + 60_000; ; await delay(100)) {
        const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
        client.on('error', () => undefined);
        const isUp = await client.connect().then(
          () => true,
          () => false,
        );
        await client.end().catch(() => undefined);
        if (isUp) return;
        // After a crash it does not start until the last of its old processes is gone; a service manager tries again.
        if (hasEnded(started)) started = begin();
        if (performance.now() > giveUpAt)
          throw new Error(`PostgreSQL did not start; see ${folder}/postgres.log`);
      }
    },
    crash: () => end('SIGKILL'),
    async stop() {
      // To all of its group: a fast shutdown of the server, which its children take for granted.
      await end('SIGINT');
      log.end();
    },
  };
}
