import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** A PostgreSQL server in a temporary folder on a free port of the loopback interface. */
export interface TestPostgres {
  /** Of its first database: `postgresAt` takes it. */
  url: string;
  /** Makes a database, empty or as the one of that name is, and gives its URL. */
  createDatabase(template?: string): Promise<string>;
  stop(): Promise<void>;
}

const startWithinMs = 120_000;

/** Debian's folder of the newest version installed, or undefined. */
export function postgresBinaries(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  return versions
    .map((version) => join(root, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/**
 * The server belongs to a shell that waits for its standard input to end: however this process ends, even killed,
 * the pipe breaks and server and folder go. A signal to the whole group (Ctrl-C, a time limit) has the same effect.
 */
const guard = `
trap : TERM INT HUP
"$bin/initdb" --pgdata="$dir/data" --username=postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync >"$dir/log" 2>&1 || { cat "$dir/log" >&2; rm -rf "$dir"; exit 1; }
"$bin/postgres" -D "$dir/data" -k "$dir" -h 127.0.0.1 -p "$port" -c fsync=off -c full_page_writes=off -c max_connections=300 -c shared_buffers=64MB >"$dir/log" 2>&1 &
server=$!
read line
kill -QUIT "$server"
wait "$server"
rm -rf "$dir"
`;

export async function startPostgres(given: { port?: number } = {}): Promise<TestPostgres> {
  const bin = postgresBinaries();
  if (!bin) throw new Error('PostgreSQL is not installed.');
  const dir = await mkdtemp(join(tmpdir(), 'assay-postgres-'));
  const port = given.port ?? (await freePort());
  // The server refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const idOf = (kind: '-u' | '-g') => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
  const owner = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(dir, owner.uid, owner.gid);

  const shell = spawn('sh', ['-c', guard], {
    ...owner,
    cwd: dir,
    env: { bin, dir, port: String(port), PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
  let complaint = '';
  shell.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const ended = once(shell, 'exit');
  const stop = async () => {
    shell.stdin.end();
    await ended;
    await rm(dir, { recursive: true, force: true });
  };
  const urlOf = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;

  const giveUpAt = performance.now() + startWithinMs;
  for (;;) {
    if (await query(urlOf('postgres'), 'select 1').then(Boolean, () => false)) break;
    if (shell.exitCode !== null || performance.now() > giveUpAt) {
      await stop();
      throw new Error(`PostgreSQL did not start. ${complaint}`);
    }
    await delay(50);
  }

  return { ...postgresAt(urlOf('postgres')), stop };
}

/** A server that another process has started and will stop; what was made there goes at `stop`. */
export function postgresAt(url: string): TestPostgres {
  const made: string[] = [];
  return {
    url,
    async createDatabase(template = 'template0') {
      const name = `test_${process.pid}_${made.length}`;
      made.push(name);
      await query(url, `create database ${name} template ${template}`);
      return new URL(`/${name}`, url).href;
    },
    async stop() {
      for (const name of made) await query(url, `drop database ${name} with (force)`);
    },
  };
}

async function query(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}
