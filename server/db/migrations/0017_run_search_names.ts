import type { Kysely } from 'kysely';

/** What people look for a CV match by: the candidate's name and the file, in small letters. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('runs').addColumn('search_names', 'text').execute();
  await fillMatches(db as Kysely<Filled>);
}

interface Filled {
  runs: {
    sequence: number;
    service_type: string;
    input: string;
    summary: string | null;
    search_names: string | null;
  };
}

const BATCH = 500;

/** In batches: the inputs of all runs at once may be more than memory holds. */
async function fillMatches(db: Kysely<Filled>): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('runs')
      .select(['sequence', 'input', 'summary'])
      .where('service_type', '=', 'cv_deepmatch')
      .where('sequence', '>', after)
      .orderBy('sequence')
      .limit(BATCH)
      .execute();
    for (const { sequence, input, summary } of rows) {
      const { fileName } = JSON.parse(input) as { fileName?: string | null };
      const { candidateName } = (summary === null ? {} : JSON.parse(summary)) as {
        candidateName?: string | null;
      };
      const names = [candidateName, fileName].filter(Boolean).join('\n').toLowerCase();
      if (names === '') continue;
      await db
        .updateTable('runs')
        .set({ search_names: names.replaceAll('\0', '') })
        .where('sequence', '=', sequence)
        .execute();
    }
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.sequence;
  }
}
