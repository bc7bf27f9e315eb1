/** What /docs and the interface description show of this module; a test holds each to its schema. */

const id = '0192f3b0-9c44-7d20-b1f6-3a4b5c6d7e80';
const timestamp = '2026-11-23T09:30:00.000Z';
const about = {
  corpus_id: 'applicants-2026',
  job_id: null,
  position_id: 'accountant-2026',
  job_updated: null,
};
const labels = { metadata: { source: 'careers page' }, tags: ['finance'] };

const person = {
  external_id: 'candidate-4711',
  full_name: 'Alex Example',
  headline: 'Accountant',
  skills: ['SQL', 'General ledger'],
  experience: [
    {
      title: 'Accountant',
      employer: 'Example Ltd',
      start: '2021-03',
      end: null,
      description: 'Closed the books every month.',
    },
  ],
  education: [{ degree: 'Bachelor', field: 'Accounting', end: '2020' }],
  languages: [{ name: 'English', level: 'C1' }],
  tags: ['lisbon'],
};

const candidate = {
  external_id: person.external_id,
  corpus_id: about.corpus_id,
  embedding_status: 'embedded',
  embedding_error: null,
  embedded_at: '2026-11-23T09:29:01.000Z',
  metadata: {},
  tags: ['lisbon'],
  created_at: '2026-11-23T09:29:00.000Z',
  updated_at: '2026-11-23T09:29:00.000Z',
};

const position = {
  job_description: 'Accountant in a team of four, responsible for monthly reports.',
  requirements: { skills: { hard_skills: [{ name: 'SQL', importance: 5 }] } },
};

const processing = {
  id,
  status: 'processing',
  ...about,
  message: 'Accepted. The search has begun; poll with this id.',
  estimated_time_seconds: 1,
  poll_interval_seconds: 10,
  timestamp,
};

const waiting = {
  id,
  ...about,
  results: null,
  results_pending: true,
  created_at: '2026-11-23T09:29:58.000Z',
  poll_interval_seconds: 10,
  timestamp,
  ...labels,
};

const row = {
  external_id: person.external_id,
  rank: 1,
  score: 88.4,
  reasons: [
    'Accountant: The CV has the title "Accountant", which means the same.',
    'SQL: The CV names it in 2 places, among them 1 position.',
  ],
  occupation: { score: 1, title: 'Accountant', field: 'headline' },
  matched: ['SQL'],
  partly: [],
  missing: [],
  requirements: [
    {
      name: 'SQL',
      kind: 'hard_skill',
      importance: 5,
      score: 0.884,
      met: 'yes',
      reason: 'The CV names it in 2 places, among them 1 position.',
      evidence: [{ text: 'SQL', field: 'skills[0]' }],
    },
  ],
  known_share: 1,
  metadata: {},
  tags: ['lisbon'],
};

const outcome = {
  id,
  ...about,
  results_pending: false,
  created_at: '2026-11-23T09:29:58.000Z',
  finished_at: '2026-11-23T09:29:59.000Z',
  processing_time_ms: 700,
  credits: { deducted: 1, remainingBalance: 476 },
  warnings: [],
  ...labels,
};

const found = {
  ...outcome,
  status: 'finished',
  results: [row],
  total_results: 1,
  next_cursor: null,
  candidates_searched: 12_400,
  candidates_compared: 200,
  method: 'assay-match 2, taxonomy 4f1c',
  error: null,
};

const withoutResult = {
  results: null,
  total_results: null,
  next_cursor: null,
  candidates_searched: null,
  candidates_compared: null,
  method: null,
};

const failed = {
  ...outcome,
  status: 'failed',
  ...withoutResult,
  credits: null,
  error: { code: 'SCORING_FAILED', message: 'The corpus could not be searched.' },
};

const webhook = {
  url: 'https://example.com/hook',
  message_id: 'msg_0192f3b0-6e22-7b70-9f31-a2b3c4d5e6f7',
  status: 'delivered',
  attempts: 1,
  next_attempt_at: null,
};

export const searchExamples = {
  upsert: {
    body: { batch: { corpus_id: about.corpus_id, candidates: [person, { external_id: 'candidate-4712' }] } },
    answers: {
      200: {
        batch: {
          corpus_id: about.corpus_id,
          results: [
            { index: 0, external_id: person.external_id, status: 'created', errors: null },
            {
              index: 1,
              external_id: 'candidate-4712',
              status: 'failed',
              errors: {
                candidate:
                  'Says nothing to be found by; send at least one of headline, summary, skills, experience, education, text.',
              },
            },
          ],
          summary: { received: 2, created: 1, updated: 0, unchanged: 0, failed: 1 },
        },
      },
    },
  },
  list: { answers: { 200: { page: { data: [candidate], next_cursor: null } } } },
  get: { answers: { 200: { candidate } } },
  remove: { answers: { 200: { removed: candidate } } },
  submit: {
    body: {
      inline: {
        corpus_id: about.corpus_id,
        position_metadata: position,
        position_id: about.position_id,
        filters: { tags: ['lisbon'] },
        limit: 20,
        webhook_url: webhook.url,
        ...labels,
      },
      stored: { corpus_id: about.corpus_id, position_id: about.position_id },
    },
    answers: {
      202: {
        processing,
        queued: {
          ...processing,
          status: 'queued',
          message: 'Accepted. It waits until one of your running requests ends; poll with this id.',
          queue_position: 1,
          active_requests: 8,
        },
      },
    },
  },
  poll: {
    answers: {
      200: {
        queued: {
          ...waiting,
          status: 'queued',
          message: 'Number 1 in your queue; it starts by itself when one of your running requests ends.',
          queue_position: 1,
          active_requests: 8,
        },
        processing: { ...waiting, status: 'processing', message: 'The corpus is being searched.' },
        finished: { ...found, webhook, timestamp },
        deleted: {
          ...outcome,
          status: 'finished',
          ...withoutResult,
          error: null,
          webhook: null,
          deleted: { results: '2026-11-22T03:00:00.000Z' },
          timestamp,
        },
        failed: { ...failed, webhook: null, timestamp },
      },
    },
  },
  results: {
    answers: {
      200: {
        page: { data: [row], next_cursor: null, results_pending: false },
        pending: { data: [], next_cursor: null, results_pending: true },
      },
    },
  },
  events: {
    'cvds.finished': { event: 'cvds.finished', ...found },
    'cvds.failed': { event: 'cvds.failed', ...failed },
  },
};
