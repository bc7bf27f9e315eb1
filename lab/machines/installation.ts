import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { servicesOf } from '#server/app/installation-services.ts';
import { openDatabase } from '#server/db/open-database.ts';
import type { Tables } from '#server/db/tables.ts';
import { builtProgram } from '../../testkit/built-program.ts';
import { removedAtTheEnd } from './clean-up.ts';
import { type DatabaseServer, makeDatabaseServer } from './database-server.ts';
import { createNetwork, type Network } from './network.ts';
import { type Node, startNode } from './node.ts';

export const fakeMain = builtProgram('testkit/fake-speech/main.ts');
export const realMain = builtProgram('server/main.ts');
export const keyPepper = 'many machines, one pepper, one secret';

/** An installation on machines of its own, in network namespaces; its data folder stands for a shared file system. */
export interface Installation {
  readonly db: Kysely<Tables>;
  readonly database: DatabaseServer;
  readonly network: Network;
  readonly folder: string;
  readonly nodes: Map<string, Node>;
  /** Addresses of all api nodes. */
  apis(): string[];
  add(name: string, role: 'api' | 'worker' | 'live', env?: Record<string, string>): void;
  /** So many workers have loaded their engines and every api node answers. */
  ready(workers: number): Promise<void>;
  remove(): Promise<void>;
}

export async function install(mainPath: string): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-machines-'));
  // PostgreSQL runs as another user and has to get through.
  mkdirSync(join(folder, 'shared'), { mode: 0o700 });
  chmodSync(folder, 0o711);
  const network = createNetwork();
  const nodes = new Map<string, Node>();
  const apis: string[] = [];
  let database: DatabaseServer | undefined;
  let db: Kysely<Tables> | undefined;
  const remove = removedAtTheEnd(async () => {
    await Promise.all([...nodes.values()].map((node) => node.stop()));
    await db?.destroy();
    await database?.stop();
    network.remove();
    rmSync(folder, { recursive: true, force: true });
  });
  try {
    const machine = network.add('db');
    database = await makeDatabaseServer({ folder, ...machine });
    await database.start();
    const databaseUrl = database.url;
    db = await openDatabase({ dataDir: join(folder, 'shared'), databaseUrl });
    const { queue } = servicesOf({ webhookAllowedNetworks: [], auditAnchors: null }, { db, keyPepper });
    const handle = db;
    return {
      ...{ db: handle, database, network, folder, nodes, remove },
      apis: () => apis,
      add(name, role, env = {}) {
        const { address, within } = network.add(name);
        if (role === 'api') apis.push(`http://${address}:8080`);
        const node = startNode({
          ...{ name, role, mainPath, within, log: join(folder, `${name}.log`) },
          env: {
            ...{ DATABASE_URL: databaseUrl, KEY_PEPPER: keyPepper, HOST: address, PORT: '8080' },
            ...{ DATA_DIR: join(folder, 'shared'), SCRATCH_DIR: join(folder, name) },
            ...{ LIVE_HOST: address, LIVE_PORT: '8090', LOG_LEVEL: 'info', LANE_THREADS: '1' },
            ...env,
          },
        });
        nodes.set(name, node);
      },
      async ready(workers) {
        for (const giveUpAt = performance.now() + 180_000; ; await delay(200)) {
          const since = Date.now() - 10_000;
          const found = await queue.workers();
          const fit = found.filter(
            ({ readyAt, heartbeatAt }) => readyAt !== null && Date.parse(heartbeatAt) > since,
          );
          const answers = await Promise.all(
            apis.map((api) =>
              fetch(`${api}/api/v1/health`, { signal: AbortSignal.timeout(3000) }).then(
                ({ ok }) => ok,
                () => false,
              ),
            ),
          );
          if (fit.length >= workers && answers.every(Boolean)) return;
          if (performance.now() > giveUpAt)
            throw new Error(`The machines did not get ready; see ${folder}/*.log`);
        }
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** What has to end by itself. @throws Error when it does not */
export async function allEnded(db: Kysely<Tables>, withinMs: number): Promise<void> {
  for (const giveUpAt = performance.now() + withinMs; ; await delay(500)) {
    const open = await db
      .selectFrom('runs')
      .select((of) => of.fn.countAll<number>().as('count'))
      // An interview that has not begun waits for its candidate.
      .where((run) =>
        run.or([
          run('status', '=', 'processing'),
          run.and([run('status', '=', 'queued'), run('service_type', '!=', 'interview')]),
        ]),
      )
      .executeTakeFirstOrThrow();
    if (Number(open.count) === 0) return;
    if (performance.now() > giveUpAt) throw new Error(`${open.count} runs did not end.`);
  }
}
