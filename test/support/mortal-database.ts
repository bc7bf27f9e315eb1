import type { Kysely, KyselyPlugin } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

/** What a killed process's database handle does: nothing any more. */
export class Killed extends Error {}

/**
 * The database as a process has it that is killed before its statement number `dieAt`: that one and all later ones
 * never happen, and a transaction under way is rolled back by the database.
 */
export function mortalDatabase(db: Kysely<Tables>, dieAt: number) {
  const life = { statements: 0, isDead: false };
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      life.statements++;
      if (life.statements >= dieAt) {
        life.isDead = true;
        throw new Killed('killed');
      }
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { db: db.withPlugin(plugin), life };
}
