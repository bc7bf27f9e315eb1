import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  access,
  type ConsoleRoute,
  clientRoles,
  mayUse,
  type Role,
  type RouteAccess,
} from '#server/modules/console/access.ts';
import { get } from '#test/support/build-test-app.ts';
import { buildConsoleApp, type ConsoleApp, type Visitor } from '#test/support/console-app.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const routes = Object.entries(access).map(([route, entry]: [string, RouteAccess]) => {
  const [method, path] = route.split(' ') as [Method, string];
  return { route: route as ConsoleRoute, method, path, ...entry };
});
/** Unknown ids, but for the client's. */
const addressOf = (path: string, clientId: string) =>
  path.replace(':clientId', clientId).replaceAll(/:\w+/g, 'nobody-has-this');
const ask = (visitor: ConsoleApp['anonymous'], method: Method, url: string, headers = {}) =>
  visitor.inject({ method, url, headers, ...(method !== 'GET' && { payload: {} }) });
/** What people who got through are never told. */
const refusals = [
  'NOT_SIGNED_IN',
  'ROLE_NOT_ALLOWED',
  'CROSS_SITE_REQUEST',
  'INTERNAL_ERROR',
  'METHOD_NOT_ALLOWED',
];
function refusalOf(route: ConsoleRoute, who: RouteAccess['who'], role: Role | null): string | undefined {
  if (role === null) return who === 'public' ? undefined : 'NOT_SIGNED_IN';
  return mayUse(route, role) ? undefined : 'ROLE_NOT_ALLOWED';
}
type Answer = Awaited<ReturnType<Visitor['get']>>;
const codeOf = (answer: Answer): string | undefined =>
  answer.statusCode < 400 ? undefined : (answer.json().error?.code ?? 'FLAT');

test('each role gets through to exactly the routes that the table gives it', async (t) => {
  const console = await buildConsoleApp(t);
  const { clientId } = await console.customer();
  const { clientId: otherId } = await console.customer();
  const people: [string, ConsoleApp['anonymous'], Role | null][] = [
    ['anonymous', console.anonymous, null],
    ['owner', await console.as('owner'), 'owner'],
  ];
  for (const role of clientRoles) people.push([role, await console.as(role, clientId), role]);
  const stranger = await console.as('admin', otherId);

  // The end of one's own session comes last.
  const inOrder = routes.toSorted((a, b) => Number(a.path === '/session') - Number(b.path === '/session'));
  let asked = 0;
  for (const { route, method, path, who } of inOrder) {
    const url = addressOf(path, clientId);
    for (const [name, visitor, role] of people) {
      const code = codeOf(await ask(visitor, method, url));
      const what = `${name} ${route}: ${code}`;
      asked++;
      const refusal = refusals.find((one) => one === code);
      assert.equal(refusal, refusalOf(route, who, role), what);
    }
    if (path.includes(':clientId')) {
      const answer = await ask(stranger, method, url);
      assert.equal(codeOf(answer), 'NOT_FOUND', `stranger ${route}`);
    }
  }
  assert.equal(asked, routes.length * people.length);
});

/** What the table says, once more and by hand: a slip there must not pass unnoticed. */
test('the table gives viewers nothing to change, recruiters their work, admins their client', () => {
  const actionsOf = (role: Role) =>
    routes
      .filter(
        ({ action, who, route }) => action && who !== 'public' && who !== 'signed-in' && mayUse(route, role),
      )
      .map(({ action }) => action!)
      .filter((action, index, all) => all.indexOf(action) === index)
      .sort();
  const recruiters = [
    'candidate.assign',
    'candidate.change',
    'candidate.create',
    'candidate.decide',
    'candidate.decide.undo',
    'candidate.different',
    'candidate.merge',
    'candidate.note',
    'candidate.note.delete',
    'candidate.separate',
    'candidate.share',
    'candidate.share.revoke',
    'candidate.split',
    'candidates.import',
    'candidates.list',
    'interview.invite',
    'interview.invite-many',
    'interview.mail-link',
    'interview.reinvite',
    'job.archive',
    'job.change',
    'job.create',
    'match.submit',
    'playground.submit',
    'run.rescore',
    'samples.remove',
    'samples.show',
    'search.submit',
    'upload.again',
    'upload.begin',
    'upload.clear',
    'upload.send',
  ];
  const admins = [
    ...recruiters,
    'audit.export',
    'candidate.delete',
    'data.delete',
    'invite.revoke',
    'key.change',
    'key.create',
    'key.extend',
    'key.revoke',
    'key.rotate',
    'interview.notice',
    'interview.webhook',
    'member.change',
    'member.invite',
    'member.remove',
    'persona.archive',
    'persona.change',
    'persona.create',
    'persona.try',
    'project.change',
    'project.create',
    'retention.change',
    'webhook.enable',
    'webhook.resend',
    'webhook.secret.rotate',
    'webhook.test',
  ].sort();
  assert.deepEqual(actionsOf('viewer'), []);
  assert.deepEqual(actionsOf('recruiter'), recruiters);
  assert.deepEqual(actionsOf('admin'), admins);
  const publicRoutes = routes.filter(({ who }) => who === 'public').map(({ route }) => route);
  assert.deepEqual(publicRoutes, [
    'GET /session',
    'POST /session',
    'POST /invites/check',
    'POST /invites/accept',
    'GET /oidc/start',
    'GET /oidc/callback',
    'POST /shared/candidate',
    'POST /shared/candidate/file',
  ]);
});

test('everything that changes something has an action for the audit log', () => {
  const harmless = [
    // They answer a question that does not fit into an address.
    'POST /invites/check',
    'POST /clients/:clientId/jobs/check',
    'POST /clients/:clientId/keys/check',
    'POST /clients/:clientId/candidates/import/check',
    'POST /clients/:clientId/uploads/check',
    'POST /clients/:clientId/personas/:personaId/invitations/look',
    'POST /clients/:clientId/personas/look',
    'POST /clients/:clientId/personas/voice',
    'POST /clients/:clientId/deletions/preview',
    'POST /clients/:clientId/retention/preview',
    'POST /installation/retention/preview',
  ];
  const without = routes.filter(({ method, action }) => method !== 'GET' && !action);
  assert.deepEqual(without.map(({ route }) => route).toSorted(), harmless.toSorted());
});

test('another site can change nothing with a visitor’s cookie', async (t) => {
  const console = await buildConsoleApp(t);
  const { clientId } = await console.customer();
  const owner = await console.as('owner');
  for (const { route, method, path } of routes) {
    if (method === 'GET') continue;
    const url = `/console/api${addressOf(path, clientId)}`;
    for (const headers of [
      {},
      { 'x-assay-console': '1', 'sec-fetch-site': 'cross-site' },
      { 'x-assay-console': '1', 'sec-fetch-site': 'same-site' },
    ]) {
      const answer: Answer = await console.app.inject({
        method,
        url,
        payload: {},
        headers: { cookie: owner.cookie, ...headers },
      });
      assert.equal(answer.statusCode, 403, route);
      assert.equal(answer.json().error.code, 'CROSS_SITE_REQUEST', route);
    }
  }
  // A form of another site cannot send JSON, nor the header; nor does any answer invite other origins.
  const preflight = await console.app.inject({
    method: 'OPTIONS',
    url: `/console/api/clients/${clientId}/keys`,
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  });
  assert.equal(preflight.headers['access-control-allow-origin'], undefined);
});

test('no API key opens a console route, no session opens an API route', async (t) => {
  const console = await buildConsoleApp(t);
  const { clientId, apiKey } = await console.customer();
  const owner = await console.as('owner');
  for (const { route, method, path, who } of routes) {
    if (who === 'public') continue;
    for (const headers of [{ 'x-api-key': apiKey }, { authorization: `Bearer ${apiKey}` }]) {
      const answer = await ask(console.anonymous, method, addressOf(path, clientId), headers);
      assert.equal(codeOf(answer), 'NOT_SIGNED_IN', route);
    }
  }
  const { paths } = (await get(console.app, '/api/v1/openapi.json')).json() as {
    paths: Record<string, Record<string, { security?: unknown[] }>>;
  };
  let asked = 0;
  for (const [path, methods] of Object.entries(paths)) {
    assert.ok(path.startsWith('/api/v1/'), `${path} is published`);
    for (const [method, { security }] of Object.entries(methods)) {
      if (security?.length === 0) continue;
      const answer: Answer = await console.app.inject({
        method: method.toUpperCase() as Method,
        url: path.replaceAll(/\{\w+\}/g, 'x'),
        headers: { cookie: owner.cookie, 'x-assay-console': '1' },
      });
      assert.equal(answer.json().error.code, 'MISSING_API_KEY', `${method} ${path}`);
      asked++;
    }
  }
  assert.ok(asked > 8);
});
