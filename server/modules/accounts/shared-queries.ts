import type { Db } from '../../db/db.ts';

/** Whether anybody has an account, or had one that is disabled now. */
export async function anyAccount(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}
