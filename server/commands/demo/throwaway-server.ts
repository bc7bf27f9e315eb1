import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { programFile } from '../../program-files.ts';
import { minutes, seconds } from '../../time.ts';
import { createCommandContext } from '../context.ts';
import type { Services } from '../services.ts';

/** A real server of its own: `assay serve` as a child process on a free port, with a data folder that goes when it ends. */
export interface ThrowawayServer {
  url: string;
  dataDir: string;
  /** Of the supervisor, whose children are the api and the worker. */
  pid: number;
  /** Services on the same database, as the command line has them. */
  services: Services;
  /** Resolves when a worker has loaded its models. Throws after five minutes, with what the server logged. */
  ready(): Promise<void>;
  createKey(credits: number): Promise<{ clientId: string; apiKey: string }>;
  log(): Promise<string>;
  /** Ends the server and removes its folder; a second call waits for the first. */
  stop(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

const STOP_WITHIN_MS = seconds(15);
const START_WITHIN_MS = minutes(3);
const READY_WITHIN_MS = minutes(5);

/**
 * @param env the environment to start from; where it serves and stores is decided here
 * @param settings settings to add, e.g. { ASR_MIN_MEAN_CONFIDENCE: '0' }
 * @param cliPath the program
 */
export async function startThrowawayServer(
  env: Environment,
  settings: Environment = {},
  cliPath = programFile('cli'),
): Promise<ThrowawayServer> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-'));
  const dataDir = join(folder, 'data');
  const logPath = join(folder, 'server.log');
  const own = {
    LOG_LEVEL: 'info',
    ...env,
    // An installation's own settings must not leak in: this server is thrown away.
    DATABASE_URL: '',
    MODELS_DIR: '',
    ASR_ENGINE: '',
    ASR_HTTP_URL: '',
    KEY_PEPPER: '',
    TRUST_PROXY: '',
    WEBHOOK_ALLOWED_NETWORKS: '',
    LANGUAGE_MODEL_URL: '',
    LANGUAGE_MODEL_NAME: '',
    EMBEDDINGS_URL: '',
    EMBEDDINGS_MODEL: '',
    EMBEDDINGS_DIMENSIONS: '',
    ROLE: '',
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    ...settings,
  };
  const child = spawn(process.execPath, [cliPath, 'serve'], { env: own, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stderr.pipe(createWriteStream(logPath));
  const log = () => readFile(logPath, 'utf8').catch(() => '');
  let services: Services | undefined;
  let stopping: Promise<void> | undefined;
  const stop = () =>
    (stopping ??= (async () => {
      await services?.close();
      await endChild(child);
      await rm(folder, { recursive: true, force: true });
    })());
  try {
    const url = await listeningUrl(child, log);
    // Opened after the server has made the database.
    const opened = await createCommandContext({
      env: own,
      stdout: process.stdout,
      stderr: process.stderr,
    }).openServices();
    services = opened;
    return {
      url,
      dataDir,
      pid: child.pid!,
      services: opened,
      ready: () => waitUntilReady(url, child, log),
      async createKey(credits) {
        const { id: clientId } = await opened.identity.createClient({ name: 'Demo', credits });
        const { apiKey } = await opened.identity.createKey({ clientId, name: 'demo', expiresInDays: 1 });
        return { clientId, apiKey };
      },
      log,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

async function endChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await ended;
  clearTimeout(timer);
}

function listeningUrl(child: ChildProcess, log: () => Promise<string>): Promise<string> {
  return new Promise((found, refuse) => {
    const fault = async (what: string) => refuse(new Error(`${what}\n${lastLines(await log())}`));
    const timer = setTimeout(() => fault('The server did not start within three minutes.'), START_WITHIN_MS);
    child.once('error', (error) => fault(`The server could not be started: ${error.message}`));
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      fault(`The server ended (${signal ?? code}) before it was listening.`);
    });
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const url = /listening on (http:\S+)/.exec(line)?.[1];
      if (!url) return;
      clearTimeout(timer);
      found(url);
    });
  });
}

async function waitUntilReady(url: string, child: ChildProcess, log: () => Promise<string>): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const health: { checks?: Record<string, { status: string } | undefined> } | undefined = await fetch(
      `${url}/api/v1/health`,
    )
      .then((answer) => answer.json() as object)
      .catch(() => undefined);
    // A recogniser that is missing is for the submission's answer to say.
    if (health?.checks?.worker?.status === 'healthy') return;
    if (hasEnded(child) || Date.now() > until) {
      throw new Error(`The server's worker did not become ready.\n${lastLines(await log())}`);
    }
    await sleep(200);
  }
}

const lastLines = (log: string) => log.trimEnd().split('\n').slice(-15).join('\n');
