import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { titleOfJob } from '../../domain/titles/job-title.ts';
import { ApiError } from '../../errors.ts';
import type { PricesService } from '../credits/types.ts';
import type { Job, JobsService } from '../jobs/types.ts';
import type { RunsService } from '../runs/types.ts';
import type { WebhookAnnouncer } from '../webhooks/types.ts';
import { findCorpus } from './repository.ts';
import { searchRuns } from './run-type.ts';
import { resultsOf } from './search/results-repository.ts';
import type { StoredSearch } from './stored.ts';
import type { SearchedJob, SearchService, SearchSubmission } from './types.ts';

export interface SearchDeps {
  db: Db;
  runs: Pick<RunsService, 'submit' | 'find' | 'place'>;
  jobs: Pick<JobsService, 'resolve' | 'save'>;
  webhooks: Pick<WebhookAnnouncer, 'standing'>;
  assertReady: () => Promise<void>;
  prices: Pick<PricesService, 'of'>;
  newId: () => string;
}

type JobPart = Pick<StoredSearch, 'jobId' | 'jobVersion' | 'positionId' | 'jobUpdated'>;

export function createSearchService(deps: SearchDeps): SearchService {
  const { db, runs, jobs, webhooks, assertReady, prices, newId } = deps;

  /** What is searched for, and the job of the catalogue that it is. */
  async function jobOf({
    clientId,
    reference,
    inline,
    saveJob,
    jobUpdated,
  }: SearchSubmission): Promise<SearchedJob & { title: string } & JobPart> {
    if (!inline) {
      const job = await jobs.resolve(clientId, reference);
      return { description: job.description, config: job.config, title: job.title, ...partOf(job) };
    }
    // A job_id was given out by us, so it has to exist; a position_id may just be the customer's name for it.
    if (reference.jobId !== null && !saveJob) await jobs.resolve(clientId, reference);
    const title = titleOfJob(inline.description, inline.config);
    return { ...inline, title, jobId: null, jobVersion: null, positionId: reference.positionId, jobUpdated };
  }

  return {
    assertReady,

    async submit(submission) {
      const { clientId, corpusId, runId, reference, inline, saveJob, by } = submission;
      const corpus = await findCorpus(db, { clientId, corpusId });
      // The same words for another client's: the caller must not learn that it exists.
      if (!corpus)
        throw new ApiError(
          'CORPUS_NOT_FOUND',
          `There is no corpus "${corpusId}". It is made when the first candidate is sent into it.`,
        );
      const job = await jobOf(submission);
      const input: StoredSearch = {
        corpusId,
        corpus: corpus.number,
        jobDescription: job.description,
        jobTitle: job.title,
        config: job.config,
        jobId: job.jobId,
        jobVersion: job.jobVersion,
        positionId: job.positionId,
        jobUpdated: job.jobUpdated,
        filters: submission.filters,
        limit: Math.min(submission.limit, limits.search.results.max),
        webhookUrl: submission.webhookUrl,
      };
      const { run, place } = await runs.submit(
        {
          id: runId,
          serviceType: searchRuns.name,
          clientId,
          projectId: submission.projectId,
          apiKeyId: submission.apiKeyId,
          externalId: null,
          playground: false,
          metadata: submission.metadata,
          tags: submission.tags,
          input,
          audioDurationMs: null,
          language: null,
          costCredits: (await prices.of(clientId)).cvSearch,
        },
        async (trx) => {
          await submission.holdKey?.(trx);
          if (!saveJob || !inline) return {};
          return partOf(await jobs.save(trx, { clientId, newId: newId(), reference, by, ...inline }));
        },
      );
      return { run: searchRuns.of(run), place };
    },

    async find(request) {
      const run = await runs.find(request);
      return run && searchRuns.is(run) ? run : undefined;
    },

    place: (run) => runs.place(run),

    results: ({ id }, page) => resultsOf(db, id, page),

    announcement: ({ clientId, id }) => webhooks.standing({ clientId, subjectId: id }),
  };
}

const partOf = ({ id, version, positionId, updatedAt }: Job): JobPart => ({
  jobId: id,
  jobVersion: version,
  positionId,
  jobUpdated: updatedAt,
});
