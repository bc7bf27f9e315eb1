import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { publicRoute } from '../shapes/endpoint.ts';
import { bodyHash, type RoutesApp } from '../shapes/routes-app.ts';
import { parseNewSession } from './contract/sessions.ts';
import { interviewContract } from './contract.ts';
import { candidateLink } from './link.ts';
import { type InterviewRoutesDeps, sessionOf } from './route-parts.ts';
import { noPersona } from './service.ts';

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
  publicRoute(app, interviewContract.invite, async (request) => {
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
    return {
      ...answer.body,
      candidate_link: candidateLink(baseUrlOf(request, publicUrl), token),
      expires_in: expiresInSeconds,
    };
  });
}

function addRenewLink(
  app: RoutesApp,
  { sessions, publicUrl }: Pick<InterviewRoutesDeps, 'sessions' | 'publicUrl'>,
): void {
  publicRoute(app, interviewContract.renewLink, async (request) => {
    const run = await sessionOf(sessions)(request);
    const { id } = run;
    const clientId = request.caller.client.id;
    const present = (await sessions.standing(run)).linkNumber;
    const { body } = await app.idempotently(
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
    return {
      session_id: id,
      id,
      candidate_link: candidateLink(baseUrlOf(request, publicUrl), token),
      expires_in: expiresInSeconds,
    };
  });
}

const baseUrlOf = (request: FastifyRequest, publicUrl: string | null): string =>
  publicUrl ?? `${request.protocol}://${request.host}`;
