import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { machineIdOf } from '#server/dispatch/host.ts';

test('workers on one data folder are one machine, also when all start at once, and another folder is another', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'assay-machine-'));
  t.after(() => rm(root, { recursive: true, force: true }));
  const here = join(root, 'here');
  const ids = await Promise.all(Array.from({ length: 20 }, () => machineIdOf(here)));
  assert.equal(new Set(ids).size, 1);
  assert.match(ids[0]!, /^[0-9a-f-]{36}$/);
  assert.equal(await machineIdOf(here), ids[0]);
  assert.deepEqual(await readdir(here), ['machine-id']);
  assert.notEqual(await machineIdOf(join(root, 'there')), ids[0]);
});
