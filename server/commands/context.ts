import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import type { Writable } from 'node:stream';
import type { Kysely } from 'kysely';
import { composeAudit } from '../compose-audit.ts';
import { type Config, loadConfig } from '../config/env.ts';
import { openDatabase } from '../db/open-database.ts';
import type { Tables } from '../db/tables.ts';
import { transaction } from '../db/transaction.ts';
import { createWebhookSender } from '../engines/webhook-sender/sender.ts';
import { createAccounts } from '../modules/accounts/service.ts';
import type { AccountServices } from '../modules/accounts/types.ts';
import type { AuditService, NewAuditEntry } from '../modules/audit/types.ts';
import { createCreditsService } from '../modules/credits/service.ts';
import type { CreditsService } from '../modules/credits/types.ts';
import { openKeyPepper } from '../modules/identity/key-pepper.ts';
import { createIdentityService } from '../modules/identity/service.ts';
import type { IdentityService } from '../modules/identity/types.ts';
import { createJobsService } from '../modules/jobs/service.ts';
import type { JobsService } from '../modules/jobs/types.ts';
import { createRunsAdmin, type RunsAdmin } from '../modules/runs/admin.ts';
import { createSecretSeal } from '../modules/webhooks/secret-seal.ts';
import { createWebhooksService } from '../modules/webhooks/service.ts';
import type { WebhooksService } from '../modules/webhooks/types.ts';
import { type Clock, systemClock } from '../time.ts';

/** What the administration commands work with; the same services as the server's, on the same database. */
export interface Services {
  config: Config;
  db: Kysely<Tables>;
  identity: IdentityService;
  credits: CreditsService;
  runs: RunsAdmin;
  jobs: JobsService;
  webhooks: WebhooksService;
  accounts: AccountServices;
  audit: AuditService;
  /** Writes what a command did into the audit log, under the name of whoever ran it. Every change is recorded. */
  record(
    entry: Pick<NewAuditEntry, 'action' | 'clientId' | 'target'> & Partial<NewAuditEntry>,
  ): Promise<void>;
  close(): Promise<void>;
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
  /** Opens (and makes, when missing) the database of the configured data folder; call `close()` at the end. */
  openServices(): Promise<Services>;
  /** Opens, works, and closes whatever happens. */
  withServices<Result>(work: (services: Services) => Promise<Result>): Promise<Result>;
  /** `withServices` for work that changes something: one transaction, its entry in the audit log included. */
  change<Result>(work: (services: Services) => Promise<Result>): Promise<Result>;
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
  const openServices = async (): Promise<Services> => {
    const settings = config();
    const db = await openDatabase(settings);
    try {
      const clock = systemClock;
      const keyPepper = await openKeyPepper(db, settings, clock);
      const audit = composeAudit({ db, clock, config: settings, keyPepper });
      const seal = createSecretSeal(keyPepper, 'authenticator');
      return {
        config: settings,
        db,
        audit,
        accounts: createAccounts({ db, clock, keyPepper, seal, audit, newId: randomUUID }),
        record: (entry) =>
          audit.record(db, {
            details: {},
            ipAddress: null,
            ...entry,
            actor: { kind: 'command', ...whoRuns() },
          }),
        identity: createIdentityService({ db, clock, keyPepper }),
        credits: createCreditsService({ db, clock }),
        runs: createRunsAdmin({ db }),
        jobs: createJobsService({ db, clock }),
        webhooks: createWebhooksService({
          db,
          clock,
          sender: createWebhookSender({ allowedNetworks: settings.webhookAllowedNetworks }),
          keyPepper,
          newId: randomUUID,
        }),
        close: () => db.destroy(),
      };
    } catch (error) {
      await db.destroy();
      throw error;
    }
  };
  const withServices: CommandContext['withServices'] = async (work) => {
    const services = await openServices();
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
    change: (work) => withServices((services) => transaction(services.db, () => work(services))),
    setExitCode(code) {
      exitCode = code;
    },
    get exitCode() {
      return exitCode;
    },
  };
}

/** The operating system's user; in a container there may be none with this number. */
function whoRuns(): { id: string; name: string } {
  try {
    const { username } = userInfo();
    return { id: username, name: username };
  } catch {
    const id = `uid ${process.getuid?.() ?? 'unknown'}`;
    return { id, name: id };
  }
}
