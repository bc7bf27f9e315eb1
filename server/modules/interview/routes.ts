import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { acceptEmptyJson } from '../shapes/routes-app.ts';
import { interviewSchemas } from './contract.ts';
import { invitationRoutes } from './invitation-routes.ts';
import { personaRoutes } from './persona-routes.ts';
import type { InterviewRoutesDeps } from './route-parts.ts';
import { sessionRoutes } from './session-routes.ts';

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
