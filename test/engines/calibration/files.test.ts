import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadCalibration } from '#server/engines/calibration/files.ts';

const shipped = join(import.meta.dirname, '..', '..', '..', 'models', 'calibration');

test('each calibration carries the hash of its file', () => {
  const loaded = loadCalibration(shipped);
  for (const name of ['scale', 'vocabulary', 'fluency', 'accent'] as const) {
    const bytes = readFileSync(join(shipped, `${name}.json`));
    assert.equal(loaded[name].sha256, createHash('sha256').update(bytes).digest('hex'));
  }
});

test('a missing, broken or mistaken file is named', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'calibration-'));
  t.after(() => rmSync(folder, { recursive: true }));
  cpSync(shipped, folder, { recursive: true });
  cpSync(join(folder, 'fluency.json'), join(folder, 'vocabulary.json'));
  assert.throws(() => loadCalibration(folder), /vocabulary\.json is not one of vocabulary/);
  writeFileSync(join(folder, 'vocabulary.json'), '{');
  assert.throws(() => loadCalibration(folder), /vocabulary\.json cannot be used/);
  rmSync(join(folder, 'scale.json'));
  assert.throws(() => loadCalibration(folder), /scale\.json cannot be used/);
});
