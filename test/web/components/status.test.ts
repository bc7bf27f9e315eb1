import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { statusTones } from '#server/web/console/components/status.ts';
import { statusLabels } from '#server/web/console/texts/common.ts';

const texts = resolve(import.meta.dirname, '../../../server/web/console/texts');

test('a state has one name, and one table has it', async () => {
  assert.deepEqual(Object.keys(statusTones).sort(), Object.keys(statusLabels).sort());
  // What has a result is called the same, whichever part of the server tells it.
  assert.equal(new Set([statusLabels.success, statusLabels.finished, statusLabels.done]).size, 1);
  const again: string[] = [];
  for (const file of await readdir(texts, { recursive: true })) {
    if (!file.endsWith('.ts') || file.endsWith('common.ts')) continue;
    const text = await readFile(join(texts, file), 'utf8');
    for (const status of ['queued', 'processing', 'success', 'expired', 'revoked', 'delivered', 'archived']) {
      for (const [line] of text.matchAll(new RegExp(`^\\s+${status}: '[A-Z][a-z]+',?$`, 'gm'))) {
        again.push(`${file}: ${line.trim()}`);
      }
    }
  }
  assert.deepEqual(again, []);
});
