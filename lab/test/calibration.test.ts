import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calibrateFromNorms, fluencySpecs, vocabularySpecs } from '../calibrate/from-norms.ts';

for (const [dimension, make] of [
  ['vocabulary', () => calibrateFromNorms('vocabulary', vocabularySpecs, 0.85, 20_261)],
  ['fluency', () => calibrateFromNorms('fluency', fluencySpecs, 0.87, 20_262)],
] as const) {
  test(`the shipped ${dimension} calibration is what its recipe makes`, () => {
    const path = join(import.meta.dirname, '..', '..', 'models', 'calibration', `${dimension}.json`);
    assert.deepEqual(make(), JSON.parse(readFileSync(path, 'utf8')));
  });
}
