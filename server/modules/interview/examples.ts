/** What /docs and the interface description show of this module; a test holds each to its schema. */

const personaRow = {
  id: '0192f3a8-5d20-7a4e-8b6f-1c2d3e4f5a60',
  client_id: 'acme',
  role_name: 'Customer support agent',
  language: 'English',
  status: 'active',
  created_at: '2026-11-23T08:00:00.000Z',
};

const persona = {
  ...personaRow,
  system_prompt: 'You interview a candidate for this role: Customer support agent.',
  questions: null,
  updated_at: null,
};
const archived = { ...persona, status: 'archived', updated_at: '2026-11-24T10:00:00.000Z' };

const id = '0192f3a8-9b71-7e02-a3c4-d5e6f7081920';
const labels = { metadata: { role: 'Support agent', round: '1' }, tags: ['support', 'lisbon'] };

const invited = {
  id,
  status: 'initiated',
  persona_id: personaRow.id,
  project_id: null,
  candidate_ref: 'candidate-4711',
  consent_mode: 'explicit',
  duration_sec: 0,
  credit_charged: 0,
  created_at: '2026-11-23T08:05:00.000Z',
  opened_at: null,
  declined_at: null,
  started_at: null,
  completed_at: null,
  error_code: null,
  slow_turns: 0,
  ...labels,
};
const completed = {
  ...invited,
  status: 'completed',
  duration_sec: 1254,
  credit_charged: 21,
  opened_at: '2026-11-23T08:58:12.000Z',
  started_at: '2026-11-23T09:00:00.000Z',
  completed_at: '2026-11-23T09:21:10.000Z',
};
const failed = {
  ...invited,
  status: 'failed',
  opened_at: '2026-11-23T08:58:12.000Z',
  started_at: '2026-11-23T09:00:00.000Z',
  error_code: 'CANDIDATE_LEFT',
};

const transcript = {
  language: 'en',
  questions: [
    { number: 1, text: 'To begin with, please tell me about yourself.', mustAsk: false },
    { number: 2, text: 'What do you do when a customer is angry?', mustAsk: true },
  ],
  turns: [
    {
      speaker: 'interviewer',
      startMs: 0,
      endMs: 4200,
      text: 'To begin with, please tell me about yourself.',
      asks: 'question',
      question: 1,
    },
    {
      speaker: 'candidate',
      startMs: 5150,
      endMs: 6900,
      text: 'I work in support.',
      words: [
        { text: 'I', startMs: 5150, endMs: 5240, confidence: 0.98 },
        { text: 'work', startMs: 5260, endMs: 5610, confidence: 0.97 },
        { text: 'in', startMs: 5640, endMs: 5730, confidence: 0.99 },
        { text: 'support.', startMs: 5760, endMs: 6900, confidence: 0.95 },
      ],
    },
  ],
  events: [
    { kind: 'joined', at: '2026-11-23T09:00:00.000Z', resumed: false },
    {
      kind: 'turn-ended',
      at: '2026-11-23T09:00:07.400Z',
      ...{ startMs: 5150, endMs: 6900, decidedMs: 7400, reason: 'sentence-ended', probability: 0.96 },
    },
    {
      kind: 'spoke',
      at: '2026-11-23T09:00:11.000Z',
      ...{ startMs: 7460, endMs: 10_900, responseMs: 560, interrupted: false },
    },
  ],
};

const invitation = {
  session_id: id,
  id,
  candidate_link: 'https://assay.example/i/#t=3q2-7wXkq0Zt1S8l0l2m4n6p8r0t2v4x6z8A0C2E4G6',
  expires_in: 604_800,
};

export const interviewExamples = {
  createPersona: {
    body: {
      shortest: { role_name: 'Customer support agent', language: 'English' },
      prompt: {
        role_name: 'Customer support agent',
        language: 'en',
        system_prompt: 'You interview for our hotline.',
      },
    },
    answers: { 201: { persona: personaRow } },
  },
  listPersonas: { answers: { 200: { page: { data: [personaRow], next_cursor: null } } } },
  getPersona: { answers: { 200: { active: persona, archived } } },
  createSession: {
    body: {
      session: {
        consent_mode: 'explicit',
        candidate_ref: invited.candidate_ref,
        metadata: { role: 'Support agent', round: 1 },
        tags: labels.tags,
      },
    },
    answers: { 201: { invited: invitation } },
  },
  renewLink: { answers: { 201: { renewed: invitation } } },
  listSessions: {
    answers: {
      200: {
        page: { data: [completed, invited], next_cursor: null },
      },
    },
  },
  getSession: { answers: { 200: { initiated: invited, completed, failed } } },
  recording: {
    answers: { 200: { wav: '(the bytes of the recording)' }, 206: { range: '(the bytes asked for)' } },
  },
  transcript: { answers: { 200: { transcript } } },
  events: { 'interview.completed': { event: 'interview.completed', ...completed } },
};
