import type { Db } from '../../db/db.ts';

/** What a deletion needs of stored answers; the run is the client's. */
interface RunKey {
  clientId: string;
  runId: string;
}

export async function countAnswersAbout(db: Db, { clientId, runId }: RunKey): Promise<number> {
  const { count } = await db
    .selectFrom('idempotency')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('client_id', '=', clientId)
    .where('body', 'like', naming(runId))
    .executeTakeFirstOrThrow();
  return count;
}

export async function deleteAnswersAbout(trx: Db, { clientId, runId }: RunKey): Promise<void> {
  await trx
    .deleteFrom('idempotency')
    .where('client_id', '=', clientId)
    .where('body', 'like', naming(runId))
    .execute();
}

/** Stored answers are JSON that names the run; of a request that was cut off, the id alone is stored. */
const naming = (runId: string) => `%${runId.replaceAll(/[\\%_]/g, '')}%`;
