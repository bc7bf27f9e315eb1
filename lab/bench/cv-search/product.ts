import { rm } from 'node:fs/promises';
import { askedTexts } from '../../../server/domain/search/index-terms.ts';
import { askedVectorTexts } from '../../../server/domain/search/vector-text.ts';
import { jobTitleOf } from '../../../server/domain/titles/job-title.ts';
import type { EmbeddingsEngine } from '../../../server/engines/embeddings/port.ts';
import {
  createSearchVectors,
  type SearchVectors,
} from '../../../server/modules/search/index/search-vectors.ts';
import { seededRandom } from '../../../testkit/random.ts';
import { type CorpusCv, configOf } from '../cv-match/corpus.ts';
import { type BenchJob, jobs } from '../cv-match/jobs.ts';
import { candidateOf } from './candidate-of.ts';
import { newDataDir, openSearch, titles } from './installation.ts';
import type { Scores } from './rankings.ts';

const { signal } = new AbortController();

/** How the product's vectors are made, and how they were before titles had a vector of their own. */
const ways: readonly { name: string; made: (engine: EmbeddingsEngine) => SearchVectors }[] = [
  {
    name: 'text alone',
    made: (engine) => ({
      name: `${engine.name}, text alone`,
      dimensions: engine.dimensions,
      ofCandidates: (candidates) =>
        engine.embed(
          candidates.map(({ text }) => text),
          'passage',
          signal,
        ),
      ofSearch: async ({ text }) => (await engine.embed([text], 'query', signal))[0]!,
    }),
  },
  { name: 'titles and text', made: (engine) => createSearchVectors(engine, titles) },
];

export interface ProductScores {
  name: string;
  words: Scores;
  near: Scores;
  both: Scores;
  ended: Scores;
}

/**
 * How the product itself ranks the CVs, sent to it as a client's parser would: by words, by vectors, by both as it retrieves, and as a
 * search ends. A corpus this small is compared whole, so that the last says what the comparison is worth, apart from retrieval.
 */
export async function productScores(
  engine: EmbeddingsEngine,
  cvs: readonly CorpusCv[],
): Promise<ProductScores[]> {
  const found: ProductScores[] = [];
  for (const { name, made: make } of ways) {
    const made = make(engine);
    const dataDir = await newDataDir();
    const search = await openSearch({ made, dataDir });
    try {
      // In no order of occupations: people whom no search names are listed by age.
      const random = seededRandom(5);
      const order = cvs.map((_, n) => ({ n, key: random() })).sort((a, b) => a.key - b.key);
      await search.ingest(order.map(({ n }) => candidateOf(cvs[n]!, String(n))));
      await search.embed();
      const perJob = async (rank: (job: BenchJob) => Promise<string[]>): Promise<Scores> => {
        const scores = new Map<BenchJob, number[]>();
        for (const job of jobs) {
          const places = new Map((await rank(job)).map((id, place) => [id, -place]));
          scores.set(
            job,
            cvs.map((_, n) => places.get(String(n)) ?? -cvs.length),
          );
        }
        return scores;
      };
      const question = (job: BenchJob) => ({ description: job.description, config: configOf(job) });
      const retrieved = async (job: BenchJob, by: 'words' | 'both') =>
        (await search.retrieve(question(job), { by })).candidates.map(({ externalId }) => externalId);
      const ranked = async (job: BenchJob) =>
        (await search.rank(question(job), await search.retrieve(question(job)))).map(
          ({ externalId }) => externalId,
        );
      const near = async (job: BenchJob) => {
        const { requirements } = configOf(job);
        const asked = askedTexts({
          requirements,
          title: jobTitleOf(job.description),
          description: job.description,
        });
        return search.nearest(await made.ofSearch(askedVectorTexts(asked), signal), cvs.length);
      };
      found.push({
        name,
        words: await perJob((job) => retrieved(job, 'words')),
        near: await perJob(near),
        both: await perJob((job) => retrieved(job, 'both')),
        ended: await perJob(ranked),
      });
    } finally {
      await search.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  }
  return found;
}
