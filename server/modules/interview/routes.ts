import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { acceptEmptyJson } from '../shapes/routes-app.ts';
import type { DescribedWebhooks } from '../webhooks/contract.ts';
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
    // An invitation needs no field.
    acceptEmptyJson(app);
    await app.register(personaRoutes(deps));
    await app.register(invitationRoutes(deps));
    await app.register(sessionRoutes(deps));
  };
