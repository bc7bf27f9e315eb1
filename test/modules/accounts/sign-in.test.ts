import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '#server/config/limits.ts';
import { hours, minutes } from '#server/time.ts';
import { submit } from '#test/support/build-test-app.ts';
import { buildConsoleApp, type ConsoleApp, type Visitor } from '#test/support/console-app.ts';

const password = 'a long walk at night';
const { signIn: allowed } = limits.accounts;

/** An account with a password, made as people make it: by the link of an owner. */
async function account({ anonymous, as, customer }: ConsoleApp, email = 'ada@people.example') {
  const { clientId } = await customer();
  const owner = await as('owner');
  const { link } = (await owner.post(`/clients/${clientId}/members`, { email, role: 'admin' })).json();
  const accepted = await anonymous.post('/invites/accept', {
    token: link.split('#')[1],
    name: 'Ada',
    password,
  });
  assert.equal(accepted.statusCode, 200, accepted.body);
  return { clientId, email, owner, cookies: accepted.cookies };
}

const signIn = (
  { anonymous }: ConsoleApp,
  body: object,
  { ip = '203.0.113.7', cookie = '', proto = 'http' }: { ip?: string; cookie?: string; proto?: string } = {},
) =>
  anonymous.inject({
    method: 'POST',
    url: '/session',
    payload: body,
    remoteAddress: ip,
    headers: { cookie, 'x-forwarded-proto': proto },
  });

test('a right password gives a cookie that only our pages can use', async (t) => {
  const console = await buildConsoleApp(t);
  const { email, clientId } = await account(console);
  const answer = await signIn(console, { email: ' Ada@People.Example ', password });
  assert.equal(answer.statusCode, 200);
  const [cookie] = answer.cookies;
  assert.match(
    String(answer.headers['set-cookie']),
    /^assay_session=[\w-]{43}; Path=\/console; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
  );
  const { person, isSetUp } = answer.json();
  assert.equal(isSetUp, true);
  assert.deepEqual(person.clients, [{ id: clientId, name: 'Acme', role: 'admin', isActive: true }]);
  const session = await console.anonymous.inject({
    url: '/session',
    headers: { cookie: `assay_session=${cookie!.value}` },
  });
  assert.equal(session.json().person.email, email);
  const rows = await console.db.selectFrom('console_sessions').selectAll().execute();
  assert.ok(!JSON.stringify(rows).includes(cookie!.value), 'the token itself is stored nowhere');
});

test('the cookie is Secure where the visitor came by https', async (t) => {
  const console = await buildConsoleApp(t, { trustProxy: ['127.0.0.1'] });
  const { email } = await account(console);
  const answer = await console.anonymous.inject({
    method: 'POST',
    url: '/session',
    payload: { email, password },
    headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' },
  });
  assert.match(String(answer.headers['set-cookie']), /; HttpOnly; Secure; SameSite=Strict$/);
});

test('whether an account exists cannot be told from the answer', async (t) => {
  const console = await buildConsoleApp(t);
  const { email } = await account(console);
  const bodies = await Promise.all(
    [
      { email, password: 'not the password' },
      { email: 'nobody@people.example', password },
    ].map((body) => signIn(console, body)),
  );
  const [known, unknown] = bodies.map((answer) => {
    const { timestamp: _, requestId: __, ...error } = answer.json().error;
    return { status: answer.statusCode, error };
  });
  assert.deepEqual(known, unknown);
  assert.equal(known!.status, 401);
  assert.equal(known!.error.code, 'SIGN_IN_REFUSED');
});

test('guessing at an account is slowed down for the guesser, not for the person', async (t) => {
  const console = await buildConsoleApp(t);
  const { email } = await account(console);
  // All at once: none of them may slip through before the others were counted.
  const guesses = await Promise.all(
    Array.from({ length: allowed.perAccountAndAddress + 4 }, (_, index) =>
      signIn(console, { email, password: `guess number ${index}` }),
    ),
  );
  const statuses = guesses.map((answer) => answer.statusCode).sort();
  assert.equal(statuses.filter((status) => status === 401).length, allowed.perAccountAndAddress);
  assert.equal(statuses.filter((status) => status === 429).length, 4);
  const refused = await signIn(console, { email, password });
  assert.equal(refused.statusCode, 429, 'the right password no longer helps the guesser');
  assert.ok(Number(refused.headers['retry-after']) <= allowed.windowMs / 1000);
  const elsewhere = await signIn(console, { email, password }, { ip: '198.51.100.4' });
  assert.equal(elsewhere.statusCode, 200);
  console.clock.advance(allowed.windowMs + 1);
  assert.equal((await signIn(console, { email, password })).statusCode, 200);
});

test('one address cannot try one password on everybody', async (t) => {
  const console = await buildConsoleApp(t);
  const subject = async (index: number) =>
    (
      await signIn(
        console,
        { email: `person${index}@people.example`, password: 'Password1234' },
        // One visitor has a whole /64 of IPv6.
        { ip: `2001:db8::${(index + 1).toString(16)}` },
      )
    ).statusCode;
  // As though these had been tried.
  await subject(0);
  await console.db.updateTable('sign_in_attempts').set({ count: allowed.perAddress }).execute();
  assert.equal(await subject(1), 429);
});

test('signing in ends the session that this browser had, and never takes one it was given', async (t) => {
  const console = await buildConsoleApp(t);
  const { email, cookies } = await account(console);
  const before = `assay_session=${cookies[0]!.value}`;
  const planted = await signIn(console, { email, password }, { cookie: before });
  assert.notEqual(planted.cookies[0]!.value, cookies[0]!.value);
  const old = await console.anonymous.inject({ url: '/account', headers: { cookie: before } });
  assert.equal(old.statusCode, 401);
  const made = await signIn(console, { email, password }, { cookie: 'assay_session=chosen-by-somebody' });
  assert.notEqual(made.cookies[0]!.value, 'chosen-by-somebody');
});

test('a session ends unused after half an hour, and used after half a day', async (t) => {
  const console = await buildConsoleApp(t);
  const { idleMs, wholeMs } = limits.accounts.session;
  assert.deepEqual([idleMs, wholeMs], [minutes(30), hours(12)]);
  const visitor = await console.as('owner');
  const isIn = async () => (await visitor.get('/account')).statusCode === 200;
  console.clock.advance(idleMs - minutes(1));
  assert.ok(await isIn());
  console.clock.advance(idleMs - minutes(1));
  assert.ok(await isIn(), 'use prolongs it');
  console.clock.advance(idleMs);
  assert.ok(!(await isIn()));

  const busy = await console.as('owner');
  const step = minutes(20);
  for (let passed = 0; passed < wholeMs; passed += step) {
    assert.equal((await busy.get('/account')).statusCode, 200, `after ${passed / minutes(1)} minutes`);
    console.clock.advance(step);
  }
  assert.equal((await busy.get('/account')).statusCode, 401, 'nothing prolongs it beyond its end');
});

test('signing out ends the session on the server, too', async (t) => {
  const console = await buildConsoleApp(t);
  const visitor = await console.as('owner');
  const answer = await visitor.delete('/session');
  assert.equal(answer.statusCode, 204);
  assert.match(String(answer.headers['set-cookie']), /^assay_session=; .*Expires=Thu, 01 Jan 1970/);
  assert.equal((await visitor.get('/account')).statusCode, 401);
});

test('a disabled person is out at once and cannot come back', async (t) => {
  const console = await buildConsoleApp(t);
  const { email, owner, cookies } = await account(console);
  const cookie = `assay_session=${cookies[0]!.value}`;
  const { items } = (await owner.get('/installation/people')).json();
  const { userId } = items.find((person: { email: string }) => person.email === email);
  assert.equal((await owner.patch(`/installation/people/${userId}`, { disabled: true })).statusCode, 200);
  const there = await console.anonymous.inject({ url: '/account', headers: { cookie } });
  assert.equal(there.statusCode, 401);
  const again = await signIn(console, { email, password });
  assert.equal(again.json().error.code, 'SIGN_IN_REFUSED');
});

test('every sign-in and every refusal for a known account is in the audit log', async (t) => {
  const console = await buildConsoleApp(t);
  const { email, owner } = await account(console);
  await signIn(console, { email, password: 'not the password' });
  await signIn(console, { email: 'my secret typed into the wrong field', password });
  await signIn(console, { email, password });
  const { items } = (await owner.get('/installation/audit?action=session')).json();
  assert.deepEqual(
    items.map((entry: { action: string }) => entry.action),
    ['session.start', 'session.refuse'],
  );
  assert.equal(items[0].actor.name, email);
  assert.equal(items[0].ipAddress, '203.0.113.7');
  assert.equal(items[1].details.why, 'wrong password');
});

test('over TLS the cookie is of this host alone, and browsers are told to come by TLS only', async (t) => {
  const console = await buildConsoleApp(t, { trustProxy: ['127.0.0.1'] });
  const { email } = await account(console);
  const tls = { 'x-forwarded-proto': 'https' };
  const answer = await signIn(console, { email, password }, { ip: '127.0.0.1', proto: 'https' });
  const [cookie] = answer.cookies;
  assert.match(
    String(answer.headers['set-cookie']),
    /^__Host-assay_session=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$/,
  );
  assert.equal(answer.headers['strict-transport-security'], 'max-age=31536000');
  const mine = `assay_session=${cookie!.value}`;
  const read = (headers: Record<string, string>) =>
    console.anonymous.inject({ url: '/account', headers }).then(({ statusCode }) => statusCode);
  assert.equal(await read({ ...tls, cookie: `__Host-${mine}` }), 200);
  assert.equal(await read({ ...tls, cookie: mine }), 401, 'a cookie that could have been planted');
  const plain = await console.anonymous.get('/session');
  assert.equal(plain.headers['strict-transport-security'], undefined);
});

for (const [what, end] of [
  [
    'the session ends',
    (console: ConsoleApp, visitor: Visitor) =>
      console.app.inject({
        method: 'DELETE',
        url: '/console/api/session',
        headers: { cookie: visitor.cookie, 'x-assay-console': '1' },
      }),
  ],
  ['it was not used for half an hour', async (console: ConsoleApp) => console.clock.advance(minutes(31))],
  [
    'the role is taken away',
    (console: ConsoleApp, visitor: Visitor) =>
      console.db.deleteFrom('memberships').where('user_id', '=', visitor.userId).execute(),
  ],
] as const) {
  test(`a stream of events ends when ${what}`, async (t) => {
    const console = await buildConsoleApp(t);
    const { clientId, apiKey } = await console.customer();
    const { id } = (await submit(console.app, { apiKey })).json() as { id: string };
    const viewer = await console.as('viewer', clientId);
    const stream = Promise.resolve(viewer.get(`/clients/${clientId}/runs/${id}/events`));
    await new Promise((done) => setTimeout(done, 1000));
    await end(console, viewer);
    assert.match((await stream).body, /^data: /);
  });
}
