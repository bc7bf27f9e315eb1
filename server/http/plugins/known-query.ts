import type { FastifyInstance } from 'fastify';
import { createFaults } from '../../domain/requirements/faults.ts';
import { refuseFaults } from '../../domain/requirements/refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Parameters of earlier versions: taken and ignored. */
    formerQuery?: readonly string[];
  }
}

/** Refuses parameters that a route does not know: a misspelt filter would answer with all entries. ApiError INVALID_INPUT */
export function addKnownQuery(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ query, routeOptions: { schema, config } }) => {
    const { properties = {} } = (schema?.querystring ?? {}) as { properties?: object };
    const known = Object.keys(properties);
    const taken = new Set([...known, ...(config.formerQuery ?? [])]);
    const faults = createFaults();
    for (const name of Object.keys(query as object)) {
      if (taken.has(name)) continue;
      const remedy = known.length > 0 ? `known are ${known.join(', ')}` : 'this address takes no parameters';
      faults.add(name.slice(0, 60), `Is not known; ${remedy}.`);
    }
    refuseFaults(faults);
  });
}
