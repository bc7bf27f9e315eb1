import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { acceptEmptyJson } from '../shapes/routes-app.ts';
import { invitationRoutes } from './invitation-routes.ts';
import { personaRoutes } from './persona-routes.ts';
import type { InterviewRoutesDeps } from './route-parts.ts';
import { sessionRoutes } from './session-routes.ts';

export const interviewRoutes =
  (deps: InterviewRoutesDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
    // An invitation needs no field.
    acceptEmptyJson(app);
    await app.register(personaRoutes(deps));
    await app.register(invitationRoutes(deps));
    await app.register(sessionRoutes(deps));
  };
