import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { stat, utimes } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { aliveFile, showAlive } from '#server/process/alive.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

const probe = resolve(import.meta.dirname, '../../server/health-probe.ts');
const nobodyWarns = { warn: () => assert.fail('a warning') };

const askFor = (role: string, env: Record<string, string>) =>
  spawnSync(process.execPath, [probe, role], { env: { PATH: process.env.PATH, ...env } }).status;

test('a probe is content with a role that shows itself, and not with one that stands still or is not there', async (t) => {
  const folder = await tempFolder(t);
  const path = aliveFile(folder, 'worker');
  showAlive(path, { logger: nobodyWarns });
  assert.equal((await stat(path)).mode & 0o077, 0);
  assert.equal(askFor('worker', { SCRATCH_DIR: folder, DATA_DIR: '/nowhere' }), 0);
  assert.equal(askFor('worker', { DATA_DIR: folder }), 0, 'where there is no other folder');
  assert.equal(askFor('live', { DATA_DIR: folder }), 1);
  const longAgo = new Date(Date.now() - 70_000);
  await utimes(path, longAgo, longAgo);
  assert.equal(askFor('worker', { DATA_DIR: folder }), 1);
});

test('a full disk stops no process', async (t) => {
  const warnings: unknown[] = [];
  showAlive(aliveFile(join(await tempFolder(t), 'gone'), 'worker'), {
    logger: { warn: (fields: unknown) => void warnings.push(fields) },
  });
  assert.equal(warnings.length, 1);
});
