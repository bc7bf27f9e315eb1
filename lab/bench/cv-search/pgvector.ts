import pg from 'pg';
import type { Peer } from './peers.ts';

const depth = 10;
const rowsPerStatement = 500;

const literal = (vector: Int8Array): string => `[${vector.join(',')}]`;

/**
 * pgvector, by the inner product of the bytes: every row in numbers of 4 and of 2 bytes, then its graph of neighbours (HNSW) with the
 * settings it comes with, and with a search twice and five times as wide. The table is made for it and goes afterwards.
 *
 * @param url a PostgreSQL database in which `create extension vector` was done
 */
export async function* openPgvector(
  url: string,
  values: Int8Array,
  dimensions: number,
): AsyncGenerator<Omit<Peer, 'close'>> {
  const client = new pg.Client(url);
  await client.connect();
  const rows = values.length / dimensions;
  try {
    const began = performance.now();
    await client.query(`create table bench_vectors (row integer primary key, whole vector(${dimensions}))`);
    for (let first = 0; first < rows; first += rowsPerStatement) {
      const texts = Array.from({ length: Math.min(rowsPerStatement, rows - first) }, (_, n) =>
        literal(values.subarray((first + n) * dimensions, (first + n + 1) * dimensions)),
      );
      await client.query(
        `insert into bench_vectors select $1::integer + at - 1, text::vector
         from unnest($2::text[]) with ordinality as given (text, at)`,
        [first, texts],
      );
    }
    await client.query('vacuum analyze bench_vectors');
    const writtenMs = performance.now() - began;
    const bytesOf = async (relation: string) =>
      Number((await client.query('select pg_total_relation_size($1) as bytes', [relation])).rows[0].bytes);

    const asking = (column: string, type: string) => async (query: Int8Array) => {
      const { rows: found } = await client.query(
        `select row from bench_vectors order by ${column} <#> $1::${type} limit ${depth}`,
        [literal(query)],
      );
      return found.map(({ row }) => row as number);
    };
    const size = await bytesOf('bench_vectors');
    yield {
      name: 'pgvector, every row',
      madeInMs: writtenMs,
      sizeBytes: size,
      nearest: asking('whole', 'vector'),
    };
    yield {
      name: 'pgvector, every row as 2 bytes',
      madeInMs: null,
      sizeBytes: null,
      nearest: asking(`(whole::halfvec(${dimensions}))`, `halfvec(${dimensions})`),
    };

    const graphBegan = performance.now();
    await client.query('create index bench_graph on bench_vectors using hnsw (whole vector_ip_ops)');
    const graphMs = performance.now() - graphBegan;
    const graphBytes = await bytesOf('bench_graph');
    for (const width of [40, 80, 200]) {
      await client.query(`set hnsw.ef_search = ${width}`);
      yield {
        name: `pgvector, HNSW, ef_search ${width}`,
        madeInMs: width === 40 ? graphMs : null,
        sizeBytes: width === 40 ? graphBytes : null,
        nearest: asking('whole', 'vector'),
      };
    }
  } finally {
    await client.query('drop table if exists bench_vectors');
    await client.end();
  }
}
