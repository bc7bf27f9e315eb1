import type { Db } from '../../../db/db.ts';
import { chunks } from '../repository.ts';
import type { FoundCandidate } from '../stored.ts';
import type { ResultsPage } from '../types.ts';

const rowsPerStatement = 100;

type RestOfRow = Omit<FoundCandidate, 'externalId' | 'rank' | 'score'>;

/** In the transaction that ends the run. */
export async function insertResults(
  trx: Db,
  { runId, corpus }: { runId: string; corpus: number },
  found: readonly FoundCandidate[],
): Promise<void> {
  for (const some of chunks(found, rowsPerStatement)) {
    await trx
      .insertInto('search_results')
      .values(
        some.map(({ externalId, rank, score, ...rest }) => ({
          run_id: runId,
          rank,
          corpus,
          external_id: externalId,
          score,
          row: JSON.stringify(rest satisfies RestOfRow),
        })),
      )
      .execute();
  }
}

/** @param after rank of the last row of the page before; 0 for the first */
export async function resultsOf(
  db: Db,
  runId: string,
  { limit, after }: { limit: number; after: number },
): Promise<ResultsPage> {
  const rows = await db
    .selectFrom('search_results')
    .select(['rank', 'external_id', 'score', 'row'])
    .where('run_id', '=', runId)
    .where('rank', '>', after)
    .orderBy('rank')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit).map(
    ({ rank, external_id, score, row }): FoundCandidate => ({
      externalId: external_id,
      rank,
      score,
      ...(JSON.parse(row) as RestOfRow),
    }),
  );
  return { rows: page, next: rows.length > limit ? page.at(-1)!.rank : null };
}
