import type { Db } from '../db/db.ts';
import type { AccessRecordDeps, Owned } from '../http/plugins/access-record.ts';
import type { Logger } from '../logging.ts';
import { addressGroup } from '../modules/accounts/attempts.ts';
import { createAccessRecorder } from '../modules/audit/access-recorder.ts';
import type { AuditRecorder } from '../modules/audit/types.ts';
import { clientIds, clientOfKey, clientOfProject } from '../modules/identity/queries.ts';
import { clientOfPersona } from '../modules/interview/queries.ts';
import { clientOfJob } from '../modules/jobs/queries.ts';
import { clientOfRun } from '../modules/runs/queries.ts';
import type { Clock } from '../time.ts';

/** What the API process needs to enter readings and refusals. */
export function composeAccessRecord({
  db,
  audit,
  clock,
  logger,
}: {
  db: Db;
  audit: AuditRecorder;
  clock: Clock;
  logger: Pick<Logger, 'error'>;
}): AccessRecordDeps {
  const clientExists = async (id: string) => ((await clientIds(db)).includes(id) ? id : undefined);
  /** By the name of an address's parameter; runs of every kind share their ids. */
  const kinds: Readonly<Record<string, [kind: string, find: (id: string) => Promise<string | undefined>]>> = {
    clientId: ['client', clientExists],
    id: ['run', (id) => clientOfRun(db, id)],
    runId: ['run', (id) => clientOfRun(db, id)],
    sessionId: ['run', (id) => clientOfRun(db, id)],
    personaId: ['persona', (id) => clientOfPersona(db, id)],
    jobId: ['job', (id) => clientOfJob(db, id)],
    job_id: ['job', (id) => clientOfJob(db, id)],
    keyId: ['key', (id) => clientOfKey(db, id)],
    projectId: ['project', (id) => clientOfProject(db, id)],
  };
  return {
    accessRecorder: createAccessRecorder({
      db,
      audit,
      clock,
      groupOf: addressGroup,
      onFault: (error, { action, actor, target }) =>
        logger.error(
          { err: error, action, actorId: actor.id, target },
          'could not write an access to the audit log; see why in the error',
        ),
    }),
    async findOwned(params) {
      const found: Owned[] = [];
      for (const [name, id] of Object.entries(params)) {
        const [kind, find] = kinds[name] ?? [];
        const clientId = await find?.(id);
        if (kind !== undefined && clientId !== undefined) found.push({ target: `${kind}:${id}`, clientId });
      }
      return found;
    },
  };
}
