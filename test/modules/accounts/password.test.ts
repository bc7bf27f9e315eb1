import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPasswordHasher } from '#server/modules/accounts/password.ts';
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
