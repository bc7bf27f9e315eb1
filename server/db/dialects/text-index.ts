import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Db } from '../db.ts';

/**
 * The words of candidates, stemmed beforehand: an FTS5 table of SQLite, a column of type tsvector in PostgreSQL. Both rank by words of
 * `head` before those of `body`, rare ones first.
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
const weightOf = { head: headWeight, body: 1 };
/** SQLite: a word says less of a person with a long text. Texts of a few lines are all equally short. */
const shortChars = 1000;
/** So many times as many as are wanted are held against their length, which has to be read. */
const looksAhead = 4;
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
/** SQLite's rows of a corpus. */
const rowsOf = (corpus: number): { first: number; last: number } => ({
  first: rowOf({ corpus, candidate: 0 }),
  last: rowOf({ corpus, candidate: candidatesPerCorpus - 1 }),
});

/** A stem that is asked for, and how many candidates of the corpus say it. */
export interface AskedTerm {
  stem: string;
  candidates: number;
}

/**
 * The candidates that say most of what is asked for, best first. A term is worth as much as it is rare in the corpus; what others have
 * stored changes nothing.
 *
 * @param candidates of the corpus, all of them
 * @param tags of `IndexedWords.tags`: a candidate must have all of them
 * @param terms any of which will do
 */
export async function nearestByWords(
  db: Db,
  {
    corpus,
    candidates,
    tags,
    terms,
    limit,
  }: {
    corpus: number;
    candidates: number;
    tags: readonly string[];
    terms: readonly AskedTerm[];
    limit: number;
  },
): Promise<number[]> {
  const wanted = terms
    .filter(({ stem }) => isShort(stem))
    .map((term) => ({ stem: term.stem, rarity: rarityOf(term.candidates, candidates) }));
  if (wanted.length === 0) return [];
  if (isPostgres(db)) {
    const scope = [scopeOf(corpus), ...tags].map(lexeme).join(' & ');
    const weights = `{0, 0, ${1 / headWeight}, 1}`;
    // Term by term: ts_rank says how much of one a candidate has, and knows nothing of rarity; ranking all of them at once takes ten times as long.
    const { rows } = await sql<{ candidate: number }>`
      select candidate
      from unnest(
        ${wanted.map(({ stem }) => lexeme(stem))}::text[], ${wanted.map(({ rarity }) => rarity)}::float8[]
      ) as asked (term, rarity)
      join candidate_words on words @@ (${`${scope} & `} || asked.term)::tsquery
      group by candidate
      order by sum(ts_rank(${weights}::real[], words, asked.term::tsquery, 1) * asked.rarity) desc, candidate
      limit ${limit}
    `.execute(db);
    return rows.map(({ candidate }) => candidate);
  }
  // FTS5's own ranking counts over all corpora. Having a word in the head, or in the body, says as much as how often.
  const having = tags.length === 0 ? '' : `tags : (${tags.map(quoted).join(' AND ')}) AND `;
  const asked = wanted.flatMap(({ stem, rarity }) =>
    Object.entries(weightOf).map(
      ([column, weight]) => sql`(${`${having}${column} : ${quoted(stem)}`}, ${rarity * weight})`,
    ),
  );
  const { first, last } = rowsOf(corpus);
  const { rows } = await sql<{ candidate: number }>`
    with asked (said, worth) as (values ${sql.join(asked)}),
    likely as materialized (
      select candidate_words.rowid as row, sum(asked.worth) as worth
      from asked cross join candidate_words
      where candidate_words match asked.said and candidate_words.rowid between ${first} and ${last}
      group by candidate_words.rowid
      order by worth desc, row limit ${limit * looksAhead}
    )
    select row - ${first} as candidate from likely join candidate_words on candidate_words.rowid = row
    order by worth / sqrt(${shortChars} + length(head) + length(body)) desc, row limit ${limit}
  `.execute(db);
  return rows.map(({ candidate }) => candidate);
}

/** As of BM25: near 0 for what everybody says. */
const rarityOf = (having: number, of: number): number =>
  Math.log(1 + (Math.max(having, of) - having + 0.5) / (having + 0.5));

/**
 * How many candidates of a corpus say each term; a term that is missing is unknown.
 *
 * @param upTo counts no further
 */
export async function documentCounts(
  db: Db,
  { corpus, terms, upTo }: { corpus: number; terms: readonly string[]; upTo: number },
): Promise<Map<string, number>> {
  const wanted = terms.filter(isShort);
  if (wanted.length === 0) return new Map();
  const { first, last } = rowsOf(corpus);
  const { rows } = isPostgres(db)
    ? await sql<{ at: number; count: number }>`
        select asked.at, (
          select count(*) from (
            select 1 from candidate_words where words @@ (${`${lexeme(scopeOf(corpus))} & `} || asked.term)::tsquery
            limit ${upTo}
          ) as having_it
        ) as count
        from unnest(${wanted.map(lexeme)}::text[]) with ordinality as asked (term, at)
      `.execute(db)
    : await sql<{ at: number; count: number }>`
        with asked (at, said) as (values ${sql.join(
          wanted.map((term, index) => sql`(${index + 1}, ${`{head body} : ${quoted(term)}`})`),
        )})
        select asked.at, (
          select count(*) from (
            select 1 from candidate_words
            where candidate_words match asked.said and candidate_words.rowid between ${first} and ${last}
            limit ${upTo}
          )
        ) as count
        from asked
      `.execute(db);
  return new Map(
    rows.filter(({ count }) => count > 0).map(({ at, count }) => [wanted[Number(at) - 1]!, Number(count)]),
  );
}

const isShort = (word: string): boolean => word.length > 0 && word.length <= maxWordChars;

const short = (words: readonly string[]): string[] => words.filter(isShort);

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
