import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { DescribedWebhooks } from '../webhooks/schema.ts';
import { interviewExamples } from './examples.ts';
import { invitationRoutes } from './invitation-routes.ts';
import { personaRoutes } from './persona-routes.ts';
import type { InterviewRoutesDeps } from './route-parts.ts';
import { interviewSchemas } from './schema.ts';
import { sessionRoutes } from './session-routes.ts';

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

export const interviewRoutes =
  (deps: InterviewRoutesDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
    for (const schema of interviewSchemas) app.addSchema(schema);
    // Many programs name a Content-Type also where they send nothing: an invitation needs no field.
    const parseJson = app.getDefaultJsonParser('error', 'error');
    app.removeContentTypeParser('application/json');
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
      body === '' ? done(null, undefined) : parseJson(request, String(body), done),
    );
    await app.register(personaRoutes(deps));
    await app.register(invitationRoutes(deps));
    await app.register(sessionRoutes(deps));
  };
