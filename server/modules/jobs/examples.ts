/** What /docs and the interface description show of this module; a test holds each to its schema. */

/** As it is sent; what is omitted is filled in. */
const configExample = {
  requirements: {
    workExperience: { from: 2, to: 6, importance: 4 },
    skills: {
      hard_skills: [
        { name: 'SQL', importance: 5 },
        { name: 'Excel', importance: 3 },
      ],
      language_skills_config: [{ name: 'English', level: 'B2', importance: 4 }],
    },
    minimal_qualifications: [{ text: 'Has closed the books of a company', importance: 4 }],
  },
};

const newJob = {
  position_id: 'accountant-2026',
  job_description: 'Accountant in a team of four, responsible for monthly reports.',
  config: configExample,
};

const job = {
  id: '0192f3a8-1c52-7d0e-8a41-5b6c7d8e9f01',
  job_id: '0192f3a8-1c52-7d0e-8a41-5b6c7d8e9f01',
  status: 'active',
  job_title: 'Accountant',
  ...newJob,
  created_at: '2026-11-23T08:00:00.000Z',
  updated_at: '2026-11-23T08:00:00.000Z',
  archived_at: null,
};
const archived = { ...job, status: 'archived', archived_at: '2026-11-23T09:30:00.000Z' };

export const jobExamples = {
  create: { body: { job: newJob }, answers: { 201: { job } } },
  list: { answers: { 200: { page: { data: [job], next_cursor: null } } } },
  get: { answers: { 200: { active: job, archived } } },
  update: {
    body: { description: { job_description: newJob.job_description } },
    answers: { 200: { job } },
  },
  archive: { answers: { 200: { archived } } },
};
