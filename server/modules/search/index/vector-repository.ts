import type { Db } from '../../../db/db.ts';
import { chunks } from '../repository.ts';

/** Of one model in one corpus. */
export interface VectorSpace {
  corpus: number;
  model: string;
}

export interface StoredVector {
  candidate: number;
  revision: number;
  vector: Int8Array;
}

const pageRows = 2000;
const keysPerStatement = 500;
/** No candidate has a higher number. */
const lastNumber = 2 ** 31 - 1;

const toVector = ({ buffer, byteOffset, byteLength }: Uint8Array): Int8Array =>
  // A copy of its own: what drivers give may be a part of a larger buffer.
  new Int8Array(buffer.slice(byteOffset, byteOffset + byteLength));

/** Null for a corpus that is gone. */
export async function revisionOf(db: Db, corpus: number): Promise<number | null> {
  const row = await db
    .selectFrom('corpora')
    .select('revision')
    .where('number', '=', corpus)
    .executeTakeFirst();
  return row?.revision ?? null;
}

export async function countVectors(db: Db, { corpus, model }: VectorSpace): Promise<number> {
  const { count } = await db
    .selectFrom('candidate_vectors')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('corpus', '=', corpus)
    .where('model', '=', model)
    .executeTakeFirstOrThrow();
  return count;
}

/** Everything that was stored after a revision, page by page in the order in which it was. */
export async function* vectorsSince(
  db: Db,
  { corpus, model }: VectorSpace,
  revision: number,
): AsyncGenerator<StoredVector[]> {
  let last = { revision, candidate: lastNumber };
  for (;;) {
    const rows = await db
      .selectFrom('candidate_vectors')
      .select(['candidate', 'revision', 'vector'])
      .where('corpus', '=', corpus)
      .where('model', '=', model)
      .where('revision', '>=', last.revision)
      .where((of) =>
        of.or([
          of('revision', '>', last.revision),
          of.and([of('revision', '=', last.revision), of('candidate', '>', last.candidate)]),
        ]),
      )
      .orderBy('revision')
      .orderBy('candidate')
      .limit(pageRows)
      .execute();
    if (rows.length > 0) yield rows.map((row) => ({ ...row, vector: toVector(row.vector) }));
    if (rows.length < pageRows) return;
    const { revision: ofLast, candidate } = rows.at(-1)!;
    last = { revision: ofLast, candidate };
  }
}

/** All, page by page in the order of candidates' numbers. */
export async function* allVectors(db: Db, { corpus, model }: VectorSpace): AsyncGenerator<StoredVector[]> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('candidate_vectors')
      .select(['candidate', 'revision', 'vector'])
      .where('corpus', '=', corpus)
      .where('model', '=', model)
      .where('candidate', '>', after)
      .orderBy('candidate')
      .limit(pageRows)
      .execute();
    if (rows.length > 0) yield rows.map((row) => ({ ...row, vector: toVector(row.vector) }));
    if (rows.length < pageRows) return;
    after = rows.at(-1)!.candidate;
  }
}

/** Which of these candidates have a vector of this model. */
export async function vectorsAmong(
  db: Db,
  { corpus, model }: VectorSpace,
  candidates: readonly number[],
): Promise<Set<number>> {
  const there = new Set<number>();
  for (const some of chunks(candidates, keysPerStatement)) {
    const rows = await db
      .selectFrom('candidate_vectors')
      // By their numbers alone: with the corpus as a condition, SQLite would walk through all of it.
      .select(['candidate', 'corpus', 'model'])
      .where('candidate', 'in', some)
      .execute();
    for (const row of rows) if (row.corpus === corpus && row.model === model) there.add(row.candidate);
  }
  return there;
}
