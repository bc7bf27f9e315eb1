import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

/** What routes are added to: a handler gets the types of its route's schemas. */
export type RoutesApp = Parameters<FastifyPluginAsyncTypebox>[0];
