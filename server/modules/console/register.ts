import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type { ConsoleRoute } from './access.ts';
import { type ConsoleApi, contract } from './contract.ts';
import type { RouteContract } from './shapes.ts';

type RequestOf<Route extends ConsoleRoute> = FastifyRequest<{
  Params: ConsoleApi[Route]['params'];
  Querystring: ConsoleApi[Route]['query'];
  Body: ConsoleApi[Route]['body'];
  Headers: ConsoleApi[Route]['headers'];
}>;
type AnswerOf<Route extends ConsoleRoute> = ConsoleApi[Route]['answer'] extends 'raw'
  ? FastifyReply
  : ConsoleApi[Route]['answer'] extends undefined
    ? Nothing
    : ConsoleApi[Route]['answer'];
type Nothing = ReturnType<() => void>;
/** Fields that the contract does not name would reach a browser all the same. */
type NothingElse<Given, Wanted> = Given extends FastifyReply | Nothing
  ? unknown
  : Record<Exclude<keyof Given, keyof Wanted>, never>;

interface RouteOptions<Route extends ConsoleRoute, Given> {
  handler(
    request: RequestOf<Route>,
    reply: FastifyReply,
  ): Promise<Given & NothingElse<Given, AnswerOf<Route>>>;
  bodyLimit?: number;
  config?: { invalid?: NonNullable<FastifyRequest['routeOptions']['config']['invalid']> };
}

/**
 * Registers routes of the console by their id in the access table. Method and address are in the id; what comes in is
 * checked by the contract, and what is answered has its shape and status, or this does not compile.
 */
export const registrar =
  (app: FastifyInstance) =>
  <Route extends ConsoleRoute, Given extends AnswerOf<Route>>(
    route: Route,
    { handler, ...options }: RouteOptions<Route, Given>,
  ): void => {
    const [method, url] = route.split(' ') as ['GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string];
    const { query, body, headers, answer, status }: RouteContract = contract[route];
    const schema: FastifySchema = {
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(headers && { headers }),
    };
    app.route({
      method,
      url,
      schema,
      ...options,
      handler: async (request, reply) => {
        const given = await app.inItsTransaction(route, () => handler(request as RequestOf<Route>, reply));
        if (answer === 'raw') return given;
        if (answer === 'nothing') return reply.code(204).send();
        if (status) reply.code(status);
        return given;
      },
    });
  };
