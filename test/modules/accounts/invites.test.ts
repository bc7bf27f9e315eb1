import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '#server/config/limits.ts';
import { buildConsoleApp, type ConsoleApp, type Visitor } from '#test/support/console-app.ts';

const password = 'a long walk at night';
const tokenOf = (answer: Awaited<ReturnType<Visitor['get']>>) => {
  assert.equal(answer.statusCode, 201, answer.body);
  return (answer.json().link as string).split('#')[1]!;
};
const accept = ({ anonymous }: ConsoleApp, body: object) => anonymous.post('/invites/accept', body);

test('a link says what it is for, and then lets one person in with exactly that', async (t) => {
  const console = await buildConsoleApp(t);
  const { clientId } = await console.customer();
  const admin = await console.as('admin', clientId);
  const token = tokenOf(
    await admin.post(`/clients/${clientId}/members`, { email: 'Ada@People.example', role: 'recruiter' }),
  );
  const meaning = (await console.anonymous.post('/invites/check', { token })).json();
  assert.equal(meaning.purpose, 'member');
  assert.equal(meaning.email, 'ada@people.example');
  assert.deepEqual(meaning.client, { id: clientId, name: 'Acme', role: 'recruiter' });
  assert.equal(meaning.hasAccount, false);
  const answer = await accept(console, {
    token,
    // Only the address that was invited counts.
    email: 'eve@people.example',
    name: 'Ada',
    password,
  });
  const { person } = answer.json();
  assert.equal(person.email, 'ada@people.example');
  assert.equal(person.isOwner, false);
  assert.deepEqual(person.clients, [{ id: clientId, name: 'Acme', role: 'recruiter', isActive: true }]);
  const { items, invites } = (await admin.get(`/clients/${clientId}/members`)).json();
  assert.equal(items.length, 2);
  assert.deepEqual(invites, []);
});

test('a link never opens an account that exists: its owner signs in and joins', async (t) => {
  const console = await buildConsoleApp(t);
  const { clientId } = await console.customer();
  const { clientId: otherId } = await console.customer();
  const admin = await console.as('admin', clientId);
  const ada = await console.as('viewer', otherId);
  const token = tokenOf(
    await admin.post(`/clients/${clientId}/members`, { email: ada.email, role: 'admin' }),
  );
  const meaning = (await console.anonymous.post('/invites/check', { token })).json();
  const other = tokenOf(
    await admin.post(`/clients/${clientId}/members`, { email: 'nobody@people.example', role: 'admin' }),
  );
  const ofNobody = (await console.anonymous.post('/invites/check', { token: other })).json();
  const common = { email: 'x', expiresAt: 'x' };
  assert.deepEqual({ ...meaning, ...common }, { ...ofNobody, ...common }, 'a stranger learns of no account');
  const ofAda = (await ada.post('/invites/check', { token })).json();
  assert.deepEqual([ofAda.hasAccount, ofAda.name !== null], [true, true]);
  for (const visitor of [console.anonymous, admin]) {
    const refused = await visitor.post('/invites/accept', { token, name: 'Eve', password });
    assert.equal(refused.json().error.code, 'NOT_SIGNED_IN');
  }
  const joined = await ada.post('/invites/accept', { token });
  assert.deepEqual(
    joined
      .json()
      .person.clients.map(({ role }: { role: string }) => role)
      .sort(),
    ['admin', 'viewer'],
  );
  assert.equal((await ada.post('/invites/accept', { token })).statusCode, 404);
});

test('a link ends by time, by being taken back, and by a newer one', async (t) => {
  const console = await buildConsoleApp(t);
  const { clientId } = await console.customer();
  const admin = await console.as('admin', clientId);
  const owner = await console.as('owner');
  const isOpen = async (token: string) =>
    (await console.anonymous.post('/invites/check', { token })).statusCode === 200;
  const invite = async () =>
    admin.post(`/clients/${clientId}/members`, { email: 'ada@people.example', role: 'viewer' });

  const [first, second] = [await invite(), await invite()];
  assert.deepEqual([await isOpen(tokenOf(first)), await isOpen(tokenOf(second))], [false, true]);
  const { inviteId } = second.json();
  assert.equal((await owner.delete(`/installation/people/invites/${inviteId}`)).statusCode, 404, 'not there');
  assert.equal((await admin.delete(`/clients/${clientId}/invites/${inviteId}`)).statusCode, 204);
  assert.equal(await isOpen(tokenOf(second)), false);
  const third = tokenOf(await invite());
  console.clock.advance(limits.accounts.linkMs.invite - 1);
  assert.equal(await isOpen(third), true);
  console.clock.advance(1);
  assert.equal(await isOpen(third), false);
});

test('passwords that an attacker would try first are refused, each naming its field', async (t) => {
  const console = await buildConsoleApp(t);
  const { token } = (await console.accounts.invites.setUp('test'))!;
  const person = { token, email: 'ada.lovelace@people.example', name: 'Ada' };
  for (const weak of [
    'elevenchars',
    'aaaaaaaaaaaaaaaa',
    'abcdefghijklmnop',
    '1234567890123',
    'ada.lovelace2026',
    'x'.repeat(201),
  ]) {
    const answer = await accept(console, { ...person, password: weak });
    assert.equal(answer.statusCode, 400, weak);
    assert.ok(answer.json().error.details.fields.password, weak);
  }
  const nameless = await accept(console, { ...person, name: ' ', password });
  assert.ok(nameless.json().error.details.fields.name);
  const addressless = await accept(console, { ...person, email: 'ada', password });
  assert.ok(addressless.json().error.details.fields.email);
  assert.equal(
    (await accept(console, { ...person, password })).statusCode,
    200,
    'none of it used the link up',
  );
});

test('a field that is missing or too long is named', async (t) => {
  const { anonymous } = await buildConsoleApp(t);
  for (const [body, field] of [
    [{ email: 'a@b.example' }, 'password'],
    [{ password }, 'email'],
    [{ email: 'a@b.example', password: 'x'.repeat(10_000) }, 'password'],
  ] as const) {
    const { error } = (await anonymous.post('/session', body)).json();
    assert.equal(error.code, 'INVALID_INPUT');
    assert.deepEqual(Object.keys(error.details.fields), [field], JSON.stringify(body));
  }
});

test('the last owner stays one', async (t) => {
  const console = await buildConsoleApp(t);
  const owner = await console.as('owner');
  for (const change of [{ isOwner: false }, { disabled: true }]) {
    const answer = await owner.patch(`/installation/people/${owner.userId}`, change);
    assert.equal(answer.statusCode, 400);
    assert.match(answer.json().error.message, /last owner/);
  }
  const second = await console.as('owner');
  assert.equal(
    (await second.patch(`/installation/people/${owner.userId}`, { isOwner: false })).statusCode,
    200,
  );
  assert.equal((await owner.get('/installation/people')).statusCode, 403, 'at once');
});

test('the link of the first start is void once there is an owner, and no longer shown', async (t) => {
  const console = await buildConsoleApp(t);
  const { token } = (await console.accounts.invites.setUp('test'))!;
  const owner = await console.as('owner');
  assert.deepEqual((await owner.get('/installation/people')).json().invites, []);
  assert.equal((await console.anonymous.post('/invites/check', { token })).statusCode, 404);
});
