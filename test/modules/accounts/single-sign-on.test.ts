import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { minutes } from '#server/time.ts';
import { buildConsoleApp, type ConsoleApp } from '#test/support/console-app.ts';
import {
  followUntil,
  type ProviderAccount,
  startOpenIdProvider,
} from '#test/support/knowing-openid-provider.ts';

/** What a browser of Fastify's inject has as its address. */
const here = 'http://localhost:80';
const callback = `${here}/console/api/oidc/callback`;
const ada: ProviderAccount = { id: 'ada-1', email: 'Ada@People.example', name: 'Ada Lovelace' };
/** Has the address now. */
const successor: ProviderAccount = { id: 'ada-2', email: 'ada@people.example' };
const eve: ProviderAccount = { id: 'eve-1', email: 'ada@people.example', emailVerified: false };

async function installation(t: TestContext, accounts: ProviderAccount[] = [ada, successor]) {
  const provider = await startOpenIdProvider(t, {
    accounts,
    redirectUris: [callback.replace(':80', '')],
  });
  const console = await buildConsoleApp(t, { oidc: { ...provider, label: 'Example ID' } });
  return { console, provider };
}

const start = (console: ConsoleApp, query = '') =>
  console.app.inject({ url: `/console/api/oidc/start${query}`, headers: { host: 'localhost' } });

/** Begins here and comes back from the provider; answers what is needed to finish. */
async function proven(console: ConsoleApp, query = '') {
  const begun = await start(console, query);
  assert.equal(begun.statusCode, 302, begun.body);
  const [flow] = begun.cookies;
  const back = await followUntil(String(begun.headers.location), callback.replace(':80', ''));
  return { back, cookie: `${flow!.name}=${flow!.value}`, begun };
}

const finish = (console: ConsoleApp, back: URL, cookie: string) =>
  console.app.inject({
    url: back.pathname + back.search,
    headers: { host: 'localhost', ...(cookie && { cookie }) },
  });

async function signIn(console: ConsoleApp, query = '') {
  const { back, cookie } = await proven(console, query);
  return finish(console, back, cookie);
}

const sessionCookie = (answer: Awaited<ReturnType<typeof finish>>) =>
  answer.cookies.find(({ name }) => name === 'assay_session');

const invite = async (console: ConsoleApp, email: string) => {
  const { clientId } = await console.customer();
  const owner = await console.as('owner');
  await owner.post(`/clients/${clientId}/members`, { email, role: 'recruiter' });
  return { clientId, owner };
};

test('an invited person signs in with the organisation’s account', async (t) => {
  const { console, provider } = await installation(t);
  const { clientId } = await invite(console, 'ada@people.example');
  const answer = await signIn(console, '?next=/c/x/runs');
  assert.equal(answer.headers.location, '/console/c/x/runs');
  const cookie = sessionCookie(answer)!;
  assert.equal(cookie.sameSite, 'Strict');
  const session = await console.anonymous.inject({
    url: '/session',
    headers: { cookie: `assay_session=${cookie.value}` },
  });
  const { person, oidc } = session.json();
  assert.equal(person.email, 'ada@people.example');
  assert.equal(person.name, 'Ada Lovelace');
  assert.deepEqual(person.clients, [{ id: clientId, name: 'Acme', role: 'recruiter', isActive: true }]);
  assert.deepEqual(oidc, { label: 'Example ID' });
  const asked = provider.asked.at(-1)!;
  assert.equal(asked.get('code_challenge_method'), 'S256');
  assert.ok(asked.get('state') && asked.get('nonce') && asked.get('code_challenge'));
});

test('an account that exists is linked once, by its verified address, and then known by its subject', async (t) => {
  const { console, provider } = await installation(t);
  const { clientId } = await console.customer();
  const { userId } = await console.as('viewer', clientId);
  await console.db.updateTable('users').set({ email: 'ada@people.example' }).execute();
  const first = sessionCookie(await signIn(console))!;
  const account = await console.anonymous.inject({
    url: '/account',
    headers: { cookie: `assay_session=${first.value}` },
  });
  assert.equal(account.json().id, userId);
  assert.equal(account.json().oidcLinked, true);
  assert.ok(sessionCookie(await signIn(console)), 'again, by the subject');
  await console.db.updateTable('users').set({ email: 'lovelace@people.example' }).execute();
  assert.ok(sessionCookie(await signIn(console)), 'whatever the address is by now');
  // The address moved to another person there: the account does not go with it.
  await console.db.updateTable('users').set({ email: 'ada@people.example' }).execute();
  provider.visitor = successor;
  assert.equal((await signIn(console)).headers.location, '/console/sign-in?fault=no-account');
});

test('a person who chose a password under another’s address is out once the other signs in', async (t) => {
  const { console } = await installation(t);
  const { clientId } = await console.customer();
  const owner = await console.as('owner');
  const email = 'ada@people.example';
  // An admin keeps the link and opens it alone.
  const { link } = (await owner.post(`/clients/${clientId}/members`, { email, role: 'viewer' })).json();
  const password = 'a long walk at night';
  const token = link.split('#')[1];
  const taken = await console.anonymous.post('/invites/accept', { token, name: 'Ada', password });
  const cookie = `assay_session=${taken.cookies[0]!.value}`;

  assert.ok(sessionCookie(await signIn(console)));
  const there = await console.anonymous.inject({ url: '/account', headers: { cookie } });
  assert.equal(there.statusCode, 401, 'the session');
  assert.equal(
    (await console.anonymous.post('/session', { email, password })).statusCode,
    401,
    'the password',
  );
});

for (const [title, account, fault] of [
  ['a person without an invitation', { id: 'bob', email: 'bob@people.example' }, 'no-account'],
  ['an address that the provider has not verified', eve, 'not-verified'],
  ['an account without an address', { id: 'mute' }, 'not-verified'],
] as const) {
  test(`${title} does not come in`, async (t) => {
    const { console } = await installation(t, [account]);
    await invite(console, 'ada@people.example');
    const answer = await signIn(console);
    assert.equal(answer.headers.location, `/console/sign-in?fault=${fault}`);
    assert.equal(sessionCookie(answer), undefined);
  });
}

test('a disabled person does not come in', async (t) => {
  const { console } = await installation(t);
  const { owner } = await invite(console, 'ada@people.example');
  await signIn(console);
  const { items } = (await owner.get('/installation/people')).json();
  const { userId } = items.find((one: { email: string }) => one.email === 'ada@people.example');
  await owner.patch(`/installation/people/${userId}`, { disabled: true });
  const answer = await signIn(console);
  assert.equal(answer.headers.location, '/console/sign-in?fault=disabled');
});

test('an ID token that another key signed opens nothing', async (t) => {
  const { console, provider } = await installation(t);
  await invite(console, 'ada@people.example');
  provider.forges = true;
  const answer = await signIn(console);
  assert.equal(answer.headers.location, '/console/sign-in?fault=failed');
  assert.equal(sessionCookie(answer), undefined);
  provider.forges = false;
  assert.ok(sessionCookie(await signIn(console)));
});

test('the provider’s answer is worth nothing in another browser, twice, late, or with another state', async (t) => {
  const { console } = await installation(t);
  await invite(console, 'ada@people.example');
  const refused = async (answer: Promise<Awaited<ReturnType<typeof finish>>>, why: string) => {
    const { headers, cookies } = await answer;
    assert.equal(headers.location, '/console/sign-in?fault=failed', why);
    assert.ok(!cookies.some(({ name }) => name === 'assay_session'), why);
  };

  const first = await proven(console);
  await refused(finish(console, first.back, ''), 'without the cookie');
  const second = await proven(console);
  await refused(finish(console, first.back, second.cookie), 'with the cookie of another sign-in');
  assert.ok(sessionCookie(await finish(console, first.back, first.cookie)), 'that one was good');
  await refused(finish(console, first.back, first.cookie), 'twice');

  const forged = await proven(console);
  forged.back.searchParams.set('state', 'made-up');
  await refused(finish(console, forged.back, forged.cookie), 'with another state');

  const late = await proven(console);
  console.clock.advance(minutes(11));
  await refused(finish(console, late.back, late.cookie), 'late');
});

test('the ID token must carry the nonce of this sign-in, the code must fit its verifier', async (t) => {
  const { console } = await installation(t);
  await invite(console, 'ada@people.example');
  for (const column of ['nonce', 'verifier'] as const) {
    const { back, cookie } = await proven(console);
    await console.db
      .updateTable('oidc_flows')
      .set({ [column]: 'x'.repeat(43) })
      .execute();
    const answer = await finish(console, back, cookie);
    assert.equal(answer.headers.location, '/console/sign-in?fault=failed', column);
  }
});

test('single sign-on leads back to this console only', async (t) => {
  const { console } = await installation(t);
  for (const next of ['https://evil.example', '//evil.example', '/\\evil.example', '/ok\n/x']) {
    const answer = await start(console, `?next=${encodeURIComponent(next)}`);
    assert.equal(answer.statusCode, 400, next);
  }
});

test('a provider that does not answer is a fault to read, not an error page', async (t) => {
  const console = await buildConsoleApp(t, {
    oidc: { issuer: 'http://127.0.0.1:9', clientId: 'a', clientSecret: 'b', label: 'Gone' },
  });
  assert.equal((await start(console)).headers.location, '/console/sign-in?fault=failed');
});

test('without settings there is no single sign-on', async (t) => {
  const console = await buildConsoleApp(t);
  assert.equal((await start(console)).statusCode, 404);
  assert.equal((await console.anonymous.get('/session')).json().oidc, null);
});
