import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TOTP, URI } from 'otpauth';
import { limits } from '#server/config/limits.ts';
import { consoleRoles } from '#server/config/sign-in.ts';
import { roles } from '#server/modules/console/access.ts';
import { minutes, seconds } from '#server/time.ts';
import { buildConsoleApp, type ConsoleApp } from '#test/support/console-app.ts';

const password = 'a long walk at night';
const email = 'ada@people.example';

/** An owner with a password, and a browser that is signed in. */
async function owner(console: ConsoleApp) {
  const { token } = (await console.accounts.invites.setUp('test'))!;
  const accepted = await console.anonymous.post('/invites/accept', { token, email, name: 'Ada', password });
  const browser = (cookie: string) => ({
    send: (method: 'GET' | 'POST' | 'DELETE' | 'PATCH', url: string, payload?: object) =>
      console.anonymous.inject({ method, url, headers: { cookie }, ...(payload && { payload }) }),
  });
  return { ...browser(cookieOf(accepted)), browser };
}

const cookieOf = (answer: { cookies: { name: string; value: string }[] }) => {
  const cookie = answer.cookies.find(({ name }) => name === 'assay_session');
  assert.ok(cookie);
  return `assay_session=${cookie.value}`;
};
const signIn = ({ anonymous }: ConsoleApp, more: object = {}, ip = '203.0.113.7') =>
  anonymous.inject({
    method: 'POST',
    url: '/session',
    payload: { email, password, ...more },
    remoteAddress: ip,
  });

/** The authenticator, set up; its codes and what is left to recover with. */
async function secured(console: ConsoleApp) {
  const ada = await owner(console);
  const begun = await ada.send('POST', '/account/totp', {});
  const totp = URI.parse(begun.json().uri) as TOTP;
  const codeNow = () => totp.generate({ timestamp: console.clock.now() });
  const confirmed = await ada.send('POST', '/account/totp/confirm', { code: codeNow() });
  assert.equal(confirmed.statusCode, 200, confirmed.body);
  console.clock.advance(seconds(30));
  return { ada, totp, codeNow, codes: confirmed.json().codes as string[], secret: begun.json().secret };
}

test('with a second factor the password alone does not sign in', async (t) => {
  const console = await buildConsoleApp(t);
  const { codeNow, totp, codes, secret } = await secured(console);
  assert.deepEqual([totp.algorithm, totp.digits, totp.period, totp.issuer], ['SHA1', 6, 30, 'Assay']);
  assert.equal(codes.length, 10);
  assert.equal((await signIn(console)).json().error.code, 'SECOND_FACTOR_NEEDED');
  assert.equal((await signIn(console, { code: '000000' })).json().error.code, 'SIGN_IN_REFUSED');
  const wrongPassword = await signIn(console, { code: codeNow(), password: 'not the password' });
  assert.equal(wrongPassword.json().error.code, 'SIGN_IN_REFUSED', 'the password is asked first');
  assert.equal((await signIn(console, { code: codeNow() })).statusCode, 200);
  assert.equal((await signIn(console, { code: codeNow() })).statusCode, 401, 'a code serves once');
  assert.equal((await signIn(console, { recoveryCode: codes[0] })).statusCode, 200);
  assert.equal((await signIn(console, { recoveryCode: codes[0] })).statusCode, 401, 'so does this');
  const stored = JSON.stringify([
    await console.db.selectFrom('users').selectAll().execute(),
    await console.db.selectFrom('recovery_codes').selectAll().execute(),
  ]);
  for (const hidden of [secret, codes[1]!, codes[1]!.replaceAll('-', ''), password]) {
    assert.ok(!stored.includes(hidden), 'nothing of it can be read in the database');
  }
  assert.match(stored, /\$argon2id\$v=19\$/);
});

test('a code of the neighbouring half minute is taken, an older one is not', async (t) => {
  const console = await buildConsoleApp(t);
  const { totp } = await secured(console);
  const at = (offsetMs: number) => totp.generate({ timestamp: console.clock.now() + offsetMs });
  assert.equal((await signIn(console, { code: at(-seconds(90)) })).statusCode, 401);
  assert.equal((await signIn(console, { code: at(seconds(30)) })).statusCode, 200, 'a clock that is ahead');
  assert.equal((await signIn(console, { code: at(0) })).statusCode, 401, 'nothing before the last one taken');
});

test('codes cannot be tried until one fits', async (t) => {
  const console = await buildConsoleApp(t);
  const { codeNow } = await secured(console);
  const { perAccount, windowMs } = limits.accounts.secondFactor;
  for (let index = 0; index < perAccount; index++) {
    // From a new address each time, as a botnet would.
    const answer = await signIn(console, { code: '000000' }, `198.51.100.${index}`);
    assert.equal(answer.statusCode, 401);
  }
  assert.equal((await signIn(console, { code: codeNow() }, '198.51.100.99')).statusCode, 429);
  console.clock.advance(windowMs);
  assert.equal((await signIn(console, { code: codeNow() })).statusCode, 200);
});

test('a session left open is not enough to change how its owner signs in', async (t) => {
  const console = await buildConsoleApp(t);
  const ada = await owner(console);
  console.clock.advance(limits.accounts.freshSignInMs + minutes(1));
  const begin = (body: object) => ada.send('POST', '/account/totp', body);
  assert.equal((await begin({})).json().error.code, 'FRESH_SIGN_IN_NEEDED');
  assert.deepEqual((await begin({ password: 'not the password' })).json().error.details, {
    fields: { password: 'This is not your password.' },
  });
  assert.equal((await begin({ password })).statusCode, 200);
  const change = (body: object) => ada.send('POST', '/account/password', body);
  const wrong = await change({ currentPassword: 'not the password', newPassword: 'another long walk' });
  assert.ok(wrong.json().error.details.fields.currentPassword);
  assert.equal((await change({ newPassword: 'another long walk' })).statusCode, 400);
});

test('a new password ends every other session, and this one goes on under a new token', async (t) => {
  const console = await buildConsoleApp(t);
  const ada = await owner(console);
  const elsewhere = ada.browser(cookieOf(await signIn(console)));
  const weak = await ada.send('POST', '/account/password', {
    currentPassword: password,
    newPassword: 'short',
  });
  assert.ok(weak.json().error.details.fields.newPassword);
  const changed = await ada.send('POST', '/account/password', {
    currentPassword: password,
    newPassword: 'another long walk',
  });
  assert.equal(changed.statusCode, 200, changed.body);
  assert.equal((await elsewhere.send('GET', '/account')).statusCode, 401);
  assert.equal((await ada.send('GET', '/account')).statusCode, 401, 'the token from before');
  assert.equal((await ada.browser(cookieOf(changed)).send('GET', '/account')).statusCode, 200);
  assert.equal((await signIn(console)).statusCode, 401);
  assert.equal((await signIn(console, { password: 'another long walk' })).statusCode, 200);
});

test('the second factor goes with a code only, and its recovery codes with it', async (t) => {
  const console = await buildConsoleApp(t);
  const { ada, codeNow, codes } = await secured(console);
  assert.equal((await ada.send('DELETE', '/account/totp', { code: '000000' })).statusCode, 401);
  const renewed = await ada.send('POST', '/account/recovery-codes', { code: codes[0] });
  assert.equal(renewed.json().codes.length, 10);
  assert.equal((await signIn(console, { recoveryCode: codes[1] })).statusCode, 401, 'the old ones are void');
  const off = await ada.send('DELETE', '/account/totp', { code: codeNow() });
  assert.equal(off.json().totpEnabled, false);
  assert.equal(off.json().recoveryCodesLeft, 0);
  assert.equal((await signIn(console)).statusCode, 200);
});

test('a link for a new password does not stand in for the second factor, unless it is to', async (t) => {
  const console = await buildConsoleApp(t);
  const { codes } = await secured(console);
  const other = await console.as('owner');
  const { items } = (await other.get('/installation/people')).json();
  const { userId } = items.find((person: { email: string }) => person.email === email);
  const link = async (body: object) => {
    const made = await other.post(`/installation/people/${userId}/reset`, body);
    return (made.json().link as string).split('#')[1]!;
  };
  const accept = (token: string, more: object = {}) =>
    console.anonymous.post('/invites/accept', { token, password: 'yet another walk', ...more });

  const token = await link({});
  assert.equal((await accept(token)).json().error.code, 'SECOND_FACTOR_NEEDED');
  assert.equal((await accept(token, { recoveryCode: codes[0] })).statusCode, 200);
  assert.equal((await accept(token, { recoveryCode: codes[1] })).statusCode, 404, 'used up');
  assert.equal((await signIn(console, { recoveryCode: codes[2] })).statusCode, 401, 'another password now');

  const freeing = await link({ removeSecondFactor: true });
  assert.equal((await accept(freeing)).statusCode, 200);
  const account = await signIn(console, { password: 'yet another walk' });
  assert.equal(account.json().person.totpEnabled, false);
});

test('a role that needs a second factor sees nothing but its own account without one', async (t) => {
  const console = await buildConsoleApp(t, { secondFactorRoles: ['owner', 'admin'] });
  const { clientId } = await console.customer();
  const admin = await console.as('admin', clientId);
  const recruiter = await console.as('recruiter', clientId);
  const owner = await console.as('owner');
  for (const [visitor, path] of [
    [admin, `/clients/${clientId}/runs`],
    [admin, '/clients'],
    [owner, '/installation/people'],
  ] as const) {
    const refused = await visitor.get(path);
    assert.deepEqual([refused.statusCode, refused.json().error.code], [403, 'SECOND_FACTOR_REQUIRED'], path);
  }
  assert.equal((await recruiter.get(`/clients/${clientId}/runs`)).statusCode, 200);
  assert.equal((await admin.get('/session')).json().person.mustAddSecondFactor, true);
  assert.equal((await recruiter.get('/session')).json().person.mustAddSecondFactor, false);

  const { uri } = (await admin.post('/account/totp')).json() as { uri: string };
  const totp = URI.parse(uri) as TOTP;
  const code = totp.generate({ timestamp: console.clock.now() });
  assert.equal((await admin.post('/account/totp/confirm', { code })).statusCode, 200);
  assert.equal((await admin.get(`/clients/${clientId}/runs`)).statusCode, 200);
  assert.equal((await admin.get('/session')).json().person.mustAddSecondFactor, false);
});

test('the roles that a setting can name are those of the console', () => {
  assert.deepEqual(consoleRoles, roles);
});
