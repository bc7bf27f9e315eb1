import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knownSpeakersOf } from '#server/modules/speech/pipeline/known-speakers.ts';

for (const [speakers, known] of [
  [2, 2],
  ['2', 2],
  [' 3 ', 3],
  [1, 1],
  [0, null],
  [5, null],
  [2.5, null],
  ['', null],
  ['two', null],
  [true, null],
  [{ count: 2 }, null],
  [undefined, null],
] as const)
  test(`${JSON.stringify(speakers)} in the metadata means ${known ?? 'nothing'}`, () => {
    assert.equal(knownSpeakersOf({ speakers }), known);
  });
