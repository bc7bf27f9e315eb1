import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secondVoices } from '#server/engines/speakers/second-voices.ts';
import { turnsOf } from '#server/engines/speakers/turns.ts';

/** Ten seconds, a frame each 10 ms: voice 0 up to 4 s, voice 1 up to 8 s, then voice 2. */
const atMs = Int32Array.from({ length: 1000 }, (_, i) => i * 10 + 5);
const voice = Int32Array.from(atMs, (ms) => (ms < 4000 ? 0 : ms < 8000 ? 1 : 2));
/** Several voices from … to, by 40 ms. */
const several = (fromMs: number, toMs: number) =>
  Float32Array.from({ length: 250 }, (_, step) => (step * 40 >= fromMs && step * 40 < toMs ? 0.9 : 0.1));

test('where several speak the other voice nearest in time speaks, too', () => {
  const { overlap, second } = secondVoices(atMs, voice, 3, several(3600, 4400));
  assert.equal(overlap[300], 0);
  assert.deepEqual([overlap[380], second[380]], [1, 1]);
  assert.deepEqual([overlap[420], second[420]], [1, 0]);
  assert.equal(overlap[500], 0);
});

test('nobody is added where nobody else is near, nor to a recording of one voice', () => {
  assert.equal(Math.max(...secondVoices(atMs, voice, 3, several(200, 600)).overlap), 0);
  assert.equal(Math.max(...secondVoices(atMs, new Int32Array(1000), 1, several(0, 10_000)).overlap), 0);
});

test('the turns of two who speak at once lie over one another, and both are heard', () => {
  const beside = secondVoices(atMs, voice, 3, several(3600, 4400));
  const { turns, heard } = turnsOf({ atMs, span: new Int32Array(1000), voice, ...beside }, () => 10_000);
  assert.deepEqual(turns, [
    { speaker: 'S1', startMs: 0, endMs: 4400, overlap: true },
    { speaker: 'S2', startMs: 3600, endMs: 8000, overlap: true },
    { speaker: 'S3', startMs: 8000, endMs: 10_000, overlap: false },
  ]);
  assert.deepEqual(
    heard,
    turns.map(({ overlap: _, ...span }) => span),
  );
});
