import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { deleteCandidates } from './repository.ts';

/** What a search found is its result and goes with it. */
export async function forgetResultsOf(trx: Db, runId: string): Promise<void> {
  await trx.deleteFrom('search_results').where('run_id', '=', runId).execute();
}

/** A client's candidates of this external id, in all of its corpora. */
export async function candidatesNamed(
  db: Db,
  clientId: string,
  externalId: string,
): Promise<{ number: number; corpus: number; externalId: string }[]> {
  const rows = await db
    .selectFrom('candidates')
    .innerJoin('corpora', 'corpora.number', 'candidates.corpus')
    .select(['candidates.number', 'candidates.corpus'])
    .where('corpora.client_id', '=', clientId)
    .where('candidates.external_id', '=', externalId)
    .execute();
  return rows.map((row) => ({ ...row, externalId }));
}

/** In which of a client's corpora these external ids are. */
export async function corporaWith(
  db: Db,
  clientId: string,
  externalIds: readonly string[],
): Promise<{ corpusId: string; externalId: string }[]> {
  const storable = externalIds.filter((id) => !id.includes('\0'));
  if (storable.length === 0) return [];
  return db
    .selectFrom('candidates')
    .innerJoin('corpora', 'corpora.number', 'candidates.corpus')
    .select(['corpora.corpus_id as corpusId', 'candidates.external_id as externalId'])
    .where('corpora.client_id', '=', clientId)
    .where('candidates.external_id', 'in', storable)
    .orderBy('corpora.corpus_id')
    .execute();
}

/** All of a client's candidates, for those who know them by a hash of their external id. */
export const candidatesOf = (
  db: Db,
  clientId: string,
): Promise<{ number: number; corpus: number; externalId: string }[]> =>
  db
    .selectFrom('candidates')
    .innerJoin('corpora', 'corpora.number', 'candidates.corpus')
    .select(['candidates.number', 'candidates.corpus', 'candidates.external_id as externalId'])
    .where('corpora.client_id', '=', clientId)
    .execute();

/** With everything that is stored of them, in the caller's transaction. */
export const forgetCandidates = deleteCandidates;

/** Takes a stored CV out of its client's pool, in the caller's transaction. */
export async function forgetPooled(
  trx: Db,
  { clientId, cvId }: { clientId: string; cvId: string },
  nowIso: string,
): Promise<void> {
  const rows = await trx
    .selectFrom('candidates')
    .innerJoin('corpora', 'corpora.number', 'candidates.corpus')
    .select(['candidates.number', 'candidates.corpus', 'candidates.external_id as externalId'])
    .where('corpora.client_id', '=', clientId)
    .where('corpora.corpus_id', '=', limits.search.poolId)
    .where('candidates.external_id', '=', cvId)
    .execute();
  await deleteCandidates(trx, rows, nowIso);
}
