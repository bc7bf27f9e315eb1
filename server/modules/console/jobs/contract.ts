import { type Static, Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import type { RequirementsConfig } from '../../../domain/requirements/types.ts';
import { type ContractOf, closed, limitOf, Nullable, Time } from '../shapes.ts';
import type { jobsAccess } from './access.ts';

const Config = Type.Unsafe<RequirementsConfig>(Type.Object({}));

export const JobRow = Type.Object({
  id: Type.String(),
  /** The customer's own id; null without one. */
  positionId: Nullable(Type.String()),
  /** What its description calls it; empty where it does not say. */
  title: Type.String(),
  status: Type.Enum(['active', 'archived']),
  /** Counts its states from 1. */
  version: Type.Integer(),
  createdAt: Time,
  updatedAt: Time,
  requirementCount: Type.Integer(),
  /** CVs matched with it, and the best score among them, 0–100. */
  matches: Type.Object({ count: Type.Integer(), bestScore: Nullable(Type.Number()) }),
});
export type JobRow = Static<typeof JobRow>;

export const JobsQuery = Type.Object({
  status: Type.Enum(['active', 'archived'], { default: 'active' }),
  cursor: Type.Optional(Type.String()),
  limit: limitOf(limits.jobsPage),
});

export const JobList = Type.Object({
  items: Type.Array(JobRow),
  /** Pass as `cursor` for the next page; null at the end. */
  next: Nullable(Type.String()),
});
export type JobList = Static<typeof JobList>;

export const JobDetails = Type.Object({
  ...JobRow.properties,
  description: Type.String(),
  config: Config,
});
export type JobDetails = Static<typeof JobDetails>;

/**
 * What the editor sends, to check and to save. The one validator judges what is in it, so that every fault comes at
 * once and under its path.
 */
export const JobDraft = Type.Object(
  {
    positionId: Type.Optional(Type.Unknown()),
    description: Type.Optional(Type.Unknown()),
    config: Type.Optional(Type.Unknown()),
  },
  closed,
);
export type JobDraft = Static<typeof JobDraft>;

export const JobCheckQuery = Type.Object({
  /** The job that is edited: its position id is its own. */
  jobId: Type.Optional(Type.String()),
});

export const JobCheck = Type.Object({
  /** Path -> sentences, e.g. "config.requirements.skills.hard_skills[0].name"; empty when all is well. */
  faults: Type.Record(Type.String(), Type.String()),
  /** With everything filled in that was left out; null while there are faults in it. */
  config: Nullable(Config),
  title: Type.String(),
});
export type JobCheck = Static<typeof JobCheck>;

export const JobVersionView = Type.Object({
  number: Type.Integer(),
  createdAt: Time,
  /** `key`: through the API, by the key of that name. Null where the author is not known. */
  author: Nullable(Type.Object({ kind: Type.Enum(['user', 'key']), name: Type.String() })),
  positionId: Nullable(Type.String()),
  description: Type.String(),
  config: Config,
});
export type JobVersionView = Static<typeof JobVersionView>;

export const JobVersions = Type.Object({
  /** Newest first. */
  items: Type.Array(JobVersionView),
});
export type JobVersions = Static<typeof JobVersions>;

export const jobsContract = {
  'GET /clients/:clientId/jobs': { query: JobsQuery, answer: JobList },
  'POST /clients/:clientId/jobs': { body: JobDraft, answer: JobDetails, status: 201 },
  'POST /clients/:clientId/jobs/check': {
    query: JobCheckQuery,
    body: JobDraft,
    answer: JobCheck,
  },
  'GET /clients/:clientId/jobs/:jobId': { answer: JobDetails },
  'PATCH /clients/:clientId/jobs/:jobId': { body: JobDraft, answer: JobDetails },
  'POST /clients/:clientId/jobs/:jobId/archive': { answer: JobDetails },
  'GET /clients/:clientId/jobs/:jobId/versions': { answer: JobVersions },
} as const satisfies ContractOf<typeof jobsAccess>;
