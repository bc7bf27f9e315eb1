import { type Static, Type } from 'typebox';
import { limits } from '../../config/limits.ts';
import { answer, type Endpoint, type FileAnswer, sent } from '../shapes/endpoint.ts';
import { text } from '../shapes/schema.ts';
import { type DescribedWebhooks, describedWebhook } from '../webhooks/contract.ts';
import { bodyErrors, common } from './contract/common.ts';
import { personaParams } from './contract/personas.ts';
import {
  InterviewCompletedEvent,
  NewInterviewSession,
  Session,
  SessionCreated,
  SessionsPage,
  SessionsQuery,
  sessionExamples,
} from './contract/sessions.ts';
import { InterviewTranscript } from './stored.ts';

export { personasContract } from './contract/personas.ts';

const { invitation, invited, completed, failed } = sessionExamples;
const { maxBodyBytes: bodyLimit } = limits.interview;

const Transcript = Type.Object(InterviewTranscript.properties, {
  $id: 'InterviewTranscript',
  description: 'What was said in an interview, and when.',
});
const transcript: Static<typeof Transcript> = {
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

const params = Type.Object({ sessionId: text('As creating the session returned it.') });
const wav = { 'audio/wav': Type.String({ format: 'binary' }) };
const sound = (description: string, examples: FileAnswer['examples']): FileAnswer => ({
  description,
  content: wav,
  examples,
});

export const interviewContract = {
  invite: {
    ...common,
    method: 'POST',
    url: '/interview/personas/:personaId/sessions',
    bodyLimit,
    operationId: 'createInterviewSession',
    summary: 'Invite a candidate',
    description: `Costs nothing until the interview is completed: then ${limits.prices.interviewPerStartedMinute} credit for each started minute, unless your provider has set another price.`,
    params: personaParams,
    body: sent(NewInterviewSession, {
      session: {
        consent_mode: 'explicit',
        candidate_ref: 'candidate-4711',
        metadata: { role: 'Support agent', round: 1 },
        tags: invited.tags,
      },
    }),
    errors: [
      ...bodyErrors,
      'PERSONA_NOT_FOUND',
      'PERSONA_ARCHIVED',
      'INVALID_METADATA',
      'INVALID_TAGS',
      'JOB_NOT_FOUND',
      'INSUFFICIENT_CREDITS',
      'INTERVIEWS_NOT_AVAILABLE',
      'LANGUAGE_NOT_AVAILABLE',
    ],
    answers: { 201: answer(SessionCreated, 'Waits for the candidate.', { invited: invitation }) },
  },
  renewLink: {
    ...common,
    method: 'POST',
    url: '/interview/sessions/:sessionId/link',
    bodyLimit,
    operationId: 'renewInterviewLink',
    summary: 'A new link for a session',
    description:
      'For a candidate who has lost the link, or whose session failed and left nothing. The old link stops working at once. An addition to the specification.',
    params,
    errors: [
      'MALFORMED_BODY',
      'PAYLOAD_TOO_LARGE',
      'UNSUPPORTED_MEDIA_TYPE',
      'SESSION_NOT_FOUND',
      'NOT_POSSIBLE_NOW',
      'INTERVIEWS_NOT_AVAILABLE',
      'LANGUAGE_NOT_AVAILABLE',
    ],
    answers: {
      201: answer(SessionCreated, 'Waits for the candidate, under this link.', { renewed: invitation }),
    },
  },
  list: {
    ...common,
    method: 'GET',
    url: '/interview/sessions',
    operationId: 'listInterviewSessions',
    summary: 'List your sessions, newest first',
    description: 'All filters that are sent have to fit.',
    query: SessionsQuery,
    invalid: { status: 'INVALID_STATUS', tags: 'INVALID_TAGS' },
    errors: ['INVALID_INPUT', 'INVALID_STATUS', 'INVALID_TAGS'],
    answers: {
      200: answer(SessionsPage, 'One page of sessions.', {
        page: { data: [completed, invited], next_cursor: null },
      }),
    },
  },
  get: {
    ...common,
    method: 'GET',
    url: '/interview/sessions/:sessionId',
    operationId: 'getInterviewSession',
    summary: 'One session',
    description: 'Poll it until `status` is "completed" or "failed".',
    params,
    errors: ['SESSION_NOT_FOUND'],
    answers: {
      200: answer(Session, 'The session as it stands.', { initiated: invited, completed, failed }),
    },
  },
  recording: {
    ...common,
    method: 'GET',
    url: '/interview/sessions/:sessionId/recording',
    operationId: 'getInterviewRecording',
    summary: 'The recording',
    description:
      'WAV, PCM 16 bit, 16 kHz, two channels: left the candidate, right the interviewer. One byte range may be asked for.',
    params,
    errors: ['SESSION_NOT_FOUND', 'RECORDING_NOT_READY', 'RANGE_NOT_SATISFIABLE'],
    answers: {
      200: sound('All of it.', { wav: '(the bytes of the recording)' }),
      206: sound('The range asked for.', { range: '(the bytes asked for)' }),
    },
  },
  transcript: {
    ...common,
    method: 'GET',
    url: '/interview/sessions/:sessionId/transcript',
    operationId: 'getInterviewTranscript',
    summary: 'The transcript',
    description: 'There once the session is completed; until then TRANSCRIPT_NOT_READY.',
    params,
    errors: ['SESSION_NOT_FOUND', 'TRANSCRIPT_NOT_READY'],
    answers: { 200: answer(Transcript, 'Who said what, and when.', { transcript }) },
  },
} satisfies Record<string, Endpoint>;

export const interviewWebhooks: DescribedWebhooks = {
  'interview.completed': describedWebhook(
    {
      operationId: 'onInterviewCompleted',
      summary: 'An interview is completed',
      sentTo: 'the address that the client has set for its interviews in the console',
      tag: 'Interviews',
    },
    InterviewCompletedEvent,
    { event: 'interview.completed', ...completed },
  ),
};
