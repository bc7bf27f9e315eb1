import { userInfo } from 'node:os';
import type { Kysely } from 'kysely';
import { servicesOf } from '../app/installation-services.ts';
import type { Config } from '../config/env.ts';
import { openDatabase } from '../db/open-database.ts';
import type { Tables } from '../db/tables.ts';
import type { AccountServices } from '../modules/accounts/types.ts';
import type { AuditService, NewAuditEntry } from '../modules/audit/types.ts';
import type { CreditsService } from '../modules/credits/types.ts';
import type { IdentityService } from '../modules/identity/types.ts';
import { openKeyPepper } from '../modules/installation/key-pepper.ts';
import type { JobsService } from '../modules/jobs/types.ts';
import type { RunsAdmin } from '../modules/runs/admin.ts';
import type { WebhooksService } from '../modules/webhooks/types.ts';
import { systemClock } from '../time.ts';

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
  /** Writes what a command did into the audit log, under the name of the user who ran it. Every change is recorded. */
  record(
    entry: Pick<NewAuditEntry, 'action' | 'clientId' | 'target'> & Partial<NewAuditEntry>,
  ): Promise<void>;
  close(): Promise<void>;
}

/** @param mayBegin makes the database where there is none; it is refused otherwise */
export async function openServicesOn(settings: Config, mayBegin: boolean): Promise<Services> {
  const db = await openDatabase(settings, { mustBeThere: !mayBegin });
  try {
    const keyPepper = await openKeyPepper(db, settings, systemClock);
    const { audit, accounts, identity, credits, runsAdmin, jobs, webhooks } = servicesOf(settings, {
      ...{ db, keyPepper },
    });
    return {
      config: settings,
      ...{ db, audit, accounts, identity, credits, jobs, webhooks },
      runs: runsAdmin,
      record: (entry) =>
        audit.record(db, {
          details: {},
          ipAddress: null,
          ...entry,
          actor: { kind: 'command', ...whoRuns() },
        }),
      close: () => db.destroy(),
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
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
