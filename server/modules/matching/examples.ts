/** What /docs and the interface description show of this module; a test holds each to its schema. */

const id = '0192f3b0-4d11-7a6f-8e20-91a2b3c4d5e6';
const timestamp = '2026-11-23T09:30:00.000Z';
const job = { job_id: null, position_id: 'accountant-2026' };
const labels = { metadata: { source: 'careers page' }, tags: ['finance'] };

const processing = {
  id,
  status: 'processing',
  ...job,
  message: 'Accepted. The match has begun; poll with this id.',
  estimated_time_seconds: 6,
  poll_interval_seconds: 10,
  timestamp,
};

const waiting = {
  id,
  ...job,
  created_at: '2026-11-23T09:29:50.000Z',
  poll_interval_seconds: 10,
  timestamp,
  ...labels,
};

const quote = {
  text: 'Advanced SQL, five years',
  page: 1,
  box: { x: 0.12, y: 0.41, width: 0.3, height: 0.02 },
};

const outcome = {
  id,
  ...job,
  created_at: '2026-11-23T09:29:50.000Z',
  finished_at: '2026-11-23T09:29:56.000Z',
  processing_time_ms: 5_800,
  credits: { deducted: 2, remainingBalance: 477 },
  warnings: [],
  ...labels,
};

const scored = {
  ...outcome,
  status: 'finished',
  score: 85,
  score_cap: null,
  requirements: [
    {
      name: 'Has closed the books of a company',
      kind: 'minimal_qualification',
      importance: 4,
      score: null,
      met: 'unknown',
      reason: 'The CV does not speak of it.',
      evidence: [],
    },
    {
      name: 'SQL',
      kind: 'hard_skill',
      importance: 5,
      score: 1,
      met: 'yes',
      reason: 'The CV names it in 2 places, among them 1 position.',
      evidence: [quote],
    },
    {
      name: 'German (B2)',
      kind: 'language',
      importance: 5,
      score: 0.7,
      met: 'partly',
      reason: 'The CV says B1 or what amounts to it; asked for is B2.',
      evidence: [{ ...quote, text: 'German: B1' }],
    },
  ],
  known_share: 0.714,
  summary: 'Meets the hard skills; whether books were closed is not known.',
  summary_model: null,
  method: 'assay-match 4, taxonomy 3f2a91',
  profile: {
    language: 'en',
    name: { value: 'Alex Example', evidence: [{ ...quote, text: 'Alex Example' }] },
    headline: null,
    emails: [{ value: 'alex@example.com', evidence: [] }],
    phones: [],
    links: [],
    location: null,
    total_experience_months: 64,
    positions: [
      {
        title: 'Accountant',
        employer: 'Example Ltd',
        location: null,
        start: '2021-03',
        end: null,
        is_current: true,
        months: 64,
        evidence: [],
      },
    ],
    education: [],
    skills: [{ value: 'SQL', evidence: [quote] }],
    languages: [
      { code: 'en', level: 'C1', is_native: false, evidence: [] },
      { code: 'de', level: 'B1', is_native: false, evidence: [] },
    ],
    certificates: [],
  },
  pages: [{ number: 1, width_pt: 595, height_pt: 842, source: 'text' }],
  error: null,
};

const withoutResult = {
  score: null,
  score_cap: null,
  requirements: null,
  known_share: null,
  summary: null,
  summary_model: null,
  method: null,
  profile: null,
  pages: null,
};

const failed = {
  ...outcome,
  status: 'failed',
  ...withoutResult,
  credits: { deducted: 0, remainingBalance: 479 },
  error: {
    code: 'CV_UNREADABLE',
    message: 'The PDF is protected with a password. Save it without one and submit that.',
  },
};

const webhook = {
  url: 'https://example.com/hook',
  message_id: 'msg_0192f3b0-6e22-7b70-9f31-a2b3c4d5e6f7',
  status: 'delivered',
  attempts: 1,
  next_attempt_at: null,
};

export const matchExamples = {
  submit: {
    body: {
      inline: {
        cv: '(the bytes of cv.pdf)',
        position_id: 'accountant-2026',
        job_description: 'Accountant in a team of four, responsible for monthly reports.',
        config: JSON.stringify({
          requirements: {
            skills: {
              hard_skills: [{ name: 'SQL', importance: 5 }],
              language_skills_config: [{ name: 'German', level: 'B2', importance: 5 }],
            },
            minimal_qualifications: [{ text: 'Has closed the books of a company', importance: 4 }],
          },
        }),
        webhook_url: webhook.url,
        metadata: '{"source": "careers page"}',
        tags: '["finance"]',
      },
      stored: { cv: '(the bytes of cv.pdf)', position_id: 'accountant-2026' },
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
  list: {
    answers: {
      200: {
        page: {
          data: [
            {
              id,
              status: 'finished',
              ...job,
              score: 85,
              created_at: outcome.created_at,
              finished_at: outcome.finished_at,
              processing_time_ms: outcome.processing_time_ms,
              project_id: null,
              ...labels,
              error: null,
            },
          ],
          next_cursor: null,
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
        processing: {
          ...waiting,
          status: 'processing',
          message: 'Step 2 of 4: Reading the CV.',
        },
        finished: { ...scored, webhook, timestamp },
        deleted: {
          ...outcome,
          status: 'finished',
          ...withoutResult,
          error: null,
          webhook: null,
          deleted: { cvs: '2026-11-22T03:00:00.000Z', results: '2026-11-22T03:00:00.000Z' },
          timestamp,
        },
        failed: { ...failed, webhook: null, timestamp },
      },
    },
  },
  events: {
    'cvdeepmatch.finished': { event: 'cvdeepmatch.finished', ...scored },
    'cvdeepmatch.failed': { event: 'cvdeepmatch.failed', ...failed },
  },
};
