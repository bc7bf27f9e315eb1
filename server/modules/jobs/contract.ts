import { type Static, Type } from 'typebox';
import { limits } from '../../config/limits.ts';
import { encodeCursor } from '../../domain/paging/cursor.ts';
import { pageCursor, pageLimit } from '../runs/contract/lists.ts';
import { answer, type Endpoint, sent } from '../shapes/endpoint.ts';
import { listOf, nextCursor, orNull, ref, text, time } from '../shapes/schema.ts';
import { JobUpdate, NewJob, newJobExample } from './contract/new-job.ts';
import { StoredRequirementsConfig } from './contract/requirements.ts';
import { type Job as JobRecord, jobStatuses, jobStatusOf } from './types.ts';

const JobStatus = Type.Enum([...jobStatuses], {
  $id: 'JobStatus',
  description: 'archived: kept for earlier matches, and neither changed nor referred to any more.',
});

const Job = Type.Object(
  {
    id: text('Our id of the job.'),
    job_id: text('The same as id.'),
    position_id: orNull(text('Your own id of the job. Null where it has none.')),
    status: ref(JobStatus, 'Whether matches and searches can refer to it.'),
    job_title: orNull(
      text(
        'From config.requirements.job_title, else read from job_description. Null where neither says: then positions are compared by skills and industries alone; give job_title.',
      ),
    ),
    job_description: text('The job in words.'),
    config: ref(StoredRequirementsConfig, 'What the job asks for.'),
    created_at: time('When it was stored.'),
    updated_at: time('When it was last changed; moves only when something really changes.'),
    archived_at: orNull(time('When it was archived. Null while it is active.')),
  },
  { $id: 'Job', description: 'A stored job.' },
);
type Job = Static<typeof Job>;

const JobsPage = Type.Object(
  { data: listOf(Job, 'The rows, newest first.'), next_cursor: nextCursor },
  { $id: 'JobsPage', description: 'One page of jobs.' },
);

const JobsQuery = Type.Object({
  limit: pageLimit(limits.jobsPage),
  cursor: pageCursor,
  position_id: Type.Optional(
    Type.String({ minLength: 1, description: 'Only jobs with exactly this id of yours.' }),
  ),
  status: Type.Enum([...jobStatuses], { default: 'active', description: 'Only jobs of this status.' }),
});

/** A job as clients see it. `id` and `job_id` are the same. */
export const presentJob = (job: JobRecord): Job => ({
  id: job.id,
  job_id: job.id,
  position_id: job.positionId,
  status: jobStatusOf(job),
  job_title: job.title || null,
  job_description: job.description,
  config: job.config,
  created_at: job.createdAt,
  updated_at: job.updatedAt,
  archived_at: job.archivedAt,
});

export const presentJobs = ({ jobs, hasMore }: { jobs: readonly JobRecord[]; hasMore: boolean }) => ({
  data: jobs.map(presentJob),
  next_cursor: hasMore ? encodeCursor(jobs.at(-1)!) : null,
});

const job: Job = {
  id: '0192f3a8-1c52-7d0e-8a41-5b6c7d8e9f01',
  job_id: '0192f3a8-1c52-7d0e-8a41-5b6c7d8e9f01',
  position_id: 'accountant-2026',
  status: 'active',
  job_title: 'Accountant',
  job_description: newJobExample.job_description,
  config: {
    requirements: {
      workExperience: { from: 2, to: 6, importance: 4 },
      relevant_industries: null,
      industries_config: null,
      skills: {
        hard_skills: [
          { name: 'SQL', importance: 5 },
          { name: 'Excel', importance: 3 },
        ],
        soft_skills: [],
        language_skills_config: [{ name: 'English', level: 'B2', importance: 4 }],
      },
      education: { is_enabled: false, degree: null, fields: [], study_status: 'Both', importance: 3 },
      minimal_qualifications: [{ text: 'Has closed the books of a company', importance: 4 }],
      preferable_qualifications: [],
      employment_conditions: {},
    },
  },
  created_at: '2026-11-23T08:00:00.000Z',
  updated_at: '2026-11-23T08:00:00.000Z',
  archived_at: null,
};
const archived: Job = { ...job, status: 'archived', archived_at: '2026-11-23T09:30:00.000Z' };

/** Also where no body is wanted: one that is sent is read. */
const unreadable = ['MALFORMED_BODY', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const;
const common = {
  /** Jobs serve matching and searching, so either permission will do. */
  permission: ['cvdeepmatch', 'cvdeepsearch'],
  tag: 'Jobs',
} as const;
const changing = { ...common, bodyLimit: limits.jobs.maxBodyBytes } as const;
const params = Type.Object({ job_id: text('As storing the job returned it.') });
const archive = {
  ...changing,
  description: 'Its position id is free again. Matches made with it stay as they are.',
  params,
  errors: ['REQUEST_NOT_FOUND', ...unreadable],
  answers: { 200: answer(Job, 'The archived job.', { archived }) },
} as const;

export const jobsContract = {
  create: {
    ...changing,
    method: 'POST',
    url: '/jobs',
    operationId: 'createJob',
    summary: 'Store a job',
    description: 'What is omitted of the requirements is filled in and shown.',
    body: sent(NewJob, { job: newJobExample }),
    errors: ['INVALID_INPUT', ...unreadable, 'POSITION_ID_CONFLICT'],
    answers: { 201: answer(Job, 'Stored.', { job }) },
  },
  list: {
    ...common,
    method: 'GET',
    url: '/jobs',
    operationId: 'listJobs',
    summary: 'List your jobs, newest first',
    description: 'Active ones, unless `status=archived` is asked for.',
    query: JobsQuery,
    invalid: { status: 'INVALID_STATUS' },
    errors: ['INVALID_INPUT', 'INVALID_STATUS'],
    answers: {
      200: answer(JobsPage, 'One page of jobs.', { page: { data: [job], next_cursor: null } }),
    },
  },
  get: {
    ...common,
    method: 'GET',
    url: '/jobs/:job_id',
    operationId: 'getJob',
    summary: 'One job',
    description: 'An archived one, too.',
    params,
    errors: ['REQUEST_NOT_FOUND'],
    answers: { 200: answer(Job, 'The job, archived or not.', { active: job, archived }) },
  },
  update: {
    ...changing,
    method: 'PATCH',
    url: '/jobs/:job_id',
    operationId: 'updateJob',
    summary: 'Change a job',
    description: 'What is not sent stays; config is replaced whole. An archived job cannot be changed.',
    params,
    body: sent(JobUpdate, { description: { job_description: newJobExample.job_description } }),
    errors: ['INVALID_INPUT', ...unreadable, 'REQUEST_NOT_FOUND', 'POSITION_ID_CONFLICT', 'JOB_ARCHIVED'],
    answers: { 200: answer(Job, 'As it is now.', { job }) },
  },
  archive: {
    ...archive,
    method: 'POST',
    url: '/jobs/:job_id/archive',
    operationId: 'archiveJob',
    summary: 'Archive a job',
  },
  delete: {
    ...archive,
    method: 'DELETE',
    url: '/jobs/:job_id',
    operationId: 'deleteJob',
    summary: 'The same as archiving it',
  },
} satisfies Record<string, Endpoint>;
