import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Db } from '../db.ts';

/**
 * The words of candidates, stemmed beforehand: an FTS5 table of SQLite, a column of type tsvector in PostgreSQL. Both rank by words of
 * `head` before those of `body`; SQLite by BM25, PostgreSQL by what `ts_rank` says of each, rare ones first.
 */
export interface IndexedWords {
  corpus: number;
  candidate: number;
  /** Words for tags, which are no words of any language. */
  tags: readonly string[];
  head: readonly string[];
  body: readonly string[];
}

export type WordsKey = Pick<IndexedWords, 'corpus' | 'candidate'>;

/** A word that only the candidates of a corpus have. */
const scopeOf = (corpus: number): string => `corpus ${corpus}`;

const headWeight = 2.5;
/** PostgreSQL refuses lexemes of over 2 kB; no word of a language is this long. */
const maxWordChars = 60;
/** It counts positions up to here. */
const maxPositions = 16_000;
/** Below the limits of both databases on parameters. */
const rowsPerStatement = 400;

const isPostgres = (db: Pick<Kysely<unknown>, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

/** What a column of bytes is called. */
export const vectorColumn = (db: Kysely<unknown>): 'bytea' | 'blob' => (isPostgres(db) ? 'bytea' : 'blob');

/** For the migration that makes it. */
export async function createWords(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db)) {
    await sql`create table candidate_words (
      candidate integer primary key references candidates (number) on delete cascade,
      words tsvector not null
    )`.execute(db);
    await sql`create index candidate_words_words on candidate_words using gin (words)`.execute(db);
    return;
  }
  // A row's number tells the corpus, too: FTS5 passes over all other rows without looking at them. Its own splitting finds what was split and stemmed already: parts are letters, marks, digits and the signs of C++, C# and .NET.
  await sql`create virtual table candidate_words using fts5(
    tags, head, body, tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* Co' tokenchars '+#.'"
  )`.execute(db);
  // What is deleted leaves no words behind in the index.
  await sql`insert into candidate_words(candidate_words, rank) values ('secure-delete', 1)`.execute(db);
  await sql`create virtual table candidate_word_counts using fts5vocab('candidate_words', 'row')`.execute(db);
}

/** Inside the transaction that stores the candidates, so that a candidate and its words are both the old or both the new. */
export async function replaceWords(
  trx: Db,
  entries: readonly IndexedWords[],
  known: readonly WordsKey[],
): Promise<void> {
  if (isPostgres(trx)) {
    for (const some of chunks(entries)) {
      await sql`insert into candidate_words (candidate, words) values ${sql.join(
        some.map((entry) => sql`(${entry.candidate}, ${vectorOf(entry)}::tsvector)`),
      )} on conflict (candidate) do update set words = excluded.words`.execute(trx);
    }
    return;
  }
  await removeWords(trx, known);
  for (const some of chunks(entries)) {
    await sql`insert into candidate_words (rowid, tags, head, body) values ${sql.join(
      some.map(
        ({ tags, head, body, ...key }) =>
          sql`(${rowOf(key)}, ${tags.join(' ')}, ${short(head).join(' ')}, ${short(body).join(' ')})`,
      ),
    )}`.execute(trx);
  }
}

/** SQLite: what it knows of candidates, in order of their rows, as `replaceWords` takes it. For a move to another database. */
export async function readWords(
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<(IndexedWords & { row: number })[]> {
  const { rows } = await sql<{ row: number; tags: string; head: string; body: string }>`
    select rowid as "row", tags, head, body from candidate_words
    where rowid > ${after} order by rowid limit ${limit}`.execute(db);
  const wordsOf = (text: string) => text.split(' ').filter(Boolean);
  return rows.map(({ row, tags, head, body }) => ({
    row,
    corpus: Math.floor(row / candidatesPerCorpus),
    candidate: row % candidatesPerCorpus,
    tags: wordsOf(tags),
    head: wordsOf(head),
    body: wordsOf(body),
  }));
}

export async function removeWords(trx: Db, keys: readonly WordsKey[]): Promise<void> {
  const [column, numbers] = isPostgres(trx)
    ? (['candidate', keys.map(({ candidate }) => candidate)] as const)
    : (['rowid', keys.map(rowOf)] as const);
  for (const some of chunks(numbers)) {
    await sql`delete from candidate_words where ${sql.ref(column)} in (${sql.join(some)})`.execute(trx);
  }
}

/** Numbers of candidates stay below this, and those of corpora times this below what JavaScript counts to exactly. */
const candidatesPerCorpus = 2 ** 31;
const rowOf = ({ corpus, candidate }: WordsKey): number => corpus * candidatesPerCorpus + candidate;

/**
 * The candidates that say most of what is asked for, best first.
 *
 * @param tags of `IndexedWords.tags`: a candidate must have all of them
 * @param terms stems, any of which will do
 */
export async function nearestByWords(
  db: Db,
  {
    corpus,
    tags,
    terms,
    limit,
  }: { corpus: number; tags: readonly string[]; terms: readonly string[]; limit: number },
): Promise<number[]> {
  const wanted = short(terms);
  if (wanted.length === 0) return [];
  if (isPostgres(db)) {
    const scope = [scopeOf(corpus), ...tags].map(lexeme).join(' & ');
    const weights = `{0, 0, ${1 / headWeight}, 1}`;
    // Term by term: ts_rank says how much of one a candidate has, and knows nothing of rarity; ranking all of them at once takes ten times as long.
    const { rows } = await sql<{ candidate: number }>`
      with said as materialized (
        select asked.term, candidate, ts_rank(${weights}::real[], words, asked.term::tsquery, 1) as share
        from unnest(${wanted.map(lexeme)}::text[]) as asked (term)
        join candidate_words on words @@ (${`${scope} & `} || asked.term)::tsquery
      ), counted as (
        select term, count(*) as count from said group by term
      ), rarity as (
        select term, ln(1 + (greatest(reltuples, max(count) over ()) - count + 0.5) / (count + 0.5)) as idf
        from counted cross join pg_class where pg_class.oid = 'candidate_words'::regclass
      )
      select candidate from said join rarity using (term)
      group by candidate order by sum(share * idf) desc, candidate limit ${limit}
    `.execute(db);
    return rows.map(({ candidate }) => candidate);
  }
  const said = `{head body} : (${wanted.map(quoted).join(' OR ')})`;
  const query = tags.length === 0 ? said : `tags : (${tags.map(quoted).join(' AND ')}) AND ${said}`;
  const first = rowOf({ corpus, candidate: 0 });
  const { rows } = await sql<{ candidate: number }>`
    select rowid - ${first} as candidate from candidate_words
    where candidate_words match ${query} and rowid between ${first} and ${first + candidatesPerCorpus - 1}
    order by bm25(candidate_words, 0, ${sql.lit(headWeight)}, 1), rowid limit ${limit}
  `.execute(db);
  return rows.map(({ candidate }) => candidate);
}

/** Counted one by one up to here. */
const countedUpTo = 10_000;

/**
 * How many candidates of the installation say each term; a term that is missing is unknown. PostgreSQL knows the commonest by its
 * statistics, roughly; the others are counted, up to 10,000.
 */
export async function documentCounts(db: Db, terms: readonly string[]): Promise<Map<string, number>> {
  const wanted = short(terms);
  if (wanted.length === 0) return new Map();
  if (isPostgres(db)) {
    const { rows } = await sql<{ term: string; count: number }>`
      select common.term, common.share * greatest(class.reltuples, 0) as count
      from pg_stats as stats
      join pg_class as class on class.oid = 'candidate_words'::regclass
      cross join lateral unnest(
        stats.most_common_elems::text::text[],
        stats.most_common_elem_freqs[1 : cardinality(stats.most_common_elems::text::text[])]
      ) as common (term, share)
      where stats.schemaname = current_schema() and stats.tablename = 'candidate_words' and stats.attname = 'words'
        and common.term in (${sql.join(wanted)})
    `.execute(db);
    const counts = new Map(rows.map(({ term, count }) => [term, Number(count)]));
    const rare = wanted.filter((term) => !counts.has(term));
    if (rare.length === 0) return counts;
    const { rows: counted } = await sql<{ at: number; count: number }>`
      select asked.at, (
        select count(*) from (
          select 1 from candidate_words where words @@ asked.term::tsquery limit ${countedUpTo}
        ) as having_it
      ) as count
      from unnest(${rare.map(lexeme)}::text[]) with ordinality as asked (term, at)
    `.execute(db);
    for (const { at, count } of counted) if (count > 0) counts.set(rare[at - 1]!, count);
    return counts;
  }
  const { rows } = await sql<{ term: string; count: number }>`
    select term, doc as count from candidate_word_counts where term in (${sql.join(wanted)})
  `.execute(db);
  return new Map(rows.map(({ term, count }) => [term, count]));
}

const short = (words: readonly string[]): string[] =>
  words.filter((word) => word.length > 0 && word.length <= maxWordChars);

const quoted = (word: string): string => `"${word.replaceAll('"', '""')}"`;

const lexeme = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** As PostgreSQL reads a tsvector: each word with its places, marked A in the head and B in the body. */
function vectorOf({ corpus, tags, head, body }: IndexedWords): string {
  const places = new Map<string, string[]>();
  let position = 0;
  for (const [words, mark] of [
    [short(head), 'A'],
    [short(body), 'B'],
  ] as const) {
    for (const word of words) {
      position = Math.min(position + 1, maxPositions);
      const known = places.get(word);
      if (!known) places.set(word, [`${position}${mark}`]);
      else if (known.length < 200) known.push(`${position}${mark}`);
    }
  }
  return [
    ...[scopeOf(corpus), ...tags].map(lexeme),
    ...[...places].map(([word, at]) => `${lexeme(word)}:${at.join(',')}`),
  ].join(' ');
}

function* chunks<Item>(items: readonly Item[]): Iterable<Item[]> {
  for (let from = 0; from < items.length; from += rowsPerStatement)
    yield items.slice(from, from + rowsPerStatement);
}
