import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  checkKeyPepper,
  KeyPepperError,
  loadKeyPepper,
  openKeyPepper,
} from '#server/modules/installation/key-pepper.ts';
import { dialectTest } from '#test/support/dialect-test.ts';
import { createMovingClock } from '#test/support/moving-clock.ts';

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-pepper-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

test('the pepper is made once, for its owner only, and stays the same', async (t) => {
  const dataDir = await temporaryFolder(t);
  const peppers = await Promise.all(
    Array.from({ length: 20 }, () => loadKeyPepper({ dataDir, keyPepper: null })),
  );
  assert.equal(new Set(peppers).size, 1);
  assert.ok(peppers[0]!.length >= 43, '256 bits');
  assert.equal(await loadKeyPepper({ dataDir, keyPepper: null }), peppers[0]);
  const file = await stat(join(dataDir, 'secrets/key-pepper'));
  assert.equal(file.mode & 0o777, 0o600);
  assert.equal((await stat(join(dataDir, 'secrets'))).mode & 0o777, 0o700);
  assert.deepEqual(await readdir(join(dataDir, 'secrets')), ['key-pepper'], 'no draft is left');
});

test('two installations have different peppers', async (t) => {
  const load = async () => loadKeyPepper({ dataDir: await temporaryFolder(t), keyPepper: null });
  assert.notEqual(await load(), await load());
});

test('a configured pepper is used as it is, and nothing is written', async (t) => {
  const dataDir = await temporaryFolder(t);
  const keyPepper = 'x'.repeat(32);
  assert.equal(await loadKeyPepper({ dataDir, keyPepper }), keyPepper);
  assert.deepEqual(await readdir(dataDir), []);
});

test('a damaged pepper is refused: a new one would silently invalidate every key', async (t) => {
  const dataDir = await temporaryFolder(t);
  await mkdir(join(dataDir, 'secrets'));
  await writeFile(join(dataDir, 'secrets/key-pepper'), '');
  await assert.rejects(loadKeyPepper({ dataDir, keyPepper: null }), /at least 32 characters/);
});

dialectTest(
  'a database is opened with its first pepper only',
  async ({ db, openAnother, config: { dataDir } }) => {
    const clock = createMovingClock();
    const first = { dataDir: join(dataDir, 'first'), keyPepper: null };
    assert.equal(await checkKeyPepper(db, first), false);
    const pepper = await openKeyPepper(db, first, clock);
    assert.equal(await openKeyPepper(await openAnother(), first, clock), pepper);
    assert.equal(await checkKeyPepper(db, first), true);

    // Another machine without the file gets no pepper of its own.
    const second = { dataDir: join(dataDir, 'second'), keyPepper: null };
    await assert.rejects(openKeyPepper(db, second, clock), (error) => {
      assert.ok(error instanceof KeyPepperError);
      for (const said of [
        'here none',
        join(dataDir, 'first/secrets/key-pepper'),
        hostname(),
        '2026-03-01T09:00',
      ])
        assert.ok(error.message.includes(said), `${error.message} lacks ${said}`);
      assert.ok(error.message.endsWith(`, or put it into ${join(dataDir, 'second/secrets/key-pepper')}.`));
      assert.ok(!error.message.includes(pepper));
      return true;
    });
    await assert.rejects(stat(join(dataDir, 'second')), { code: 'ENOENT' });
    await assert.rejects(
      openKeyPepper(db, { ...first, keyPepper: 'y'.repeat(32) }, clock),
      /Set KEY_PEPPER to what that file holds\.$/,
    );
    assert.equal(await openKeyPepper(db, { ...second, keyPepper: pepper }, clock), pepper);
    const rows = await db.selectFrom('installation').selectAll().execute();
    assert.equal(rows.length, 1);
    assert.ok(!rows[0]!.value.includes(pepper));
  },
);

dialectTest(
  'of processes that start at once with two peppers, those with one of them go on',
  async (context) => {
    const clock = createMovingClock();
    const handles = await Promise.all(Array.from({ length: 6 }, () => context.openAnother()));
    const started = await Promise.allSettled(
      handles.map((db, at) =>
        openKeyPepper(db, { dataDir: '/nowhere', keyPepper: String(at % 2).repeat(32) }, clock),
      ),
    );
    const peppers = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    assert.deepEqual([new Set(peppers).size, peppers.length], [1, 3]);
    const reasons = started.flatMap((one) => (one.status === 'rejected' ? [one.reason.message] : []));
    assert.equal(reasons.length, 3);
    for (const reason of reasons) assert.match(reason, /the setting KEY_PEPPER/);
  },
);
