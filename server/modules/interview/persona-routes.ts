import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { decodeCursor, encodeCursor } from '../../domain/paging/cursor.ts';
import { publicRoute } from '../shapes/endpoint.ts';
import { bodyHash } from '../shapes/routes-app.ts';
import { parseNewPersona, presentPersona, presentPersonaRow } from './contract/personas.ts';
import { personasContract } from './contract.ts';
import type { InterviewRoutesDeps } from './route-parts.ts';
import { noPersona } from './service.ts';

export const personaRoutes =
  ({ personas, newId }: Pick<InterviewRoutesDeps, 'personas' | 'newId'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    publicRoute(app, personasContract.create, async (request) => {
      const { caller, body } = request;
      const content = parseNewPersona(body);
      const clientId = caller.client.id;
      const id = newId();
      const answer = await app.idempotently(
        request,
        { holder: { clientId }, content: bodyHash(body), resourceId: id },
        async ({ unfinishedResourceId, hold }) => {
          const made =
            unfinishedResourceId && (await personas.find({ clientId, personaId: unfinishedResourceId }));
          const persona = made || (await personas.create({ clientId, id }, content, hold));
          return { status: 201, body: presentPersonaRow(persona) };
        },
      );
      return answer.body;
    });

    publicRoute(app, personasContract.list, async ({ caller, query: { limit, cursor } }) => {
      const found = await personas.list({
        clientId: caller.client.id,
        limit,
        ...(cursor !== undefined && { after: decodeCursor(cursor) }),
      });
      return {
        data: found.personas.map(presentPersonaRow),
        next_cursor: found.next && encodeCursor(found.next),
      };
    });

    publicRoute(app, personasContract.get, async ({ caller, params: { personaId } }) => {
      const persona = await personas.find({ clientId: caller.client.id, personaId });
      if (!persona) throw noPersona();
      return presentPersona(persona);
    });
  };
