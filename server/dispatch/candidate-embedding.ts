import { createBackground } from '../background.ts';
import { limits } from '../config/limits.ts';
import type { Logger } from '../logging.ts';
import { minutes, seconds } from '../time.ts';

/** What is embedded of a candidate. */
interface Texts {
  titles: string;
  text: string;
}

interface Pending {
  number: number;
  corpus: number;
  texts: Texts;
}

interface Embedded {
  number: number;
  corpus: number;
  vector: Int8Array;
}

export interface CandidateEmbedding {
  /** Begins at once and goes on until stopped. */
  start(): void;
  /** Orderly: gives back what is not embedded yet. */
  stop(): Promise<void>;
}

/** After trouble with the engine or the database, each time longer. */
const usualTroubleMs = { first: seconds(1), most: minutes(1) };

interface CandidateEmbeddingDeps {
  queue: {
    claim(owner: string): Promise<Pending[]>;
    store(owner: string, model: string, embedded: readonly Embedded[]): Promise<number>;
    fail(owner: string, model: string, number: number, reason: string): Promise<void>;
    renew(owner: string): Promise<void>;
    release(owner: string): Promise<void>;
    requeueOthers(model: string): Promise<number>;
  };
  vectors: {
    /** Of the model, and of how it is used. */
    readonly name: string;
    ofCandidates(candidates: readonly Texts[], signal: AbortSignal): Promise<Int8Array[]>;
  };
  index: {
    keepUp(corpus: number, isAtRest?: boolean): Promise<void>;
    tidy(): Promise<number>;
    close(): Promise<void>;
  };
  /** Of leases: this process. */
  owner: string;
  logger: Logger;
  idleMs?: number;
  tidyEveryMs?: number;
  troubleMs?: { first: number; most: number };
}

/** Gives candidates their vectors in the background, batch by batch, and keeps the files of vectors in step. */
export function createCandidateEmbedding({
  queue,
  vectors,
  index,
  owner,
  logger,
  idleMs = 500,
  tidyEveryMs = minutes(10),
  troubleMs = usualTroubleMs,
}: CandidateEmbeddingDeps): CandidateEmbedding {
  const background = createBackground(logger);
  const { signal, rest } = background;

  /** Corpora that got vectors since there was last nothing to do. */
  const touched = new Set<number>();

  /** False when nothing waits. */
  async function round(): Promise<boolean> {
    const batch = await queue.claim(owner);
    if (batch.length === 0) {
      for (const corpus of touched) await index.keepUp(corpus, true);
      touched.clear();
      return false;
    }
    const stopRenewing = keepRenewing({ queue, owner, logger });
    const results = await embedBatch(
      vectors,
      batch.map(({ texts }) => texts),
      signal,
    ).finally(stopRenewing);
    for (const corpus of await storeResults({ queue, vectors, owner, logger }, batch, results)) {
      await index.keepUp(corpus);
      touched.add(corpus);
    }
    return true;
  }

  async function work(): Promise<void> {
    let waitMs: number = troubleMs.first;
    let isRequeued = false;
    let tidyAtMs = performance.now() + tidyEveryMs;
    while (!signal.aborted) {
      try {
        if (!isRequeued) {
          await requeueOthers({ queue, vectors, logger });
          isRequeued = true;
        }
        if (!(await round())) await rest(idleMs);
        if (performance.now() >= tidyAtMs) {
          tidyAtMs = performance.now() + tidyEveryMs;
          await index.tidy();
        }
        waitMs = troubleMs.first;
      } catch (error) {
        if (signal.aborted) break;
        logger.error({ err: error }, 'embedding of candidates failed; tried again');
        await queue.release(owner).catch(() => undefined);
        await rest(waitMs);
        waitMs = Math.min(waitMs * 2, troubleMs.most);
      }
    }
    await queue
      .release(owner)
      .catch((error) =>
        logger.warn({ err: error }, 'candidate leases not released; they lapse by themselves'),
      );
  }

  return {
    start() {
      background.begin(work);
    },
    async stop() {
      await background.stop(new Error('The worker stops.'));
      await index.close();
    },
  };
}

/** Renews the leases of a batch. @returns what stops it */
function keepRenewing({
  queue,
  owner,
  logger,
}: Pick<CandidateEmbeddingDeps, 'queue' | 'owner' | 'logger'>): () => void {
  const heartbeat = setInterval(() => {
    // One that fails is made good by the next, or by the worker that takes the candidates over.
    queue
      .renew(owner)
      .catch((error: unknown) => logger.warn({ err: error }, 'candidate leases not renewed; tried again'));
  }, limits.search.embedding.heartbeatMs);
  return () => clearInterval(heartbeat);
}

/** Whom another model embedded waits again. */
async function requeueOthers({
  queue,
  vectors,
  logger,
}: Pick<CandidateEmbeddingDeps, 'queue' | 'vectors' | 'logger'>): Promise<void> {
  const count = await queue.requeueOthers(vectors.name);
  if (count > 0)
    logger.info({ count, model: vectors.name }, 'embedding model changed; embedding candidates again');
}

/** The vectors of a batch; where it fails as a whole, one by one, so that one bad text does not hold up the others. */
async function embedBatch(
  vectors: CandidateEmbeddingDeps['vectors'],
  texts: readonly Texts[],
  signal: AbortSignal,
): Promise<(Int8Array | Error)[]> {
  try {
    return await vectors.ofCandidates(texts, signal);
  } catch (error) {
    if (signal.aborted || texts.length === 1) throw error;
    const each: (Int8Array | Error)[] = [];
    for (const one of texts) {
      each.push(
        await vectors.ofCandidates([one], signal).then(
          ([vector]) => vector!,
          (cause: unknown) => (cause instanceof Error ? cause : new Error(String(cause))),
        ),
      );
      signal.throwIfAborted();
      // Not the texts, the engine is at fault.
      if (each.length === 3 && each.every((one) => one instanceof Error)) throw error;
    }
    return each;
  }
}

/** Answers the corpora that got vectors; what has none is stored as failed, with the reason. */
async function storeResults(
  { queue, vectors, owner, logger }: Pick<CandidateEmbeddingDeps, 'queue' | 'vectors' | 'owner' | 'logger'>,
  batch: readonly Pending[],
  results: readonly (Int8Array | Error)[],
): Promise<Set<number>> {
  const embedded: Embedded[] = [];
  for (const [at, { number, corpus }] of batch.entries()) {
    const result = results[at]!;
    if (result instanceof Error) {
      logger.warn(
        { err: result, candidate: number },
        'embedding model refused a candidate; search finds them by words only',
      );
      await queue.fail(owner, vectors.name, number, 'The embedding model refused its text.');
    } else if (result.every((value) => value === 0)) {
      await queue.fail(owner, vectors.name, number, 'The embedding model knows none of its words.');
    } else embedded.push({ number, corpus, vector: result });
  }
  if (embedded.length > 0) await queue.store(owner, vectors.name, embedded);
  return new Set(embedded.map((one) => one.corpus));
}
