import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { loadKeyPepper } from '#server/modules/identity/key-pepper.ts';

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
