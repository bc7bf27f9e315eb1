import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { access, type ChangeRoute, type ReadRoute } from '../../../modules/console/access.ts';
import { type AnswerOf, type AnyInput, type Args, send } from './client.ts';

/** What every change is recorded in. */
const logs: readonly ReadRoute[] = ['GET /clients/:clientId/audit', 'GET /installation/audit'];

/** Asks anew for what a change made stale; what no page shows just now, when one does. Resolves when it is there. */
export function refresh(queries: QueryClient, route: ChangeRoute, params: Record<string, string> = {}) {
  const { stale }: { stale: readonly ReadRoute[] } = access[route];
  return Promise.all(
    [...stale, ...logs].map((read) => {
      const named = Object.entries(params).filter(([name]) => `${read}/`.includes(`/:${name}/`));
      return queries.invalidateQueries({ queryKey: [read, Object.fromEntries(named)] });
    }),
  );
}

/** Calls a route that changes something; once it answers, so do the pages that it concerns. */
export function useChange() {
  const queries = useQueryClient();
  return async <Route extends ChangeRoute>(route: Route, ...args: Args<Route>): Promise<AnswerOf<Route>> => {
    const answer = await send(route, args);
    const { params }: AnyInput = args[0] ?? {};
    await refresh(queries, route, params);
    return answer;
  };
}

/** For changes that were not made by `useChange`: uploads. */
export function useRefresh() {
  const queries = useQueryClient();
  return (route: ChangeRoute, params: Record<string, string>) => refresh(queries, route, params);
}
