import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { removeWords } from '../../db/dialects/text-index.ts';
import type { CandidatesTable } from '../../db/search-tables.ts';
import type { Candidate, EmbeddingStatus } from './types.ts';

/** Below the limits of both databases on parameters. */
const rowsPerStatement = 100;
const keysPerStatement = 500;

export interface Corpus {
  number: number;
  corpusId: string;
}

export async function findCorpus(
  db: Db,
  { clientId, corpusId }: { clientId: string; corpusId: string },
): Promise<Corpus | undefined> {
  const row = await db
    .selectFrom('corpora')
    .select('number')
    .where('client_id', '=', clientId)
    .where('corpus_id', '=', corpusId)
    .executeTakeFirst();
  return row && { number: row.number, corpusId };
}

export async function countCorpora(db: Db, clientId: string): Promise<number> {
  const { count } = await db
    .selectFrom('corpora')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Makes the corpus where it is missing, and locks it until the transaction ends: batches of one corpus come one after the other. */
export async function lockCorpus(
  trx: Db,
  { clientId, corpusId, nowIso }: { clientId: string; corpusId: string; nowIso: string },
): Promise<Corpus> {
  await trx
    .insertInto('corpora')
    .values({
      client_id: clientId,
      corpus_id: corpusId,
      revision: 0,
      candidates: 0,
      created_at: nowIso,
      changed_at: nowIso,
    })
    .onConflict((conflict) => conflict.columns(['client_id', 'corpus_id']).doNothing())
    .execute();
  const { number } = await trx
    .selectFrom('corpora')
    .select('number')
    .where('client_id', '=', clientId)
    .where('corpus_id', '=', corpusId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return { number, corpusId };
}

/** @param added how many more candidates there are now; below zero where there are fewer */
export async function noteChange(
  trx: Db,
  corpus: number,
  { added, nowIso }: { added: number; nowIso: string },
): Promise<void> {
  await trx
    .updateTable('corpora')
    .set((of) => ({ changed_at: nowIso, candidates: of('candidates', '+', added) }))
    .where('number', '=', corpus)
    .execute();
}

/** What is known of candidates before a batch, by external id. */
export async function knownCandidates(
  trx: Db,
  corpus: number,
  externalIds: readonly string[],
): Promise<
  Map<string, Pick<Selectable<CandidatesTable>, 'number' | 'content_hash' | 'text_hash' | 'lists'>>
> {
  const known = new Map();
  for (const ids of chunks(externalIds, keysPerStatement)) {
    const rows = await trx
      .selectFrom('candidates')
      .select(['number', 'external_id', 'content_hash', 'text_hash', 'lists'])
      .where('corpus', '=', corpus)
      .where('external_id', 'in', ids)
      .execute();
    for (const { external_id, ...row } of rows) known.set(external_id, row);
  }
  return known;
}

export interface StoredCandidate {
  externalId: string;
  contentHash: string;
  textHash: string;
  /** JSON text, likewise `metadata`. */
  cv: string;
  tags: readonly string[];
  metadata: string;
}

/** @returns their numbers, by external id */
export async function insertCandidates(
  trx: Db,
  corpus: number,
  candidates: readonly StoredCandidate[],
  nowIso: string,
): Promise<Map<string, number>> {
  const numbers = new Map<string, number>();
  for (const some of chunks(candidates, rowsPerStatement)) {
    const rows = await trx
      .insertInto('candidates')
      .values(
        some.map((one) => ({
          corpus,
          external_id: one.externalId,
          content_hash: one.contentHash,
          text_hash: one.textHash,
          cv: one.cv,
          tags: JSON.stringify(one.tags),
          metadata: one.metadata,
          embedding_status: 'pending' as const,
          created_at: nowIso,
          updated_at: nowIso,
        })),
      )
      .returning(['number', 'external_id'])
      .execute();
    for (const { number, external_id } of rows) numbers.set(external_id, number);
  }
  return numbers;
}

/** @param isSameText what is embedded of it has not changed, so that its vector stays */
export async function updateCandidate(
  trx: Db,
  number: number,
  one: StoredCandidate,
  { isSameText, nowIso }: { isSameText: boolean; nowIso: string },
): Promise<void> {
  await trx
    .updateTable('candidates')
    .set({
      content_hash: one.contentHash,
      text_hash: one.textHash,
      cv: one.cv,
      tags: JSON.stringify(one.tags),
      metadata: one.metadata,
      updated_at: nowIso,
      ...(!isSameText && {
        embedding_status: 'pending' as const,
        embedding_error: null,
        embedding_model: null,
        embedded_at: null,
        lease_owner: null,
        lease_until: null,
      }),
    })
    .where('number', '=', number)
    .execute();
}

export async function deleteVectors(trx: Db, candidates: readonly number[]): Promise<void> {
  for (const some of chunks(candidates, keysPerStatement)) {
    await trx.deleteFrom('candidate_vectors').where('candidate', 'in', some).execute();
  }
}

/** @param known those that had tags before */
export async function replaceTags(
  trx: Db,
  corpus: number,
  tagged: readonly { candidate: number; tags: readonly string[] }[],
  known: readonly number[],
): Promise<void> {
  for (const some of chunks(known, keysPerStatement)) {
    await trx.deleteFrom('candidate_tags').where('candidate', 'in', some).execute();
  }
  const rows = tagged.flatMap(({ candidate, tags }) => tags.map((tag) => ({ candidate, corpus, tag })));
  for (const some of chunks(rows, keysPerStatement)) {
    await trx.insertInto('candidate_tags').values(some).execute();
  }
}

const shownColumns = [
  'number',
  'external_id',
  'embedding_status',
  'embedding_error',
  'embedded_at',
  'tags',
  'metadata',
  'created_at',
  'updated_at',
] as const;

const toCandidate = (row: Pick<Selectable<CandidatesTable>, (typeof shownColumns)[number]>): Candidate => ({
  number: row.number,
  externalId: row.external_id,
  embeddingStatus: row.embedding_status,
  embeddingError: row.embedding_error,
  embeddedAt: row.embedded_at,
  tags: JSON.parse(row.tags) as string[],
  metadata: JSON.parse(row.metadata) as Record<string, unknown>,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** Newest first; at most `limit` + 1 rows, the last of which only says that there are more. */
export async function listCandidates(
  db: Db,
  {
    corpus,
    status,
    limit,
    before,
  }: { corpus: number; status?: EmbeddingStatus; limit: number; before?: number },
): Promise<Candidate[]> {
  let query = db.selectFrom('candidates').select(shownColumns).where('corpus', '=', corpus);
  if (status !== undefined) query = query.where('embedding_status', '=', status);
  if (before !== undefined) query = query.where('number', '<', before);
  const rows = await query
    .orderBy('number', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(toCandidate);
}

export async function findCandidate(
  db: Db,
  { corpus, externalId }: { corpus: number; externalId: string },
): Promise<Candidate | undefined> {
  const row = await db
    .selectFrom('candidates')
    .select(shownColumns)
    .where('corpus', '=', corpus)
    .where('external_id', '=', externalId)
    .executeTakeFirst();
  return row && toCandidate(row);
}

/** With everything that is stored of them; what searches found of them goes, too. */
export async function deleteCandidates(
  trx: Db,
  found: readonly { number: number; corpus: number; externalId: string }[],
  nowIso: string,
): Promise<void> {
  // The corpora first, as in every batch: nothing can deadlock.
  for (const corpus of new Set(found.map((one) => one.corpus))) {
    const added = -found.filter((one) => one.corpus === corpus).length;
    await noteChange(trx, corpus, { added, nowIso });
  }
  const numbers = found.map(({ number }) => number);
  await removeWords(
    trx,
    found.map(({ corpus, number }) => ({ corpus, candidate: number })),
  );
  await deleteVectors(trx, numbers);
  for (const { number, corpus, externalId } of found) {
    await trx.deleteFrom('candidate_tags').where('candidate', '=', number).execute();
    await trx
      .deleteFrom('search_results')
      .where('corpus', '=', corpus)
      .where('external_id', '=', externalId)
      .execute();
    await trx.deleteFrom('candidates').where('number', '=', number).execute();
  }
}

/** What is compared with the requirements, in the order of `numbers`; those that are gone are left out. */
export async function cvsOf(
  db: Db,
  corpus: number,
  numbers: readonly number[],
): Promise<
  { number: number; externalId: string; cv: string; tags: string[]; metadata: Record<string, unknown> }[]
> {
  if (numbers.length === 0) return [];
  const rows = await db
    .selectFrom('candidates')
    .select(['number', 'external_id', 'cv', 'tags', 'metadata'])
    .where('corpus', '=', corpus)
    .where('number', 'in', numbers)
    .execute();
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  return numbers.flatMap((number) => {
    const row = byNumber.get(number);
    if (!row) return [];
    return [
      {
        number,
        externalId: row.external_id,
        cv: row.cv,
        tags: JSON.parse(row.tags) as string[],
        metadata: JSON.parse(row.metadata) as Record<string, unknown>,
      },
    ];
  });
}

/** Numbers of the candidates of a corpus that have all of these tags, rising. */
export async function taggedCandidates(db: Db, corpus: number, tags: readonly string[]): Promise<Int32Array> {
  const [first = '', ...others] = tags;
  let query = db
    .selectFrom('candidate_tags as tagged')
    // One text instead of a row each: half of a large corpus is a common answer.
    .select(sql<string | null>`string_agg(cast(tagged.candidate as text), ',')`.as('numbers'))
    .where('tagged.corpus', '=', corpus)
    .where('tagged.tag', '=', first);
  for (const tag of others) {
    query = query.where((of) =>
      of.exists(
        of
          .selectFrom('candidate_tags as other')
          .select('other.candidate')
          .whereRef('other.candidate', '=', 'tagged.candidate')
          .where('other.tag', '=', tag),
      ),
    );
  }
  const { numbers } = await query.executeTakeFirstOrThrow();
  return numbersIn(numbers ?? '').sort();
}

/** Of "12,7,1204". */
function numbersIn(text: string): Int32Array {
  const comma = 44;
  const zero = 48;
  // Each has a digit and a comma at least.
  const found = new Int32Array((text.length + 1) >> 1);
  let count = 0;
  let number = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === comma) {
      found[count++] = number;
      number = 0;
    } else number = number * 10 + sign - zero;
  }
  if (text.length > 0) found[count++] = number;
  return found.slice(0, count);
}

/** Numbers of the newest candidates of a corpus. */
export async function newestCandidates(db: Db, corpus: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('candidates')
    .select('number')
    .where('corpus', '=', corpus)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ number }) => number);
}

export async function countCandidates(db: Db, corpus: number): Promise<number> {
  const row = await db
    .selectFrom('corpora')
    .select('candidates')
    .where('number', '=', corpus)
    .executeTakeFirst();
  return row?.candidates ?? 0;
}

export function* chunks<Item>(items: readonly Item[], size: number): Iterable<Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
