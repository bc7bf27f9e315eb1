import { mkdtemp, readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { openDatabase } from '../../../server/db/open-database.ts';
import type { Tables } from '../../../server/db/tables.ts';
import { createCandidateEmbedding } from '../../../server/dispatch/candidate-embedding.ts';
import type { RequirementsConfig } from '../../../server/domain/requirements/types.ts';
import { loadTaxonomies, loadTitles } from '../../../server/engines/skills/files.ts';
import { createVectorFiles } from '../../../server/engines/vectors/files.ts';
import { createLogger } from '../../../server/logging.ts';
import { createIdentityService } from '../../../server/modules/identity/service.ts';
import { createEmbeddingQueue } from '../../../server/modules/search/index/embedding-queue.ts';
import type { SearchVectors } from '../../../server/modules/search/index/search-vectors.ts';
import { createVectorIndex } from '../../../server/modules/search/index/vector-index.ts';
import { parseBatch } from '../../../server/modules/search/ingest/batch.ts';
import { createCandidatesService } from '../../../server/modules/search/ingest/candidates.ts';
import { rankCandidates } from '../../../server/modules/search/pipeline/rank-candidates.ts';
import { createRetriever } from '../../../server/modules/search/search/retriever.ts';
import type { Retrieved } from '../../../server/modules/search/types.ts';
import { systemClock as clock } from '../../../server/time.ts';

const corpusId = 'bench';
const skills = resolve(import.meta.dirname, '../../../models/skills');
const taxonomies = loadTaxonomies(skills);
export const titles = loadTitles(skills);
const aliasesOf = (name: string) =>
  (taxonomies.skills.named(name) ?? taxonomies.industries.named(name))?.names ?? [];
const { signal } = new AbortController();

export interface BenchQuestion {
  description: string;
  config: RequirementsConfig;
}

/** The product's own CV search in this process, without HTTP: one corpus in a fresh folder, or in an empty database. */
export type SearchInstallation = Awaited<ReturnType<typeof openSearch>>;

/** For an installation; the caller removes it. */
export const newDataDir = (): Promise<string> => mkdtemp(join(tmpdir(), 'assay-cv-search-'));

/** @param databaseUrl of a PostgreSQL database that is empty or was filled by this; null: SQLite in the folder */
export async function openSearch({
  made,
  dataDir,
  databaseUrl = null,
}: {
  made: SearchVectors;
  dataDir: string;
  databaseUrl?: string | null;
}) {
  const db = await openDatabase({ dataDir, databaseUrl });
  const identity = createIdentityService({ db, clock, keyPepper: 'x'.repeat(40) });
  const first = await db.selectFrom('clients').select('id').executeTakeFirst();
  const { id: clientId } = first ?? (await identity.createClient({ name: 'Bench', credits: 0 }));
  const service = createCandidatesService({ db, clock });
  const folder = join(dataDir, 'vectors');
  const index = createVectorIndex({ db, files: createVectorFiles(), folder, made });
  const byBoth = createRetriever({ db, vectors: { made, index }, titles, aliasesOf });
  const byWords = createRetriever({ db, vectors: null, titles, aliasesOf });
  let known: number | undefined;
  const corpusNumber = async (): Promise<number> => {
    known ??= (await db.selectFrom('corpora').select('number').executeTakeFirstOrThrow()).number;
    return known;
  };

  const waiting = async () =>
    (await db
      .selectFrom('candidates')
      .select('number')
      .where('embedding_status', '=', 'pending')
      .limit(1)
      .executeTakeFirst()) !== undefined;

  return {
    /** Through the interface's own checks; throws where a row is refused. */
    async ingest(candidates: readonly object[]): Promise<void> {
      const batch = await parseBatch({ corpus_id: corpusId, candidates });
      const rows = await service.upsert({ clientId, ...batch });
      const refused = rows.find(({ status }) => status !== 'created');
      if (refused) throw new Error(`A candidate was not created: ${JSON.stringify(refused)}`);
    },

    /** Gives everybody a vector, as a worker does in the background. */
    async embed(): Promise<void> {
      const embedding = createCandidateEmbedding({
        queue: createEmbeddingQueue({ db, clock }),
        vectors: made,
        index: { ...index, close: async () => undefined },
        owner: 'bench',
        logger: createLogger({ level: 'warn', name: 'bench' }),
      });
      embedding.start();
      while (await waiting()) await delay(250);
      await embedding.stop();
      await index.keepUp(await corpusNumber(), true);
    },

    /** @param by `words` alone, or both as the product does */
    retrieve: async (job: BenchQuestion, { tags = [] as string[], by = 'both' as 'both' | 'words' } = {}) =>
      (by === 'both' ? byBoth : byWords).retrieve({
        corpus: await corpusNumber(),
        job,
        filters: { tags, requireMinimalQualifications: false },
        signal,
      }),

    /** The step of a search that compares and sorts. */
    async rank({ description, config }: BenchQuestion, { candidates, searched, warnings }: Retrieved) {
      const input = {
        runId: 'bench',
        jobDescription: description,
        config,
        submittedAt: '2026-11-01T00:00:00.000Z',
        candidates,
        searched,
        retrievalWarnings: warnings,
        limit: candidates.length,
        requireMinimalQualifications: false,
      };
      const context = {
        engines: { taxonomies, titles },
        workDir: '',
        signal,
        reportProgress: () => undefined,
        degrade: () => undefined,
      };
      return (await rankCandidates.run(input, context)).found;
    },

    /** External ids, nearest first. */
    async nearest(query: Int8Array, limit: number): Promise<string[]> {
      const { candidates } = await index.nearest({ corpus: await corpusNumber(), query, limit });
      const rows = await db
        .selectFrom('candidates')
        .select(['number', 'external_id'])
        .where('number', 'in', candidates)
        .execute();
      const names = new Map(rows.map(({ number, external_id }) => [number, external_id]));
      return candidates.map((number) => names.get(number)!);
    },

    /** Bytes of the database, and of the vectors beside it. */
    async sizes(): Promise<{ database: number; vectors: number }> {
      return {
        database: databaseUrl ? await postgresBytes(db) : await bytesIn(dataDir),
        vectors: await bytesIn(folder),
      };
    },

    async close(): Promise<void> {
      await index.close();
      await db.destroy();
    },
  };
}

/** Of the files that lie in a folder itself; 0 where it is not there yet. */
async function bytesIn(folder: string): Promise<number> {
  let sum = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (entry.isFile()) sum += (await stat(join(folder, entry.name))).size;
  }
  return sum;
}

async function postgresBytes(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes
  `.execute(db);
  return rows[0]!.bytes;
}
