import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Config } from './config/env.ts';
import { overwriteFreedSpace } from './db/overwrite-freed-space.ts';
import type { Tables } from './db/tables.ts';
import type { AuditRecorder } from './modules/audit/types.ts';
import { createCvsService } from './modules/cvs/service.ts';
import { createDeletionsService } from './modules/retention/deletions.ts';
import { createMachineKeeper } from './modules/retention/machines.ts';
import { createRetentionService } from './modules/retention/service.ts';
import type { BlobStore } from './storage/port.ts';
import type { Clock } from './time.ts';

/** Keeping and deleting, for the worker that does it and the console that asks for it. */
export function composeRetention({
  db,
  blobs,
  clock,
  audit,
  config,
  newId = randomUUID,
}: {
  db: Kysely<Tables>;
  blobs: BlobStore;
  clock: Clock;
  audit: AuditRecorder;
  config: Pick<Config, 'databaseUrl'>;
  newId?: () => string;
}) {
  const shared = { db, blobs, clock, cvs: createCvsService({ db, blobs, clock, newId }) };
  return {
    machines: createMachineKeeper({ db, clock }),
    retention: createRetentionService(shared),
    deletions: createDeletionsService({
      ...shared,
      audit,
      newId,
      overwriteFreedSpace: () => overwriteFreedSpace(db, config),
    }),
  };
}
