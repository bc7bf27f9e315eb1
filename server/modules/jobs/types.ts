import type { Db } from '../../db/db.ts';
import type { RequirementsConfig } from '../../domain/requirements/types.ts';
import type { Caller } from '../identity/types.ts';

/** What a customer stores of a job. */
export interface JobContent {
  description: string;
  config: RequirementsConfig;
}

export interface Job extends JobContent {
  id: string;
  sequence: number;
  clientId: string;
  /** The customer's own id; unique among the client's active jobs. */
  positionId: string | null;
  createdAt: string;
  /** Moves only when something really changes. */
  updatedAt: string;
  archivedAt: string | null;
  /** Counts its states from 1. */
  version: number;
  /** What its description calls it; empty where that does not say. */
  title: string;
}

/** Who changed a job, as people may read it. */
export interface JobAuthor {
  kind: 'user' | 'key';
  name: string;
}

/** Who changes a job through the interface. */
export const authorOf = ({ key }: Caller): JobAuthor => ({ kind: 'key', name: key.name || key.masked });

/** What a job was from `createdAt` until its next version. */
export interface JobVersion extends JobContent {
  /** From 1. */
  number: number;
  positionId: string | null;
  createdAt: string;
  /** Null where the author is not known. */
  author: JobAuthor | null;
}

/** How a job is referred to: by either id, or by both when they mean the same job. */
export interface JobReference {
  jobId: string | null;
  positionId: string | null;
}

export const jobStatuses = ['active', 'archived'] as const;
export type JobStatus = (typeof jobStatuses)[number];
export const jobStatusOf = ({ archivedAt }: Pick<Job, 'archivedAt'>): JobStatus =>
  archivedAt === null ? 'active' : 'archived';

export interface JobFilter {
  clientId: string;
  status: JobStatus;
  positionId?: string;
  limit: number;
  /** Jobs older than the one with this number. */
  before?: number;
}

export interface JobChanges {
  description?: string;
  config?: RequirementsConfig;
  /** Null takes the position id away. */
  positionId?: string | null;
}

/** Where an id is asked for: undefined for an unknown one and for another client's alike. */
export interface JobsService {
  /**
   * ApiError POSITION_ID_CONFLICT when an active job has the position id.
   *
   * @param holdKey called in the same transaction; when it throws, there is no job
   */
  create(
    request: { clientId: string; id: string; positionId: string | null; by?: JobAuthor } & JobContent,
    holdKey?: (trx: Db) => Promise<void>,
  ): Promise<Job>;
  find(request: { clientId: string; jobId: string }): Promise<Job | undefined>;
  list(filter: JobFilter): Promise<{ jobs: Job[]; hasMore: boolean }>;
  /** ApiError POSITION_ID_CONFLICT, JOB_ARCHIVED. */
  update(
    request: { clientId: string; jobId: string; by?: JobAuthor },
    changes: JobChanges,
  ): Promise<Job | undefined>;
  /** Its newest states, newest first; undefined for an unknown job. */
  versions(request: { clientId: string; jobId: string }): Promise<JobVersion[] | undefined>;
  /** Frees the position id. An archived job stays as it is. */
  archive(request: { clientId: string; jobId: string }): Promise<Job | undefined>;
  /** The active job meant by a reference. ApiError JOB_NOT_FOUND, also when the two ids mean different jobs. */
  resolve(clientId: string, reference: JobReference): Promise<Job>;
  /**
   * Inside the caller's transaction: stores what was sent inline under its reference, as a new job or over the one
   * that has this reference. ApiError JOB_NOT_FOUND for an unknown `jobId`.
   */
  save(
    trx: Db,
    request: { clientId: string; newId: string; reference: JobReference; by?: JobAuthor } & JobContent,
  ): Promise<Job>;
}
