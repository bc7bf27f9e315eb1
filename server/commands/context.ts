import type { Writable } from 'node:stream';
import { type Config, loadConfig } from '../config/env.ts';
import { transaction } from '../db/transaction.ts';
import { type Clock, systemClock } from '../time.ts';

import type { Services } from './services.ts';

export interface BeginOptions {
  /** Makes the database where there is none: for commands with which an installation begins. All others would answer for a database made by mistake. */
  mayBegin?: boolean;
}

/**
 * All that a command may know of the process it runs in. Each file of this folder exports
 * `register<Name>(program, context)`, adds its commands with `program.command(…)`, prints through the context and
 * throws to fail; it neither reads the environment nor exits.
 */
export interface CommandContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Colours and progress bars are welcome on stdout. */
  readonly isTerminal: boolean;
  readonly clock: Clock;
  /** Throws ConfigError, naming every faulty setting. `overrides` replace settings of the environment. */
  config(overrides?: Readonly<Record<string, string | undefined>>): Config;
  /** Opens the database of the settings; call `close()` at the end. */
  openServices(options?: BeginOptions): Promise<Services>;
  /** Opens, works, and closes, also after an error. */
  withServices<Result>(
    work: (services: Services) => Promise<Result>,
    options?: BeginOptions,
  ): Promise<Result>;
  /** `withServices` for work that changes something: one transaction, its entry in the audit log included. */
  change<Result>(work: (services: Services) => Promise<Result>, options?: BeginOptions): Promise<Result>;
  /** For a command that has said all there is to say and must still not end with 0. */
  setExitCode(code: number): void;
}

/** `exitCode` is 0 until a command sets another. */
export function createCommandContext(process: {
  env: Readonly<Record<string, string | undefined>>;
  stdout: Writable & { isTTY?: boolean };
  stderr: Writable;
}): CommandContext & { readonly exitCode: number } {
  const { env, stdout, stderr } = process;
  let exitCode = 0;
  const config = (overrides = {}) => loadConfig({ ...env, ...overrides });
  const openServices = async ({ mayBegin = false }: BeginOptions = {}): Promise<Services> =>
    // Loaded by commands that work on the database only.
    (await import('./services.ts')).openServicesOn(config(), mayBegin);
  const withServices: CommandContext['withServices'] = async (work, options) => {
    const services = await openServices(options);
    try {
      return await work(services);
    } finally {
      await services.close();
    }
  };
  return {
    env,
    stdout,
    stderr,
    isTerminal: stdout.isTTY === true && !env.NO_COLOR,
    clock: systemClock,
    config,
    openServices,
    withServices,
    change: (work, options) =>
      withServices((services) => transaction(services.db, () => work(services)), options),
    setExitCode(code) {
      exitCode = code;
    },
    get exitCode() {
      return exitCode;
    },
  };
}
