import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import type { Config } from '../config/env.ts';
import type { Db } from '../db/db.ts';
import { type CandidateEmbedding, createCandidateEmbedding } from '../dispatch/candidate-embedding.ts';
import { chooseEmbeddings } from '../engines/models/choose-embeddings.ts';
import { projectModels } from '../engines/models/local.ts';
import { loadTaxonomies, loadTitles } from '../engines/skills/files.ts';
import { createVectorFiles } from '../engines/vectors/files.ts';
import type { Logger } from '../logging.ts';
import { createEmbeddingQueue } from '../modules/search/index/embedding-queue.ts';
import { createSearchVectors } from '../modules/search/index/search-vectors.ts';
import { createVectorIndex } from '../modules/search/index/vector-index.ts';
import { createRetriever } from '../modules/search/search/retriever.ts';
import type { Retriever } from '../modules/search/types.ts';
import type { Clock } from '../time.ts';

/** Half of the cores at most: searches and matches go on beside it. */
const embeddingThreads = Math.max(1, Math.floor(availableParallelism() / 2));

/**
 * What a worker needs to search: who may be meant, and the vectors that say so, made in the background.
 *
 * @throws Error where the model of embeddings cannot be opened
 */
export async function composeSearchWorker({
  db,
  config,
  clock,
  logger,
  owner,
}: {
  db: Db;
  config: Pick<Config, 'scratchDir' | 'modelsDir' | 'weightsDir' | 'embeddings'>;
  clock: Clock;
  logger: Logger;
  /** Of leases: this process. */
  owner: string;
}): Promise<{ retriever: Retriever; embedding: CandidateEmbedding; close(): Promise<void> }> {
  const engine = await chooseEmbeddings({
    server: config.embeddings,
    modelsDir: config.modelsDir,
    weightsDir: config.weightsDir,
    bundled: join(projectModels, 'bundled'),
    threads: embeddingThreads,
  });
  const titles = loadTitles(join(projectModels, 'skills'));
  const made = createSearchVectors(engine, titles);
  logger.info({ embeddings: engine.title, model: made.name }, 'embedding model chosen');
  const index = createVectorIndex({
    db,
    files: createVectorFiles(),
    folder: resolve(config.scratchDir, 'vectors'),
    made,
  });
  const { skills, industries } = loadTaxonomies(join(projectModels, 'skills'));
  const aliasesOf = (name: string) => (skills.named(name) ?? industries.named(name))?.names ?? [];
  return {
    retriever: createRetriever({ db, vectors: { made, index }, titles, aliasesOf }),
    embedding: createCandidateEmbedding({
      queue: createEmbeddingQueue({ db, clock }),
      vectors: made,
      index,
      owner,
      logger,
    }),
    close: () => engine.close(),
  };
}
