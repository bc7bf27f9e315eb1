import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { limits } from '../../config/limits.ts';
import { byteRange } from '../../domain/byte-range.ts';
import { encodeCursor } from '../../domain/paging/cursor.ts';
import { ApiError } from '../../errors.ts';
import { publicRoute } from '../shapes/endpoint.ts';
import type { RoutesApp } from '../shapes/routes-app.ts';
import { presentSession, sessionFilter } from './contract/sessions.ts';
import { interviewContract } from './contract.ts';
import { type InterviewRoutesDeps, sessionOf } from './route-parts.ts';
import { recordingKey } from './run-type.ts';
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
  publicRoute(app, interviewContract.list, async ({ caller, query }) => {
    const found = await sessions.list(sessionFilter(caller.client.id, query));
    const marks = await sessions.marks(found.sessions);
    return {
      data: found.sessions.map((run) => presentSession(run, marks.get(run.id))),
      next_cursor: found.hasMore ? encodeCursor(found.sessions.at(-1)!) : null,
    };
  });
}

function addGet(app: RoutesApp, { sessions }: Pick<InterviewRoutesDeps, 'sessions'>): void {
  const find = sessionOf(sessions);
  publicRoute(app, interviewContract.get, async (request) => {
    const run = await find(request);
    return presentSession(run, (await sessions.marks([run])).get(run.id));
  });
}

function addRecording(
  app: RoutesApp,
  { sessions, blobs }: Pick<InterviewRoutesDeps, 'sessions' | 'blobs'>,
): void {
  const find = sessionOf(sessions);
  publicRoute(app, interviewContract.recording, async (request, reply) => {
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
  });
}

function addTranscript(app: RoutesApp, { sessions }: Pick<InterviewRoutesDeps, 'sessions'>): void {
  const find = sessionOf(sessions);
  publicRoute(app, interviewContract.transcript, async (request) => {
    const run = await find(request);
    const transcript = run.result?.transcript;
    if (!transcript) {
      const { hasTranscript } = await sessions.traces(run.id);
      throw notReady('TRANSCRIPT_NOT_READY', run, hasTranscript);
    }
    await request.recordReading('interview.read', `run:${run.id}`);
    return transcript;
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
