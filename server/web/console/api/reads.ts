import type { QueryKey } from '@tanstack/react-query';
import type { ReadRoute } from '../../../modules/console/access.ts';
import { type AnswerOf, type AnyInput, type Args, send } from './client.ts';

/** Under what an answer is held: its route, the params of its path, then the rest of the question. */
export function keyOf<Route extends ReadRoute>(route: Route, ...[input]: Args<Route>): QueryKey {
  const { params = {}, ...rest }: AnyInput = input ?? {};
  return [route, params, rest];
}

/** What `useQuery` needs to hold an answer. */
export interface Reading<Answer> {
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<Answer>;
}

/** For `useQuery`: what a route answers. */
export const reading = <Route extends ReadRoute>(
  route: Route,
  ...args: Args<Route>
): Reading<AnswerOf<Route>> => ({
  queryKey: keyOf(route, ...args),
  queryFn: ({ signal }) => send(route, args, signal),
});

/** Routes whose answer says how to ask for the next page: by `cursor` where that is a text, by `offset` where it is a number. */
type PagedRoute = {
  [Route in ReadRoute]: AnswerOf<Route> extends Paged ? Route : never;
}[ReadRoute];
interface Paged {
  items: unknown[];
  next: string | number | null;
}
type Page = string | number | undefined;

/** For `useInfiniteQuery`: a list, page by page. */
export const readingPages = <Route extends PagedRoute>(route: Route, ...args: Args<Route>) => ({
  queryKey: [...keyOf(route, ...args), 'pages'],
  queryFn: ({ pageParam, signal }: { pageParam: Page; signal: AbortSignal }): Promise<AnswerOf<Route>> => {
    const { query, ...rest }: AnyInput = args[0] ?? {};
    const next = typeof pageParam === 'number' ? { offset: pageParam } : { cursor: pageParam };
    return send(route, [{ ...rest, query: { ...query, ...next } }] as unknown as Args<Route>, signal);
  },
  initialPageParam: undefined as Page,
  getNextPageParam: (answer: AnswerOf<Route>): Page => (answer as Paged).next ?? undefined,
});
