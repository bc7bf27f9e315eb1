import { fork } from 'node:child_process';
import { ConfigError, loadConfig } from '../config/env.ts';
import { limits } from '../config/limits.ts';
import { createLogger } from '../logging.ts';
import { aliveFile, showAlive } from './alive.ts';
import { whileDatabaseStarts } from './database-patience.ts';
import { deathsForChild, deathsFrom } from './death.ts';
import { FolderInUseError, FolderUnusableError, lockDataFolder, requireFolder } from './folder-lock.ts';
import { requireFree } from './port.ts';
import { HopelessError, runChild } from './run-child.ts';
import { type Composition, childRoles, memoryGivenBack, nodeOptions } from './service.ts';
import { type StallLimits, watchForStalls } from './stall-watch.ts';
import { type BackOff, createSupervisor } from './supervisor.ts';

export const roles = ['all', ...childRoles, 'migrate'] as const;
export type Role = (typeof roles)[number];

export interface RunRoleRequest {
  role: string;
  env: Readonly<Record<string, string | undefined>>;
  /** The program that children are started from, with `--role`; itself a caller of `runRole`. */
  mainPath: string;
  composition: Composition;
  /** Standard output and error for people; logs go to standard error as JSON. */
  say: (line: string) => void;
  complain: (line: string) => void;
  backOff?: BackOff;
  apiStall?: StallLimits;
}

/** `--role X` or `--role=X`, else ROLE, else `all`. */
export function roleFrom(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): string {
  for (const [index, argument] of argv.entries()) {
    if (argument === '--role') return argv[index + 1] ?? '';
    if (argument.startsWith('--role=')) return argument.slice('--role='.length);
  }
  return env.ROLE?.trim() || 'all';
}

/** Runs a role to its end and answers the exit status; the caller exits the process. */
export async function runRole(request: RunRoleRequest): Promise<number> {
  const { role, env, complain } = request;
  if (!isRole(role)) {
    complain(`The role must be ${roles.slice(0, -1).join(', ')} or ${roles.at(-1)}; it is "${role}".`);
    return 2;
  }
  try {
    const config = loadConfig(env);
    requireFolder(config.dataDir, 'DATA_DIR');
    requireFolder(config.scratchDir, 'SCRATCH_DIR');
    if (role === 'all') return await superviseAll(request, config);
    const logger = createLogger({ level: config.logLevel, name: role, secrets: config.secrets });
    if (role === 'migrate') {
      await whileDatabaseStarts(config, { logger }, () => request.composition.migrate(config, { logger }));
      return 0;
    }
    return await runChild({
      config,
      compose: request.composition[role],
      deaths: deathsFrom(env),
      logger,
      complain,
      onServing: (message) => {
        // Only now: what a start takes, such as a migration, is no stall.
        if (role === 'api')
          watchForStalls({ name: role, limits: request.apiStall ?? limits.apiStall, logger });
        // A supervisor sees by itself when a process is gone; a container platform asks after a role that runs alone.
        if (role !== 'api' && !process.send) showAlive(aliveFile(config.scratchDir, role), { logger });
        if (process.send) process.send(message);
        else {
          if (message.url) request.say(listeningLine(message.url));
          if (message.setUpLink) request.say(setUpLines(message.setUpLink));
        }
      },
    });
  } catch (error) {
    const isForPeople = [ConfigError, FolderInUseError, FolderUnusableError, HopelessError].some(
      (kind) => error instanceof kind,
    );
    complain(
      isForPeople && error instanceof Error
        ? error.message
        : error instanceof Error
          ? (error.stack ?? error.message)
          : String(error),
    );
    return 1;
  }
}

const isRole = (role: string): role is Role => (roles as readonly string[]).includes(role);

const listeningLine = (url: string) => `Assay is listening on ${url}`;

const setUpLines = (link: string) =>
  `This installation has no owner yet. Open this link to set it up; it works once:\n\n  ${link}\n`;

async function superviseAll(
  { env, mainPath, composition, say, backOff }: RunRoleRequest,
  config: ReturnType<typeof loadConfig>,
): Promise<number> {
  const logger = createLogger({ level: config.logLevel, name: 'supervisor', secrets: config.secrets });
  const lock = lockDataFolder(config.dataDir);
  let stop = () => {};
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stopping.abort();
      stop();
    });
  }
  try {
    // A start that must fail fails before it has changed or started anything.
    await requireFree(config, '');
    await requireFree(config.live, 'LIVE_');
    await whileDatabaseStarts(config, { logger, signal: stopping.signal }, () =>
      composition.prepare(config, { logger }),
    );
    if (stopping.signal.aborted) return 0;
    /** A restarted api must keep the port it was first given. */
    let port: string | undefined;
    const supervisor = createSupervisor({
      roles: childRoles,
      logger,
      ...(backOff && { backOff }),
      startChild: (role, deaths) =>
        fork(mainPath, ['--role', role], {
          execArgv: [...process.execArgv, ...nodeOptions[role]],
          env: {
            ...env,
            ...memoryGivenBack(env),
            ROLE: role,
            ...deathsForChild(deaths),
            ...(port !== undefined && role === 'api' && { PORT: port }),
          },
          // Standard output is for people, and ours.
          stdio: ['ignore', 2, 2, 'ipc'],
        }),
      onServing: (role, { url, setUpLink }) => {
        if (role !== 'api' || url === undefined) return;
        if (port === undefined) say(listeningLine(url));
        port ??= new URL(url).port;
        // Each start makes a new link in place of the one before.
        if (setUpLink !== undefined) say(setUpLines(setUpLink));
      },
    });
    stop = supervisor.stop;
    return await supervisor.run();
  } finally {
    lock.release();
  }
}
