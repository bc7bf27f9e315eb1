import type { Kysely } from 'kysely';
import { madeAt } from './migration-test.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Whatever the schema: tables by the names of the databases themselves. */
type AnyTables = Record<string, Record<string, unknown>>;

const input = { jobId: 'jobs-1', fileName: 'Ana.pdf', audioDurationMs: 60_000 };
const summary = {
  score: 71.5,
  candidateName: 'Ana',
  scores: { overall: 3.1, vocabulary: 3, fluency: 3.2, accent: null },
};

/** What has a meaning for migrations or refers to another row; every other column gets something of its type. */
const known: Readonly<Record<string, unknown>> = {
  client_id: 'clients-1',
  project_id: 'projects-1',
  api_key_id: 'api_keys-1',
  run_id: 'runs-1',
  job_id: 'jobs-1',
  user_id: 'users-1',
  message_id: 'webhook_messages-1',
  deletion_id: 'deletions-1',
  record_id: 'candidate_records-1',
  one: 'candidate_records-1',
  other: 'candidate_records-1',
  cv_id: 'cvs-1',
  upload_id: 'uploads-1',
  persona_id: 'personas-1',
  corpus: 1,
  candidate: 1,
  part_of: null,
  permissions: '[]',
  tags: '[]',
  metadata: '{}',
  config: '{"requirements":{}}',
  input: JSON.stringify(input),
  summary: JSON.stringify(summary),
};
const ofTable: Readonly<Record<string, readonly Row[]>> = {
  runs: [
    { id: 'runs-1', service_type: 'speech', status: 'success' },
    { id: 'runs-2', service_type: 'cv_deepmatch', status: 'success' },
  ],
  corpora: [{ number: 1 }],
  candidates: [{ number: 1, embedding_status: 'pending' }],
};

/** The tables that people's data is in: not the migrator's own, nor the index of words, which follows its table. */
async function tablesOf(db: Kysely<never>) {
  const tables = await db.introspection.getTables();
  return tables.filter(({ name, isView }) => !isView && !/^(kysely_|sqlite_|candidate_word)/.test(name));
}

function valueFor(table: string, column: { name: string; dataType: string }): unknown {
  if (column.name in known) return known[column.name];
  const type = column.dataType.toLowerCase();
  if (/int/.test(type)) return 1;
  if (/double|real|float/.test(type)) return 0.5;
  if (/blob|bytea/.test(type)) return Buffer.from([1, 2, 3, 4]);
  if (/_(at|until|as_of)$/.test(column.name)) return madeAt;
  if (column.name === 'id') return `${table}-1`;
  return `${column.name} of ${table}`;
}

/**
 * Puts at least one row with a value in every column into every table, whatever schema the database has.
 *
 * @throws the database's own error for a row that it will not take
 */
export async function fillEveryTable(given: Kysely<never>): Promise<void> {
  const db = given as unknown as Kysely<AnyTables>;
  let waiting = (await tablesOf(given)).flatMap(({ name, columns }) =>
    (ofTable[name] ?? [{}]).map((own) => ({
      name,
      row: {
        ...Object.fromEntries(
          columns
            .filter((column) => !column.isAutoIncrementing && !/tsvector/.test(column.dataType))
            .map((column) => [column.name, valueFor(name, column)]),
        ),
        ...own,
      },
    })),
  );
  // What a row refers to may come after it: such a row is tried again.
  while (waiting.length > 0) {
    const refused: typeof waiting = [];
    let fault: unknown;
    for (const one of waiting) {
      try {
        await db.insertInto(one.name).values(one.row).execute();
      } catch (error) {
        fault = error;
        refused.push(one);
      }
    }
    if (refused.length === waiting.length) throw fault;
    waiting = refused;
  }
}

/** All rows of all tables, by table. */
export async function readTables(given: Kysely<never>): Promise<Map<string, readonly Row[]>> {
  const db = given as unknown as Kysely<AnyTables>;
  const rows = new Map<string, readonly Row[]>();
  for (const { name } of await tablesOf(given))
    rows.set(name, await db.selectFrom(name).selectAll().execute());
  return rows;
}

/** A row of the old schema is in the new one when some row there has all of its values that kept their column. */
export function missingFrom(
  after: ReadonlyMap<string, readonly Row[]>,
  before: ReadonlyMap<string, readonly Row[]>,
): string[] {
  return [...before].flatMap(([table, rows]) => {
    const now = after.get(table);
    if (!now) return [`${table} is gone`];
    const kept = Object.keys(rows[0] ?? {}).filter((column) => column in (now[0] ?? {}));
    const key = (row: Row) => JSON.stringify(kept.map((column) => row[column]));
    const present = new Set(now.map(key));
    return rows.filter((row) => !present.has(key(row))).map((row) => `${table}: ${JSON.stringify(row)}`);
  });
}
