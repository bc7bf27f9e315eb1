import type { Db } from '../../db/db.ts';
import type { RunStatus } from '../../db/tables.ts';
import type { JobAuthor, JobContent, JobReference } from '../jobs/types.ts';
import type { QueuePlace, Run, ShownStatus } from '../runs/types.ts';
import type { WebhookMessage } from '../webhooks/types.ts';
import type { MatchRun, ReadingRun } from './run-type.ts';

/** The form of a submission, parsed. */
export interface MatchFields {
  /** At least one of the two ids. */
  reference: JobReference;
  /** The job as sent with the CV; null: the one that the reference means. */
  inline: JobContent | null;
  /** Keeps the inline job in the catalogue, under the reference. */
  saveJob: boolean;
  /** As `checkUrl` answered it. */
  webhookUrl: string | null;
  /** Exactly as supplied. */
  metadata: Record<string, unknown>;
  tags: string[];
}

export interface MatchSubmission extends MatchFields {
  clientId: string;
  projectId: string | null;
  /** Null for what a person submits in the console. */
  apiKeyId: string | null;
  by: JobAuthor;
  /** The upload is in the blob store already, at `uploadKey(runId)`. */
  runId: string;
  fileName: string | null;
  /** A CV that was matched with this job of the catalogue already is refused: the client must not pay twice without knowing. */
  refusesKnown?: boolean;
  /** Called in the transaction that makes the run; when it throws, there is none. */
  holdKey?: (trx: Db) => Promise<void>;
}

/** A match that was scored is finished, also when something optional was lost on the way. */
export const runStatusesOf: Readonly<Record<ShownStatus, readonly RunStatus[]>> = {
  queued: ['queued'],
  processing: ['processing'],
  finished: ['success', 'partial'],
  failed: ['failed'],
};

export interface MatchService {
  /** ApiError SERVICE_WARMING_UP until a worker has reported ready since this process began. */
  assertReady(): Promise<void>;
  /**
   * What can be told of a submission to a job of the catalogue before its file is there. ApiError JOB_NOT_FOUND,
   * INSUFFICIENT_CREDITS.
   */
  assertAcceptable(request: { clientId: string; reference: JobReference }): Promise<void>;
  /** Asked before the file is read. ApiError INSUFFICIENT_CREDITS. */
  assertAffordable(clientId: string): Promise<void>;
  /**
   * Finds or saves the job, looks into the stored upload, holds the credits and makes the run. ApiError
   * JOB_NOT_FOUND, UNSUPPORTED_FORMAT, INSUFFICIENT_CREDITS; after any of them neither run nor job nor file exists.
   */
  submit(submission: MatchSubmission): Promise<{ run: MatchRun; place: QueuePlace }>;
  /** Undefined for an unknown id and for another client's alike. */
  find(request: { clientId: string; runId: string }): Promise<MatchRun | undefined>;
  place(run: Run): Promise<QueuePlace>;
  /** What became of the announcement; undefined while there is none. */
  announcement(run: Run): Promise<WebhookMessage | undefined>;
  /** Removes the upload of a submission that became no run. */
  discardUpload(runId: string): Promise<void>;
}

/** CVs that are read for no job yet. */
export interface ReadingsService {
  /**
   * Looks into the stored upload and makes a run of it, free of charge. ApiError UNSUPPORTED_FORMAT; after any error neither run nor
   * file exists.
   */
  submit(submission: {
    clientId: string;
    /** The upload is in the blob store already, at `uploadKey(runId, readingRuns)`. */
    runId: string;
    fileName: string | null;
    /** Called in the transaction that makes the run; when it throws, there is none. */
    holdKey: (trx: Db) => Promise<void>;
  }): Promise<{ run: ReadingRun; place: QueuePlace }>;
  /** Undefined for an unknown id and for another client's alike. */
  find(request: { clientId: string; runId: string }): Promise<ReadingRun | undefined>;
  place(run: Run): Promise<QueuePlace>;
  /** Removes the upload of a submission that became no run. */
  discardUpload(runId: string): Promise<void>;
}
