/** What /docs and the interface description show of this module; a test holds each to its schema. */

const candidate = {
  id: '0192f3a8-2d63-7e1f-9b52-6c7d8e9f0a12',
  name: 'Anna Kowalska',
  email: 'anna.kowalska@example.com',
  external_ids: ['anna-17'],
  tags: ['returning'],
  stage: 'interview',
  standing: 'active',
  cv_matches: [
    {
      id: '0192f3a8-3e74-7f20-8c63-7d8e9f0a1b23',
      status: 'finished',
      external_id: null,
      created_at: '2026-11-20T09:12:00.000Z',
    },
  ],
  recordings: [],
  interviews: [
    {
      id: '0192f3a8-4f85-7a31-9d74-8e9f0a1b2c34',
      status: 'completed',
      external_id: 'anna-17',
      created_at: '2026-11-22T14:00:00.000Z',
    },
  ],
  created_at: '2026-11-20T09:12:04.000Z',
  updated_at: '2026-11-23T08:30:00.000Z',
};

export const candidateExamples = {
  list: { answers: { 200: { page: { data: [candidate], next_cursor: null } } } },
  get: { answers: { 200: { candidate } } },
};
