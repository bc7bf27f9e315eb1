import type { Db } from '../db/db.ts';
import { anyAccount, userEmails } from '../modules/accounts/queries.ts';
import type { AuditedThings } from '../modules/audit/service.ts';
import { candidateNames } from '../modules/candidates/queries.ts';
import { clientIds, clientNames, keyNames, projectNames } from '../modules/identity/queries.ts';
import { jobNames } from '../modules/jobs/queries.ts';
import { runNames } from '../modules/runs/queries.ts';
import { runTypes } from './run-types.ts';

/** What the audit log's entries are about, of every module that has some. */
export const auditedThings: AuditedThings = {
  names: {
    client: async (db, ids) => new Map([...(await clientNames(db, ids))].map(([id, { name }]) => [id, name])),
    key: keyNames,
    project: projectNames,
    candidate: candidateNames,
    job: jobNames,
    run: (db: Db, ids) => runNames(db, runTypes, ids),
    user: userEmails,
  },
  anyMade: async (db) => (await anyAccount(db)) || (await clientIds(db)).length > 0,
};
