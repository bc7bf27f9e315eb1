import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { servicesOf } from '#server/app/installation-services.ts';
import { openDatabase } from '#server/db/open-database.ts';
import type { Tables } from '#server/db/tables.ts';
import { freePort } from '../../testkit/postgres.ts';
import { childPids, processFacts } from '../../testkit/processes.ts';
import { removedAtTheEnd } from './clean-up.ts';
import { makeDatabaseServer } from './database-server.ts';
import { keyPepper } from './installation.ts';
import { type Node, startNode } from './node.ts';

export type Database = 'sqlite' | 'postgres';

/** Something that can be killed. */
export interface Target {
  name: string;
  kill(): Promise<void>;
}

/** An installation without a network of its own: SQLite under one supervisor, or every role by itself on PostgreSQL. */
export interface OneMachine {
  db: Kysely<Tables>;
  apis(): string[];
  targets(): Promise<Target[]>;
  /** When everything is there. */
  readonly mostTargets: number;
  /** Its processes by name, without those of the database. */
  processes(): Promise<{ name: string; pid: number; residentBytes: number }[]>;
  /** What its logs say of workers that were lost. */
  recoveries(): Recoveries;
  ready(): Promise<void>;
  remove(): Promise<void>;
}

export interface Recoveries {
  /** Runs that were begun again where a worker had left them. */
  freed: number;
  /** Runs that ended because workers had left them too often. */
  stuck: number;
  /** Lines of errors, without those of `stuck`. */
  errors: string[];
}

export async function startOneMachine({
  database,
  mainPath,
  env,
}: {
  database: Database;
  mainPath: string;
  env: Record<string, string>;
}): Promise<OneMachine> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-kills-'));
  await chmod(folder, 0o711);
  const dataDir = join(folder, 'data');
  await mkdir(dataDir, { mode: 0o700 });
  const server =
    database === 'postgres'
      ? await makeDatabaseServer({ folder, address: '127.0.0.1', port: await freePort() })
      : null;
  await server?.start();
  const databaseUrl = server?.url ?? null;
  const db = await openDatabase({ dataDir, databaseUrl });
  const { queue } = servicesOf({ webhookAllowedNetworks: [], auditAnchors: null }, { db, keyPepper });
  const nodes: Node[] = [];
  const apis: string[] = [];
  const add = async (name: string, role: string) => {
    const port = await freePort();
    if (role === 'api' || role === 'all') apis.push(`http://127.0.0.1:${port}`);
    nodes.push(
      startNode({
        ...{ name, role, mainPath, log: join(folder, `${name}.log`), restartAfterMs: 300 },
        env: {
          ...{
            DATA_DIR: dataDir,
            KEY_PEPPER: keyPepper,
            HOST: '127.0.0.1',
            PORT: String(port),
            LOG_LEVEL: 'info',
            LANE_THREADS: '2',
          },
          ...(databaseUrl !== null && { DATABASE_URL: databaseUrl, SCRATCH_DIR: join(folder, name) }),
          ...env,
        },
      }),
    );
  };
  if (database === 'sqlite') await add('all', 'all');
  else {
    for (const name of ['api-1', 'api-2']) await add(name, 'api');
    for (const name of ['worker-1', 'worker-2']) await add(name, 'worker');
    for (const name of ['live-1', 'live-2']) await add(name, 'live');
  }
  const children = async () => {
    const pid = nodes[0]!.pid();
    if (database !== 'sqlite' || pid === undefined) return [];
    const facts = await Promise.all((await childPids(pid)).map(processFacts));
    return facts.flatMap((one) => {
      const role = /--role (\w+)/.exec(one?.command ?? '')?.[1];
      return one && role ? [{ ...one, role }] : [];
    });
  };
  return {
    db,
    apis: () => apis,
    mostTargets: database === 'sqlite' ? 4 : nodes.length + 1,
    async targets() {
      const found: Target[] = nodes.map((node) => ({ name: node.name, kill: async () => node.kill() }));
      for (const { pid, role } of await children())
        found.push({ name: role, kill: async () => void process.kill(pid, 'SIGKILL') });
      if (server) {
        found.push({
          name: 'database',
          async kill() {
            await server.crash();
            await server.start();
          },
        });
      }
      return found;
    },
    async processes() {
      const own = await Promise.all(
        nodes.map(async (node) => ({
          name: node.name,
          facts: node.pid() === undefined ? undefined : await processFacts(node.pid()!),
        })),
      );
      const all = [...own, ...(await children()).map((facts) => ({ name: facts.role, facts }))];
      return all.flatMap(({ name, facts }) => (facts ? [{ ...facts, name }] : []));
    },
    recoveries() {
      const lines = globSync(join(folder, '*.log')).flatMap((path) =>
        path.endsWith('postgres.log') ? [] : readFileSync(path, 'utf8').split('\n'),
      );
      const runsOf = (message: string) =>
        lines
          .filter((line) => line.includes(message))
          .reduce((sum, line) => sum + (/"runIds":\[([^\]]+)\]/.exec(line)?.[1]?.split(',').length ?? 0), 0);
      const stuckLine = 'ended runs that no worker could finish';
      return {
        freed: runsOf('freed runs of a lost worker'),
        stuck: runsOf(stuckLine),
        errors: lines.filter(
          (line) => /"level":(?:50|60|"error"|"fatal")/.test(line) && !line.includes(stuckLine),
        ),
      };
    },
    async ready() {
      for (const giveUpAt = performance.now() + 180_000; ; await delay(200)) {
        const isWorking = (await queue.workers()).some(({ readyAt }) => readyAt !== null);
        const live = await db.selectFrom('live_processes').select('id').where('address', '!=', '').execute();
        const answers = await Promise.all(
          apis.map((api) =>
            fetch(`${api}/api/v1/health`).then(
              ({ ok }) => ok,
              () => false,
            ),
          ),
        );
        if (isWorking && (live.length > 0 || env.FAKE_LIVE !== '0') && answers.every(Boolean)) return;
        if (performance.now() > giveUpAt)
          throw new Error(`The processes did not get ready; see ${folder}/*.log`);
      }
    },
    remove: removedAtTheEnd(async () => {
      await Promise.all(nodes.map((node) => node.stop()));
      await db.destroy();
      await server?.stop();
      rmSync(folder, { recursive: true, force: true });
    }),
  };
}
