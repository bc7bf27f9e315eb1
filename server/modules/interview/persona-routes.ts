import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { limits } from '../../config/limits.ts';
import { decodeCursor, encodeCursor } from '../../domain/paging/cursor.ts';
import { bodyHash } from '../shapes/routes-app.ts';
import { interviewExamples } from './examples.ts';
import { parseNewPersona } from './fields.ts';
import { presentPersona, presentPersonaRow } from './present.ts';
import { bodyErrors, type InterviewRoutesDeps, permission, personaParams, tags } from './route-parts.ts';
import { PersonasQuery } from './schema.ts';
import { noPersona } from './service.ts';

const bodyLimit = limits.interview.maxBodyBytes;

export const personaRoutes =
  ({ personas, newId }: Pick<InterviewRoutesDeps, 'personas' | 'newId'>): FastifyPluginAsyncTypebox =>
  async (app) => {
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
          { holder: { clientId }, content: bodyHash(body), resourceId: id },
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
  };
