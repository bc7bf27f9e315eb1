import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { limits } from '../../config/limits.ts';
import { bodyHash, type RoutesApp } from '../shapes/routes-app.ts';
import { interviewExamples } from './examples.ts';
import { parseNewSession } from './fields.ts';
import { candidateLink } from './link.ts';
import {
  bodyErrors,
  type InterviewRoutesDeps,
  permission,
  personaParams,
  sessionOf,
  sessionParams,
  tags,
} from './route-parts.ts';
import { noPersona } from './service.ts';

const bodyLimit = limits.interview.maxBodyBytes;

/** Sessions and the links that candidates get. */
export const invitationRoutes =
  (
    deps: Pick<InterviewRoutesDeps, 'personas' | 'sessions' | 'publicUrl' | 'newId'>,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    addInvite(app, deps);
    addRenewLink(app, deps);
  };

function addInvite(
  app: RoutesApp,
  {
    personas,
    sessions,
    newId,
    publicUrl,
  }: Pick<InterviewRoutesDeps, 'personas' | 'sessions' | 'newId' | 'publicUrl'>,
): void {
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
        { holder: { clientId }, content: bodyHash(body), resourceId: sessionId },
        async ({ unfinishedResourceId, hold }) => {
          const made =
            unfinishedResourceId && (await sessions.find({ clientId, sessionId: unfinishedResourceId }));
          const { projectId, id: apiKeyId } = caller.key;
          const session =
            made ||
            (await sessions.create({ ...fields, clientId, sessionId, personaId, projectId, apiKeyId }, hold));
          return { status: 201, body: { session_id: session.id, id: session.id } };
        },
      );
      // The link is made anew for each answer: of a token, nothing but its hash is ever stored.
      const { token, expiresInSeconds } = sessions.link(answer.body.id, 1);
      return reply.code(answer.status as 201).send({
        ...answer.body,
        candidate_link: candidateLink(baseUrlOf(request, publicUrl), token),
        expires_in: expiresInSeconds,
      });
    },
  });
}

function addRenewLink(
  app: RoutesApp,
  { sessions, publicUrl }: Pick<InterviewRoutesDeps, 'sessions' | 'publicUrl'>,
): void {
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
      const run = await sessionOf(sessions)(request);
      const { id } = run;
      const clientId = request.caller.client.id;
      const present = (await sessions.standing(run)).linkNumber;
      const { status, body } = await app.idempotently(
        request,
        { holder: { clientId }, content: bodyHash(request.body), resourceId: String(present + 1) },
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
        candidate_link: candidateLink(baseUrlOf(request, publicUrl), token),
        expires_in: expiresInSeconds,
      });
    },
  });
}

const baseUrlOf = (request: FastifyRequest, publicUrl: string | null): string =>
  publicUrl ?? `${request.protocol}://${request.host}`;
