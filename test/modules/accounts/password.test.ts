import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPasswordHasher, requirePassword } from '#server/modules/accounts/password.ts';
import { cheapPasswords } from '#test/support/build-test-app.ts';

const pepper = 'a pepper for tests, 32 characters';
const password = 'a long walk at night';

test('the appliance hashes with Argon2id, 64 MiB and 2 passes, each time with another salt', async () => {
  const hasher = createPasswordHasher(pepper);
  const [first, second] = [await hasher.hash(password), await hasher.hash(password)];
  assert.match(first, /^\$argon2id\$v=19\$m=65536,t=2,p=1\$/);
  assert.notEqual(first, second);
  assert.equal(await hasher.verify(first, password), true);
  assert.equal(await hasher.verify(first, `${password}.`), false);
  assert.equal(hasher.isOutdated(first), false);
  assert.equal(hasher.isOutdated(await createPasswordHasher(pepper, cheapPasswords).hash(password)), true);
});

test('a hash is worth nothing without the installation’s pepper', async () => {
  const stored = await createPasswordHasher(pepper, cheapPasswords).hash(password);
  const elsewhere = createPasswordHasher('another pepper of 32 characters..', cheapPasswords);
  assert.equal(await elsewhere.verify(stored, password), false);
});

test('an account without password takes as long, and no password fits it', async () => {
  const hasher = createPasswordHasher(pepper);
  const stored = await hasher.hash(password);
  const timed = async (against: string | null) => {
    await hasher.verify(against, 'first');
    const times = [];
    for (let index = 0; index < 5; index++) {
      const from = performance.now();
      assert.equal(await hasher.verify(against, 'of nobody'), false);
      times.push(performance.now() - from);
    }
    return Math.min(...times);
  };
  const ratio = (await timed(stored)) / (await timed(null));
  assert.ok(ratio > 0.25 && ratio < 4, `${ratio}`);
});

test('keyboards that write a letter differently write the same password', async () => {
  const hasher = createPasswordHasher(pepper, cheapPasswords);
  const stored = await hasher.hash('Spaziergang über Nacht'.normalize('NFC'));
  assert.equal(await hasher.verify(stored, 'Spaziergang über Nacht'.normalize('NFD')), true);
});

test('no more hashes are calculated at once than memory is meant for, and too many waiting are refused', async () => {
  const hasher = createPasswordHasher(pepper, { ...cheapPasswords, atOnce: 1 });
  const results = await Promise.allSettled(Array.from({ length: 80 }, () => hasher.hash(password)));
  const refused = results.filter(({ status }) => status === 'rejected');
  assert.equal(refused.length, 80 - 1 - 64);
  assert.equal((refused[0] as PromiseRejectedResult).reason.code, 'RATE_LIMIT_EXCEEDED');
  assert.ok(await hasher.hash(password), 'and then it goes on');
});

/** Of lists of leaked passwords those with twelve characters or more, and what people make of short ones to get there. */
const common = [
  'password1234',
  'Password123!',
  'P@ssw0rd1234',
  'passwordpassword',
  'qwertyuiop123',
  'qwerty123456',
  '1q2w3e4r5t6y',
  '1qaz2wsx3edc',
  'asdfghjkl1234',
  'iloveyou1234',
  'administrator',
  'Administrator1!',
  'welcome12345',
  'Welcome2024!',
  'letmein12345',
  'football1234',
  'Liverpool2024!!',
  'Summer2025!!!',
  'superman1234',
  'michaeljordan23',
  'trustno1trustno1',
  '123qweasdzxc',
  'changeme1234',
  '!!!dragon2000!!!',
];

test('passwords that guessers try first are refused', () => {
  for (const one of common) {
    assert.throws(() => requirePassword(one, 'ada@people.example'), { code: 'INVALID_INPUT' }, one);
  }
});

test('passphrases and random passwords are taken', () => {
  for (const one of [
    'correct horse battery staple',
    'a long walk at night',
    'a long enough sentence',
    'kx7Rf-29mQp-Zt4',
    'Spaziergang über Nacht',
    'wR9!tbQ2#mLz',
    'tulip envelope harbour nine',
    'кот бежит по крыше',
  ]) {
    assert.equal(requirePassword(one, 'ada@people.example'), one);
  }
});
