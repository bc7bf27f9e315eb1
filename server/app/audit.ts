import type { Config } from '../config/env.ts';
import type { Db } from '../db/db.ts';
import type { Logger } from '../logging.ts';
import { createFileAnchors } from '../modules/audit/anchors.ts';
import { createAuditService } from '../modules/audit/service.ts';
import type { AuditService } from '../modules/audit/types.ts';
import type { Clock } from '../time.ts';
import { auditedThings } from './audited-things.ts';

export interface AuditParts {
  db: Db;
  clock: Clock;
  /** From `openKeyPepper`. */
  keyPepper: string;
  /** Where the end of the audit log is noted outside the database; null: nowhere. */
  auditAnchors: Config['auditAnchors'] | null;
  /** Of a process; commands have none. */
  logger?: Pick<Logger, 'error'>;
}

/** The audit log with its anchors. */
export function createAudit({ db, clock, keyPepper, auditAnchors, logger }: AuditParts): AuditService {
  const anchors =
    auditAnchors &&
    createFileAnchors({
      path: auditAnchors.file,
      key: auditAnchors.key ?? keyPepper,
      clock,
      whenNotKept: (error) =>
        logger?.error({ err: error }, 'could not write the audit log anchor; check its folder'),
    });
  return createAuditService({ db, clock, keyPepper, things: auditedThings, anchors });
}
