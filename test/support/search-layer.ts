import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { runServices } from '#server/app/processing.ts';
import type { Tables } from '#server/db/tables.ts';
import { createCandidateEmbedding } from '#server/dispatch/candidate-embedding.ts';
import { processRun } from '#server/dispatch/process-run.ts';
import { createWorkFolders } from '#server/dispatch/work-folders.ts';
import type { EmbeddingsEngine } from '#server/engines/embeddings/port.ts';
import { createVectorFiles } from '#server/engines/vectors/files.ts';
import type { StepRequest } from '#server/lanes/lanes.ts';
import type { LaneReply } from '#server/lanes/protocol.ts';
import { createLogger } from '#server/logging.ts';
import { createEmbeddingQueue } from '#server/modules/search/index/embedding-queue.ts';
import { createSearchVectors } from '#server/modules/search/index/search-vectors.ts';
import { createVectorIndex } from '#server/modules/search/index/vector-index.ts';
import { readCandidate } from '#server/modules/search/ingest/candidate-fields.ts';
import { searchPipeline } from '#server/modules/search/pipeline/pipeline.ts';
import { createSearchEnder } from '#server/modules/search/search/announce.ts';
import { createRetriever } from '#server/modules/search/search/retriever.ts';
import type { Retriever, SearchFields } from '#server/modules/search/types.ts';
import { createDataLayer } from './data-layer.ts';
import { fakeEmbeddings } from './fake-embeddings.ts';
import { createLendingBlobs } from './lending-blobs.ts';
import { createMovingClock, type MovingClock } from './moving-clock.ts';
import { webhooksOn } from './webhooks.ts';
import { taxonomies, titles } from './written-cv.ts';

export const silent = createLogger({ level: 'silent', name: 'test' });

/** Runs the steps of a search here, as a thread of the lane would. */
async function runStep({ step: name, input, workDir, signal, onStarted }: StepRequest): Promise<LaneReply> {
  onStarted();
  const step = searchPipeline.steps.find((one) => one.name === name)!;
  const context = {
    engines: { taxonomies, titles },
    workDir,
    signal,
    reportProgress: () => undefined,
    degrade: () => undefined,
  };
  return { ok: true, output: await step.run(structuredClone(input), context), degraded: null };
}

/** What a worker does for searches, on any database: the real steps and index, an engine that tests can read. */
export function searchWorker({
  db,
  clock,
  dataDir,
  engine = fakeEmbeddings(),
  owner = 'worker',
  inMemory,
  retriever: given,
}: {
  db: Kysely<Tables>;
  clock: MovingClock;
  dataDir: string;
  engine?: EmbeddingsEngine;
  owner?: string;
  inMemory?: number;
  /** In place of the real one. */
  retriever?: Retriever;
}) {
  const webhooks = webhooksOn({ db, clock });
  const { queue } = createDataLayer(db, clock, { cv_deepsearch: createSearchEnder({ webhooks }) });
  const blobs = createLendingBlobs({ root: join(dataDir, 'blobs') });
  const made = createSearchVectors(engine, titles);
  const index = createVectorIndex({
    db,
    files: createVectorFiles(),
    folder: join(dataDir, 'vectors'),
    made,
    ...(inMemory !== undefined && { inMemory }),
  });
  const retriever = given ?? createRetriever({ db, vectors: { made, index }, titles });
  const embeddingQueue = createEmbeddingQueue({ db, clock });
  const cvs = { reading: async () => null, saveReading: async () => undefined };
  const deps = {
    queue,
    lanes: { run: runStep },
    services: { cv_deepsearch: runServices({ blobs, cvs, retriever }).cv_deepsearch! },
    blobs,
    workFolders: createWorkFolders({ root: join(dataDir, 'work'), queue }),
    clock,
    logger: silent,
    workerId: owner,
  };
  return {
    queue,
    webhooks,
    index,
    retriever,
    embeddingQueue,
    engine,
    made,
    /** Takes every search that waits to its end, or to where it is stopped. */
    async work(stop = new AbortController().signal) {
      for (;;) {
        const run = stop.aborted ? null : await queue.claim(owner, 'cv_deepsearch');
        if (!run) return;
        await processRun(deps, run, stop);
      }
    },
    /** Gives every candidate that waits its vector. */
    async embed() {
      const embedding = createCandidateEmbedding({
        queue: embeddingQueue,
        vectors: made,
        index: { ...index, close: async () => undefined },
        owner,
        logger: silent,
        idleMs: 5,
      });
      embedding.start();
      const waiting = () =>
        db.selectFrom('candidates').select('number').where('embedding_status', '=', 'pending').execute();
      while ((await waiting()).length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
      await embedding.stop();
    },
  };
}

/** The real services of CV search on one database. */
export function searchLayer(
  db: Kysely<Tables>,
  {
    dataDir,
    clock = createMovingClock(),
    ...options
  }: {
    dataDir: string;
    clock?: MovingClock;
    engine?: EmbeddingsEngine;
    inMemory?: number;
    retriever?: Retriever;
  },
) {
  const layer = createDataLayer(db, clock);
  const worker = searchWorker({ db, clock, dataDir, ...options });
  const searchesOn = (handle: Kysely<Tables>) => createDataLayer(handle, clock).searches;
  const candidatesOn = (handle: Kysely<Tables>) => createDataLayer(handle, clock).candidates;
  const { searches, candidates } = layer;
  return {
    ...layer,
    ...worker,
    searches,
    candidates,
    searchesOn,
    candidatesOn,
    newClient: async (credits = 100) => (await layer.identity.createClient({ name: 'Acme', credits })).id,
    upsert: (clientId: string, rows: readonly object[], corpusId = 'c', on = candidates) =>
      on.upsert({ clientId, corpusId, rows: rows.map(readCandidate) }),
    async search(
      clientId: string,
      fields: Partial<SearchFields> & Pick<SearchFields, 'inline'>,
      on = searches,
    ) {
      const { run } = await on.submit({
        corpusId: 'c',
        reference: { jobId: null, positionId: null },
        saveJob: false,
        jobUpdated: null,
        filters: { tags: [], requireMinimalQualifications: false },
        limit: 50,
        webhookUrl: null,
        metadata: {},
        tags: [],
        ...fields,
        clientId,
        projectId: null,
        apiKeyId: null,
        by: { kind: 'key', name: 'k' },
        runId: randomUUID(),
      });
      return run.id;
    },
    async resultsOf(runId: string) {
      return (await searches.results({ id: runId }, { limit: 200, after: 0 })).rows;
    },
  };
}
