import { titleOfJob } from '../../domain/titles/job-title.ts';
import { ApiError } from '../../errors.ts';
import type { BlobStore } from '../../storage/port.ts';
import type { CreditsService, PricesService } from '../credits/types.ts';
import type { CvsService, ReceivedCv } from '../cvs/types.ts';
import type { Job, JobContent, JobsService } from '../jobs/types.ts';
import { newestRunOfCv } from '../runs/queries.ts';
import type { RunsService } from '../runs/types.ts';
import type { WebhookAnnouncer } from '../webhooks/types.ts';
import { takeInCv } from './cv-intake.ts';
import { matchRuns } from './run-type.ts';
import type { StoredMatch } from './stored.ts';
import type { MatchService, MatchSubmission } from './types.ts';

export interface MatchDeps {
  runs: Pick<RunsService, 'submit' | 'find' | 'place'>;
  jobs: Pick<JobsService, 'resolve' | 'save'>;
  webhooks: Pick<WebhookAnnouncer, 'standing'>;
  blobs: BlobStore;
  cvs: Pick<CvsService, 'receive' | 'store' | 'discard'>;
  assertReady: () => Promise<void>;
  credits: Pick<CreditsService, 'assertAvailable'>;
  prices: Pick<PricesService, 'of'>;
  newId: () => string;
}

/** The client has a match of this CV with this job. */
class KnownCv extends ApiError {
  readonly knownId: string;
  constructor(knownId: string) {
    super('NOT_POSSIBLE_NOW', 'This CV was matched with this job already.');
    this.knownId = knownId;
  }
}

export function createMatchService(deps: MatchDeps): MatchService {
  const { runs, jobs, webhooks, blobs, cvs, assertReady, credits, prices, newId } = deps;
  const discardUpload = (runId: string) => blobs.delete(matchRuns.folderOf(runId));

  const assertAffordable = async (clientId: string) =>
    credits.assertAvailable({ clientId, amount: (await prices.of(clientId)).cvMatch });

  /** What the CV is matched with, and the id of the job if it is of the catalogue. */
  async function jobOf({
    clientId,
    reference,
    inline,
    saveJob,
  }: MatchSubmission): Promise<
    JobContent & Pick<Job, 'title' | 'positionId'> & { jobId: string | null; jobVersion: number | null }
  > {
    if (!inline) {
      const { id, version, ...job } = await jobs.resolve(clientId, reference);
      return { ...job, jobId: id, jobVersion: version };
    }
    // A job_id was given out by us, so it has to exist; a position_id may just be the customer's name for it.
    if (reference.jobId !== null && !saveJob) await jobs.resolve(clientId, reference);
    const title = titleOfJob(inline.description, inline.config);
    return { ...inline, title, jobId: null, jobVersion: null, positionId: reference.positionId };
  }

  async function admit(submission: MatchSubmission, job: Awaited<ReturnType<typeof jobOf>>, cv: ReceivedCv) {
    const { clientId, runId, reference, inline, saveJob, by } = submission;
    const input: Omit<StoredMatch, 'blobKey' | 'cvId'> = {
      jobDescription: job.description,
      jobTitle: job.title,
      config: job.config,
      jobId: job.jobId,
      jobVersion: job.jobVersion,
      positionId: job.positionId,
      webhookUrl: submission.webhookUrl,
      fileName: submission.fileName,
    };
    const { run, place } = await runs.submit(
      {
        id: runId,
        serviceType: matchRuns.name,
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
        costCredits: (await prices.of(clientId)).cvMatch,
      },
      async (trx) => {
        await submission.holdKey?.(trx);
        const stored = await cvs.store(trx, cv);
        if (submission.refusesKnown && job.jobId !== null && stored.cvId !== cv.id) {
          const known = await newestRunOfCv(trx, { cvId: stored.cvId, jobId: job.jobId });
          if (known !== undefined) throw new KnownCv(known);
        }
        if (!saveJob || !inline) return stored;
        const saved = await jobs.save(trx, { clientId, newId: newId(), reference, by, ...inline });
        return { ...stored, jobId: saved.id, jobVersion: saved.version, positionId: saved.positionId };
      },
    );
    return { run: matchRuns.of(run), place };
  }

  /** Says which CV it is, as people know it. */
  async function refusalOfKnown(clientId: string, runId: string): Promise<ApiError> {
    const run = await runs.find({ clientId, runId });
    const match = run && matchRuns.is(run) ? run : undefined;
    const names = [match?.summary?.candidateName, match?.input.fileName].filter(Boolean);
    const which = names.length > 0 ? `: ${names.join(', ')}` : '';
    return new ApiError('NOT_POSSIBLE_NOW', `This file was matched with this job already${which}.`, {
      details: { knownMatchId: runId },
    });
  }

  return {
    assertReady,

    async assertAcceptable({ clientId, reference }) {
      await jobs.resolve(clientId, reference);
      await assertAffordable(clientId);
    },

    assertAffordable,

    async submit(submission) {
      const { runId, clientId } = submission;
      return takeInCv(
        { runs, blobs, cvs },
        { type: matchRuns, clientId, runId },
        () => jobOf(submission),
        (cv, job) => admit(submission, job, cv),
      ).catch(async (error: unknown) => {
        throw error instanceof KnownCv ? await refusalOfKnown(clientId, error.knownId) : error;
      });
    },

    async find(request) {
      const run = await runs.find(request);
      return run && matchRuns.is(run) ? run : undefined;
    },

    place: (run) => runs.place(run),

    announcement: ({ clientId, id }) => webhooks.standing({ clientId, subjectId: id }),

    discardUpload,
  };
}
