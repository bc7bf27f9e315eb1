import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCommandContext } from '#server/commands/context.ts';
import type { Services } from '#server/commands/services.ts';
import { seconds } from '#server/time.ts';
import { type ServerProcess, startServer } from '../server-process.ts';

export interface DemoServer extends ServerProcess {
  dataDir: string;
  /** As the command line has them, on the same database. */
  services: Services;
  /** The settings it was started with. */
  env: Record<string, string>;
}

const mains = {
  /** Hears recordings of the sample in no time; see recorded-speech/main.ts. */
  recorded: resolve(import.meta.dirname, '../recorded-speech/main.ts'),
  /** Hears the same in every recording, at once; see fake-speech/main.ts. */
  fake: resolve(import.meta.dirname, '../fake-speech/main.ts'),
} as const;

/** A whole server of its own, on a free port and with a data folder that goes when it stops. */
export async function startDemoServer({
  hearing = 'recorded',
  settings = {},
}: {
  hearing?: keyof typeof mains;
  settings?: Record<string, string>;
} = {}): Promise<DemoServer> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-console-'));
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  const env = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    // Most of a start is loading what each thread needs.
    LANE_THREADS: '1',
    ...settings,
  };
  const server = await startServer({ mainPath: mains[hearing], env, startWithinMs: seconds(120) });
  const services = await createCommandContext({
    env,
    stdout: process.stdout,
    stderr: process.stderr,
  }).openServices();
  const stop = async () => {
    await services.close();
    const status = await server.stop();
    await rm(folder, { recursive: true, force: true });
    return status;
  };
  try {
    await untilReady(server);
  } catch (error) {
    await stop();
    throw error;
  }
  return { ...server, dataDir, env, services, stop };
}

/** Until a worker takes runs. */
async function untilReady({ url, log }: ServerProcess): Promise<void> {
  for (const until = Date.now() + seconds(240); ; await sleep(100)) {
    const answer = await fetch(`${url}/api/v1/health`).catch(() => undefined);
    const health = (await answer?.json()) as { checks?: Record<string, { status: string }> } | undefined;
    if (health?.checks?.worker?.status === 'healthy') return;
    if (Date.now() > until) throw new Error(`The worker did not get ready.\n${log().slice(-3000)}`);
  }
}
