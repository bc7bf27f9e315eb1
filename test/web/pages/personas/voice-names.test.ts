import assert from 'node:assert/strict';
import { test } from 'node:test';
import { voiceName } from '#server/web/console/pages/personas/voice-names.ts';

for (const [id, name] of [
  ['slt', 'woman, American (slt)'],
  ['awb', 'man, Scottish (awb)'],
  ['af_heart', 'Heart: woman, American (af_heart)'],
  ['bm_george', 'George: man, British (bm_george)'],
  ['ef_dora', 'Dora: woman, Spanish (ef_dora)'],
  ['en-us', 'machine voice, English (en-us)'],
  ['de', 'machine voice, German (de)'],
  ['studio-voice-7', 'studio-voice-7'],
] as const) {
  test(`${id} is called by what it sounds like`, () => assert.equal(voiceName(id), name));
}
