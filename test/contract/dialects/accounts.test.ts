import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { TOTP } from 'otpauth';
import { auditedThings } from '#server/app/audited-things.ts';
import { createAttempts } from '#server/modules/accounts/attempts.ts';
import { createAccounts } from '#server/modules/accounts/service.ts';
import { createAuditService } from '#server/modules/audit/service.ts';
import { createSecretSeal } from '#server/modules/webhooks/secret-seal.ts';
import { cheapPasswords } from '#test/support/build-test-app.ts';
import { createDataLayer } from '#test/support/data-layer.ts';
import { type DialectTest, dialectTest } from '#test/support/dialect-test.ts';
import { createMovingClock } from '#test/support/moving-clock.ts';
import { testPepper as keyPepper } from '#test/support/webhooks.ts';

const origin = { ipAddress: '203.0.113.7', userAgent: 'test' };
const password = 'a long walk at night';

function accountsOn(db: DialectTest['db'], clock = createMovingClock()) {
  const audit = createAuditService({ db, clock, things: auditedThings, keyPepper });
  const seal = createSecretSeal(keyPepper, 'authenticator');
  return createAccounts({
    db,
    clock,
    keyPepper,
    seal,
    audit,
    passwordCost: cheapPasswords,
    newId: randomUUID,
  });
}

const outcomes = async (tries: Promise<unknown>[]) => {
  const settled = await Promise.allSettled(tries);
  return settled
    .map((one) => (one.status === 'fulfilled' ? 'in' : (one.reason as { code: string }).code))
    .sort();
};

/** These look at accounts, not at the audit log. */
const noEntry = async () => {};

dialectTest('a link lets one person in, however many open it at once', async ({ db, openAnother }) => {
  const handles = [db, await openAnother(), await openAnother()].map((handle) => accountsOn(handle));
  const { token } = (await handles[0]!.invites.setUp('test'))!;
  const tries = Array.from({ length: 6 }, (_, index) =>
    handles[index % 3]!.invites.accept(
      { token, email: `person${index}@people.example`, name: 'Ada', password, signedIn: undefined },
      origin,
      noEntry,
    ),
  );
  assert.deepEqual(await outcomes(tries), [
    'NOT_FOUND',
    'NOT_FOUND',
    'NOT_FOUND',
    'NOT_FOUND',
    'NOT_FOUND',
    'in',
  ]);
  assert.equal((await handles[0]!.people.everybody()).length, 1);
  assert.equal(await handles[0]!.invites.setUp('test'), null, 'there is an owner now');
});

dialectTest(
  'no more tries are counted as allowed than are, from any process',
  async ({ db, openAnother }) => {
    const clock = createMovingClock();
    const counters = [db, await openAnother()].map((handle) => createAttempts({ db: handle, clock }));
    const allowance = { subject: 'account:x', count: 5, windowMs: 60_000 };
    const tries = Array.from({ length: 20 }, (_, index) => counters[index % 2]!.take([allowance]));
    const results = await outcomes(tries);
    assert.equal(results.filter((result) => result === 'in').length, 5);
    clock.advance(60_000);
    await counters[0]!.take([allowance]);
  },
);

dialectTest(
  'a code and a recovery code serve once, however many send them at once',
  async ({ db, openAnother }) => {
    const clock = createMovingClock();
    const handles = [accountsOn(db, clock), accountsOn(await openAnother(), clock)];
    const [accounts] = handles as [(typeof handles)[0], (typeof handles)[0]];
    const { token } = (await accounts.invites.setUp('test'))!;
    const email = 'ada@people.example';
    const { session } = await accounts.invites.accept(
      { token, email, name: 'Ada', password, signedIn: undefined },
      origin,
      noEntry,
    );
    const who = (await accounts.sessions.find(session.token))!;
    const { uri } = await accounts.own.beginTotp(who, {}, origin, noEntry);
    const totp = (await import('otpauth')).URI.parse(uri) as TOTP;
    const codeNow = () => totp.generate({ timestamp: clock.now() });
    const [recoveryCode] = await accounts.own.confirmTotp(who, codeNow());
    clock.advance(30_000);
    const code = codeNow();
    const attempt = (factor: object, index: number) =>
      handles[index % 2]!.signIn(
        { email, password, ...factor },
        { ...origin, ipAddress: `198.51.100.${index}` },
        noEntry,
      );
    assert.deepEqual(await outcomes([0, 1, 2, 3].map((index) => attempt({ code }, index))), [
      'SIGN_IN_REFUSED',
      'SIGN_IN_REFUSED',
      'SIGN_IN_REFUSED',
      'in',
    ]);
    const given = recoveryCode!.toUpperCase().replaceAll('-', ' ');
    assert.deepEqual(await outcomes([0, 1, 2].map((index) => attempt({ recoveryCode: given }, index))), [
      'SIGN_IN_REFUSED',
      'SIGN_IN_REFUSED',
      'in',
    ]);
    assert.equal((await accounts.own.read(who.user.id)).recoveryCodesLeft, 9);
  },
);

dialectTest(
  'the installation always keeps an owner, however many resign at once',
  async ({ db, openAnother }) => {
    const handles = [accountsOn(db), accountsOn(await openAnother())];
    const at = '2026-01-01T00:00:00.000Z';
    const ids = ['u1', 'u2', 'u3', 'u4'];
    await db
      .insertInto('users')
      .values(ids.map((id) => ({ id, email: `${id}@people.example`, name: id, is_owner: 1, created_at: at })))
      .execute();
    const results = await outcomes(
      ids.map((id, index) =>
        handles[index % 2]!.people.change(id, index % 2 === 0 ? { isOwner: false } : { disabled: true }),
      ),
    );
    assert.deepEqual(results, ['INVALID_INPUT', 'in', 'in', 'in']);
  },
);

dialectTest('people, their roles and their links come back as they were stored', async ({ db }) => {
  const clock = createMovingClock();
  const { identity } = createDataLayer(db, clock);
  const { people, invites, sessions } = accountsOn(db, clock);
  const acme = await identity.createClient({ name: 'Acme', credits: 0 });
  const other = await identity.createClient({ name: 'Other', credits: 0 });
  const made = await invites.member({
    clientId: acme.id,
    email: ' Ada@People.example ',
    role: 'recruiter',
    createdBy: 'test',
  });
  const [open] = await invites.open(acme.id);
  assert.deepEqual([open!.email, open!.role, open!.createdBy], ['ada@people.example', 'recruiter', 'test']);
  assert.deepEqual(await invites.open(other.id), []);
  assert.equal(await invites.revoke(other.id, made.inviteId), false, 'not through another client');
  const again = await invites.member({
    clientId: acme.id,
    email: 'ada@people.example',
    role: 'viewer',
    createdBy: 'test',
  });
  await assert.rejects(
    invites.check(made.token),
    { code: 'NOT_FOUND' },
    'the newest link replaces the others',
  );
  const { session, user } = await invites.accept(
    { token: again.token, name: 'Ada', password, signedIn: undefined },
    origin,
    noEntry,
  );
  const signedIn = (await sessions.find(session.token))!;
  assert.deepEqual(signedIn.memberships, [
    { clientId: acme.id, role: 'viewer', clientName: 'Acme', clientActive: true },
  ]);
  await assert.rejects(people.changeRole(other.id, user.id, 'admin'), { code: 'NOT_FOUND' });
  assert.deepEqual(await people.changeRole(acme.id, user.id, 'admin'), { before: 'viewer' });
  assert.equal((await people.members(acme.id))[0]!.role, 'admin');
  await people.removeMember(acme.id, user.id);
  assert.deepEqual((await sessions.find(session.token))!.memberships, [], 'at once');
});
