import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { limits } from '../../config/limits.ts';
import { byteRange } from '../../domain/byte-range.ts';
import { decodeCursor, encodeCursor } from '../../domain/paging/cursor.ts';
import { ApiError, type ErrorCode } from '../../errors.ts';
import type { BlobStore } from '../../storage/port.ts';
import { text } from '../shapes/schema.ts';
import type { DescribedWebhooks } from '../webhooks/schema.ts';
import { interviewExamples } from './examples.ts';
import { parseNewPersona, parseNewSession } from './fields.ts';
import { candidateLink } from './link.ts';
import { presentPersona, presentPersonaRow, presentSession } from './present.ts';
import { interviewRuns, recordingKey } from './run-type.ts';
import {
  interviewSchemas,
  PersonasQuery,
  SessionsQuery,
  sessionFilter,
  sessionsQueryCodes,
} from './schema.ts';
import { noPersona, noSession } from './service.ts';
import type { InterviewRun, PersonasService, SessionsService } from './types.ts';

export const interviewWebhooks: DescribedWebhooks = {
  'interview.completed': {
    operationId: 'onInterviewCompleted',
    summary: 'An interview is completed',
    sentTo: 'the address that the client has set for its interviews in the console',
    tag: 'Interviews',
    schema: 'InterviewCompletedEvent',
    example: interviewExamples.events['interview.completed'],
  },
};

const { permission } = interviewRuns;
const tags = ['Interviews'];
const bodyErrors: ErrorCode[] = [
  'INVALID_INPUT',
  'MALFORMED_BODY',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
];
const personaParams = Type.Object({ personaId: text('As creating the persona returned it.') });
const sessionParams = Type.Object({ sessionId: text('As creating the session returned it.') });

export interface InterviewRoutesDeps {
  personas: Pick<PersonasService, 'create' | 'find' | 'list'>;
  sessions: Pick<
    SessionsService,
    'create' | 'find' | 'link' | 'list' | 'marks' | 'reinvite' | 'standing' | 'traces'
  >;
  blobs: Pick<BlobStore, 'open'>;
  /** Where candidates find this server; null: where the request found it. */
  publicUrl: string | null;
  newId: () => string;
}

export const interviewRoutes =
  ({ personas, sessions, blobs, publicUrl, newId }: InterviewRoutesDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
    for (const schema of interviewSchemas) app.addSchema(schema);
    const bodyLimit = limits.interview.maxBodyBytes;
    // Many programs name a Content-Type also where they send nothing: an invitation needs no field.
    const parseJson = app.getDefaultJsonParser('error', 'error');
    app.removeContentTypeParser('application/json');
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
      body === '' ? done(null, undefined) : parseJson(request, String(body), done),
    );
    const baseUrlOf = (request: FastifyRequest) => publicUrl ?? `${request.protocol}://${request.host}`;
    const find = async (
      request: FastifyRequest<{ Params: { sessionId: string } }>,
    ): Promise<InterviewRun> => {
      const { sessionId } = request.params;
      const run = await sessions.find({ clientId: request.caller.client.id, sessionId });
      if (!run) throw noSession();
      return run;
    };

    app.route({
      method: 'POST',
      url: '/interview/personas',
      bodyLimit,
      config: {
        permission,
        errors: [...bodyErrors, 'LANGUAGE_NOT_AVAILABLE'],
        body: Type.Ref('NewPersona'),
        examples: interviewExamples.createPersona,
      },
      schema: {
        operationId: 'createPersona',
        summary: 'Create an interviewer',
        description: 'A persona is for one role and one language, and for any number of candidates.',
        tags,
        response: { 201: Type.Ref('PersonaRow', { description: 'Created.' }) },
      },
      handler: async (request, reply) => {
        const { caller, body } = request;
        const content = parseNewPersona(body);
        const clientId = caller.client.id;
        const id = newId();
        const answer = await app.idempotently(
          request,
          { holder: { clientId }, content: hashOf(body), resourceId: id },
          async ({ unfinishedResourceId, hold }) => {
            const made =
              unfinishedResourceId && (await personas.find({ clientId, personaId: unfinishedResourceId }));
            const persona = made || (await personas.create({ clientId, id }, content, hold));
            return { status: 201, body: presentPersonaRow(persona) };
          },
        );
        return reply.code(answer.status as 201).send(answer.body);
      },
    });

    app.route({
      method: 'GET',
      url: '/interview/personas',
      config: { permission, examples: interviewExamples.listPersonas },
      schema: {
        operationId: 'listPersonas',
        summary: 'List your interviewers, newest first',
        description: 'Those that take sessions, without their prompts.',
        tags,
        querystring: PersonasQuery,
        response: { 200: Type.Ref('PersonasPage', { description: 'One page of those that take sessions.' }) },
      },
      handler: async ({ caller, query: { limit, cursor } }) => {
        const found = await personas.list({
          clientId: caller.client.id,
          limit,
          ...(cursor !== undefined && { after: decodeCursor(cursor) }),
        });
        return {
          data: found.personas.map(presentPersonaRow),
          next_cursor: found.next && encodeCursor(found.next),
        };
      },
    });

    app.route({
      method: 'GET',
      url: '/interview/personas/:personaId',
      config: { permission, errors: ['PERSONA_NOT_FOUND'], examples: interviewExamples.getPersona },
      schema: {
        operationId: 'getPersona',
        summary: 'One interviewer, with its prompt',
        description: 'An archived one, too.',
        tags,
        params: personaParams,
        response: { 200: Type.Ref('Persona', { description: 'The persona, archived or not.' }) },
      },
      handler: async ({ caller, params: { personaId } }) => {
        const persona = await personas.find({ clientId: caller.client.id, personaId });
        if (!persona) throw noPersona();
        return presentPersona(persona);
      },
    });

    app.route({
      method: 'POST',
      url: '/interview/personas/:personaId/sessions',
      bodyLimit,
      config: {
        permission,
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
        body: Type.Ref('NewInterviewSession'),
        examples: interviewExamples.createSession,
      },
      schema: {
        operationId: 'createInterviewSession',
        summary: 'Invite a candidate',
        description: `Costs nothing until the interview is completed: then ${limits.prices.interviewPerStartedMinute} credit for each started minute, unless your provider has set another price.`,
        tags,
        params: personaParams,
        response: { 201: Type.Ref('InterviewSessionCreated', { description: 'Waits for the candidate.' }) },
      },
      handler: async (request, reply) => {
        const { caller, body, params } = request;
        const { personaId } = params;
        const clientId = caller.client.id;
        // An id that is not the caller's is answered before the body is judged.
        if (!(await personas.find({ clientId, personaId }))) throw noPersona();
        const fields = parseNewSession(body);
        const sessionId = newId();
        const answer = await app.idempotently(
          request,
          { holder: { clientId }, content: hashOf(body), resourceId: sessionId },
          async ({ unfinishedResourceId, hold }) => {
            const made =
              unfinishedResourceId && (await sessions.find({ clientId, sessionId: unfinishedResourceId }));
            const { projectId, id: apiKeyId } = caller.key;
            const session =
              made ||
              (await sessions.create(
                { ...fields, clientId, sessionId, personaId, projectId, apiKeyId },
                hold,
              ));
            return { status: 201, body: { session_id: session.id, id: session.id } };
          },
        );
        // The link is made anew for each answer: of a token, nothing but its hash is ever stored.
        const { token, expiresInSeconds } = sessions.link(answer.body.id, 1);
        return reply.code(answer.status as 201).send({
          ...answer.body,
          candidate_link: candidateLink(baseUrlOf(request), token),
          expires_in: expiresInSeconds,
        });
      },
    });

    app.route({
      method: 'POST',
      url: '/interview/sessions/:sessionId/link',
      bodyLimit,
      config: {
        permission,
        errors: [
          'MALFORMED_BODY',
          'PAYLOAD_TOO_LARGE',
          'UNSUPPORTED_MEDIA_TYPE',
          'SESSION_NOT_FOUND',
          'NOT_POSSIBLE_NOW',
          'INTERVIEWS_NOT_AVAILABLE',
          'LANGUAGE_NOT_AVAILABLE',
        ],
        examples: interviewExamples.renewLink,
      },
      schema: {
        operationId: 'renewInterviewLink',
        summary: 'A new link for a session',
        description:
          'For a candidate who has lost the link, or whose session failed and left nothing. The old link stops working at once. An addition to the specification.',
        tags,
        params: sessionParams,
        response: {
          201: Type.Ref('InterviewSessionCreated', {
            description: 'Waits for the candidate, under this link.',
          }),
        },
      },
      handler: async (request, reply) => {
        const run = await find(request);
        const { id } = run;
        const clientId = request.caller.client.id;
        const present = (await sessions.standing(run)).linkNumber;
        const { status, body } = await app.idempotently(
          request,
          { holder: { clientId }, content: hashOf(request.body), resourceId: String(present + 1) },
          async ({ unfinishedResourceId, hold }) => {
            // A request that was cut off may have made its link before: of those there are, the newest works.
            const isMade = unfinishedResourceId !== undefined && Number(unfinishedResourceId) <= present;
            if (isMade) return { status: 201, body: { number: present } };
            const { link } = await sessions.reinvite({ clientId, sessionId: id }, hold);
            return { status: 201, body: { number: link.number } };
          },
        );
        const { token, expiresInSeconds } = sessions.link(id, body.number);
        return reply.code(status as 201).send({
          session_id: id,
          id,
          candidate_link: candidateLink(baseUrlOf(request), token),
          expires_in: expiresInSeconds,
        });
      },
    });

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
  };

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

const hashOf = (body: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(body) ?? '')
    .digest('hex');
