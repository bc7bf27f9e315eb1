import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { limits } from '../../config/limits.ts';
import { byteRange } from '../../domain/byte-range.ts';
import { encodeCursor } from '../../domain/paging/cursor.ts';
import { ApiError } from '../../errors.ts';
import type { RoutesApp } from '../shapes/routes-app.ts';
import { interviewExamples } from './examples.ts';
import { presentSession } from './present.ts';
import { type InterviewRoutesDeps, permission, sessionOf, sessionParams, tags } from './route-parts.ts';
import { recordingKey } from './run-type.ts';
import { SessionsQuery, sessionFilter, sessionsQueryCodes } from './schema.ts';
import type { InterviewRun } from './types.ts';

/** What has come of sessions, for reading. */
export const sessionRoutes =
  (deps: Pick<InterviewRoutesDeps, 'sessions' | 'blobs'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    addList(app, deps);
    addGet(app, deps);
    addRecording(app, deps);
    addTranscript(app, deps);
  };

function addList(app: RoutesApp, { sessions }: Pick<InterviewRoutesDeps, 'sessions'>): void {
  app.route({
    method: 'GET',
    url: '/interview/sessions',
    config: {
      permission,
      invalid: sessionsQueryCodes,
      errors: ['INVALID_INPUT', 'INVALID_STATUS', 'INVALID_TAGS'],
      examples: interviewExamples.listSessions,
    },
    schema: {
      operationId: 'listInterviewSessions',
      summary: 'List your sessions, newest first',
      description: 'All filters that are sent have to fit.',
      tags,
      querystring: SessionsQuery,
      response: { 200: Type.Ref('InterviewSessionsPage', { description: 'One page of sessions.' }) },
    },
    handler: async ({ caller, query }) => {
      const found = await sessions.list(sessionFilter(caller.client.id, query));
      const marks = await sessions.marks(found.sessions);
      return {
        data: found.sessions.map((run) => presentSession(run, marks.get(run.id))),
        next_cursor: found.hasMore ? encodeCursor(found.sessions.at(-1)!) : null,
      };
    },
  });
}

function addGet(app: RoutesApp, { sessions }: Pick<InterviewRoutesDeps, 'sessions'>): void {
  const find = sessionOf(sessions);
  app.route({
    method: 'GET',
    url: '/interview/sessions/:sessionId',
    config: { permission, errors: ['SESSION_NOT_FOUND'], examples: interviewExamples.getSession },
    schema: {
      operationId: 'getInterviewSession',
      summary: 'One session',
      description: 'Poll it until `status` is "completed" or "failed".',
      tags,
      params: sessionParams,
      response: { 200: Type.Ref('InterviewSession', { description: 'The session as it stands.' }) },
    },
    handler: async (request) => {
      const run = await find(request);
      return presentSession(run, (await sessions.marks([run])).get(run.id));
    },
  });
}

function addRecording(
  app: RoutesApp,
  { sessions, blobs }: Pick<InterviewRoutesDeps, 'sessions' | 'blobs'>,
): void {
  const find = sessionOf(sessions);
  app.route({
    method: 'GET',
    url: '/interview/sessions/:sessionId/recording',
    config: {
      permission,
      errors: ['SESSION_NOT_FOUND', 'RECORDING_NOT_READY', 'RANGE_NOT_SATISFIABLE'],
      examples: interviewExamples.recording,
    },
    schema: {
      operationId: 'getInterviewRecording',
      summary: 'The recording',
      description:
        'WAV, PCM 16 bit, 16 kHz, two channels: left the candidate, right the interviewer. One byte range may be asked for.',
      tags,
      params: sessionParams,
      response: { 200: sound('All of it.'), 206: sound('The range asked for.') },
    },
    handler: async (request, reply) => {
      const run = await find(request);
      const recording = run.finishedAt === null ? undefined : await blobs.open(recordingKey(run.id));
      if (!recording) {
        const { hasRecording } = await sessions.traces(run.id);
        throw notReady('RECORDING_NOT_READY', run, hasRecording);
      }
      const { sizeBytes } = recording;
      const range = byteRange(request.headers.range, sizeBytes);
      reply.headers({ 'accept-ranges': 'bytes', 'content-type': 'audio/wav' });
      if (range === 'unsatisfiable') {
        reply.header('content-range', `bytes */${sizeBytes}`);
        throw new ApiError(
          'RANGE_NOT_SATISFIABLE',
          `The recording has ${sizeBytes} bytes; the range asked for begins behind them.`,
        );
      }
      const isRead = request.method !== 'HEAD';
      if (isRead) await request.recordReading('interview.listen', `run:${run.id}`);
      const sent = (range?: { start: number; end: number }) =>
        isRead ? recording.stream(range) : Readable.from([]);
      if (range === 'whole') return reply.header('content-length', sizeBytes).send(sent());
      const { start, end } = range;
      reply.code(206).headers({
        'content-range': `bytes ${start}-${end}/${sizeBytes}`,
        'content-length': end - start + 1,
      });
      return reply.send(sent(range));
    },
  });
}

function addTranscript(app: RoutesApp, { sessions }: Pick<InterviewRoutesDeps, 'sessions'>): void {
  const find = sessionOf(sessions);
  app.route({
    method: 'GET',
    url: '/interview/sessions/:sessionId/transcript',
    config: {
      permission,
      errors: ['SESSION_NOT_FOUND', 'TRANSCRIPT_NOT_READY'],
      examples: interviewExamples.transcript,
    },
    schema: {
      operationId: 'getInterviewTranscript',
      summary: 'The transcript',
      description: 'There once the session is completed; until then TRANSCRIPT_NOT_READY.',
      tags,
      params: sessionParams,
      response: { 200: Type.Ref('InterviewTranscript', { description: 'Who said what, and when.' }) },
    },
    handler: async (request) => {
      const run = await find(request);
      const transcript = run.result?.transcript;
      if (!transcript) {
        const { hasTranscript } = await sessions.traces(run.id);
        throw notReady('TRANSCRIPT_NOT_READY', run, hasTranscript);
      }
      await request.recordReading('interview.read', `run:${run.id}`);
      return transcript;
    },
  });
}

function notReady(
  code: 'RECORDING_NOT_READY' | 'TRANSCRIPT_NOT_READY',
  { status }: InterviewRun,
  wasThere: boolean,
): ApiError {
  const what = code === 'RECORDING_NOT_READY' ? 'recording' : 'transcript';
  if (wasThere) return new ApiError(code, `The ${what} is no longer kept: its time was over.`);
  if (status === 'failed') return new ApiError(code, `The interview failed and left no ${what}.`);
  if (status === 'success') return new ApiError(code, `The interview left no ${what}.`);
  return new ApiError(code, `There is no ${what} yet; poll the session until its status is completed.`, {
    retryAfterSeconds: limits.interview.readyRetrySeconds,
  });
}

const sound = (description: string) => ({
  description,
  content: { 'audio/wav': { schema: Type.Unsafe<Readable>({ type: 'string', format: 'binary' }) } },
});
