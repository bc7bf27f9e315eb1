import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import {
  access,
  type ChangeRoute,
  type ConsoleRoute,
  type RouteAccess,
} from '#server/modules/console/access.ts';
import { contract } from '#server/modules/console/contract.ts';
import { refresh } from '#server/web/console/api/changes.ts';

const routes = Object.entries(access).map(([route, { action, stale }]: [string, RouteAccess]) => {
  const [method, path] = route.split(' ') as [string, string];
  // Opening a link to a candidate is recorded, and changes nothing.
  const isChange = method !== 'GET' && !path.startsWith('/shared/') && action !== undefined;
  return { route: route as ConsoleRoute, path, isChange, action, stale };
});
const changes = routes.filter(({ isChange }) => isChange);
/** What pages hold of the server: answers that are read, and not recorded each time. */
const held = routes.filter(
  ({ route, isChange, action }) => !isChange && !action && contract[route].answer !== 'raw',
);
const paramsOf = (path: string, clientId: string) =>
  Object.fromEntries(
    Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => [name, name === 'clientId' ? clientId : 'one']),
  );
const stale = (route: ConsoleRoute): readonly string[] => access[route as ChangeRoute].stale;

test('every route that changes something says what that makes stale', () => {
  const saying = routes.filter(({ stale }) => stale !== undefined);
  assert.deepEqual(saying, changes);
  assert.ok(changes.length > 40);
});

test('what is said to be stale is something that pages hold, and said once', () => {
  const known = new Set<string>(held.map(({ route }) => route));
  for (const { route } of changes) {
    const named = stale(route);
    assert.deepEqual(
      named.filter((one) => !known.has(one)),
      [],
      route,
    );
    assert.equal(new Set(named).size, named.length, route);
  }
});

/**
 * Of sessions: `changePerson` forgets everything. Of shared candidates: whoever has the link sees nothing else. Of the log: it is added to every change. Of the secret: it is held by no
 * page, since showing it is recorded. Of trials: they change nothing.
 */
const withoutOwn = new Set<ConsoleRoute>([
  'POST /session',
  'DELETE /session',
  'POST /invites/accept',
  'POST /shared/candidate',
  'POST /shared/candidate/file',
  'POST /installation/audit/verify',
  'POST /installation/webhook-secret/rotate',
  'POST /clients/:clientId/personas/:personaId/trials',
]);

for (const { route, path } of changes) {
  if (!withoutOwn.has(route))
    test(`after ${route} what it changed is asked for again`, () => {
      // The nearest answer at its address or above: of the thing itself, else of the list that it is in.
      const above = held.filter(({ path: other }) => path === other || path.startsWith(`${other}/`));
      const nearest = above.map(({ path: other }) => other).sort((a, b) => b.length - a.length)[0];
      const own = above.filter((one) => one.path === nearest).map((one) => one.route);
      const isClientItself = nearest === '/clients/:clientId' && path !== nearest;
      assert.ok(
        isClientItself || own.some((one) => stale(route).includes(one)),
        `${own} is shown as it was before`,
      );
      // A thing that has changed has changed in its list, too.
      const list = path.replace(/\/:\w+(\/[\w-]+)?$/, '');
      const lists = held.filter(
        (one) => one.path === list && one.path !== '/clients' && one.route.startsWith('GET '),
      );
      const old = lists.map((one) => one.route).filter((one) => !stale(route).includes(one));
      assert.deepEqual(old, [], 'shown as they were before');
    });

  test(`${route} makes stale what it says, the logs, and nothing of another client`, async () => {
    const queries = new QueryClient();
    const key = (one: (typeof held)[number], clientId: string) => [
      one.route,
      paramsOf(one.path, clientId),
      { query: { limit: 1 } },
    ];
    for (const one of held)
      for (const client of ['mine', 'other']) queries.setQueryData(key(one, client), {});
    await refresh(queries, route as ChangeRoute, paramsOf(path, 'mine'));
    const isStale = (one: (typeof held)[number], clientId: string) =>
      queries.getQueryState(key(one, clientId))?.isInvalidated;

    const expected = new Set([...stale(route), 'GET /clients/:clientId/audit', 'GET /installation/audit']);
    for (const one of held) {
      assert.equal(isStale(one, 'mine'), expected.has(one.route), `${route} -> ${one.route}`);
      const isOthers = one.path.includes(':clientId') && path.includes(':clientId');
      const what = `${route} -> ${one.route} of another client`;
      assert.equal(isStale(one, 'other'), !isOthers && expected.has(one.route), what);
    }
  });
}
