import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { soundInMemory } from '#server/engines/audio/pcm.ts';
import { createVoiceEmbedder } from '#server/engines/speakers/voices/embedder.ts';
import { bundledModel } from '#test/support/bundled-model.ts';
import { findSharedData, withoutSharedData } from '#test/support/shared-data.ts';
import { ffmpeg, readPcm } from '#test/support/speech-sounds.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

const embedder = await createVoiceEmbedder({ modelPath: bundledModel('speaker-encoder.onnx') });
const likeness = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, k) => sum + value * b[k]!, 0);

/** Three seconds of harmonics under three resonances, with a vibrato and a little noise. */
function hum(f0: number, resonances: readonly number[], seed: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length: 48_000 }, (_, i) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const t = i / 16_000;
    const phase = 2 * Math.PI * (f0 * t + 0.3 * Math.sin(2 * Math.PI * 3 * t));
    let value = 0;
    for (let h = 1; h <= 30 && h * f0 < 7500; h++) {
      const level = resonances.reduce((sum, hz) => sum + 1 / (1 + ((h * f0 - hz) / 120) ** 2), 0);
      value += level * Math.sin(h * phase);
    }
    return 0.02 * value * (0.6 + 0.4 * Math.sin(2 * Math.PI * 2.5 * t)) + 0.004 * (state / 2 ** 32 - 0.5);
  });
}

const hummed = new Float32Array(96_000);
hummed.set(hum(110, [500, 1500, 2500], 1));
hummed.set(hum(210, [700, 1900, 2900], 2), 48_000);
const windows = [
  [500, 2000],
  [1250, 2750],
  [3500, 5000],
  [4000, 4800],
  [200, 2900],
].map(([startMs, endMs]) => ({ startMs: startMs!, endMs: endMs! }));

/** What Resemblyzer 0.1.4 itself says of the same sound at the same level: products of the windows' vectors … */
const published = [
  [1, 0.983, 0.623, 0.622, 0.987],
  [0.983, 1, 0.649, 0.631, 0.986],
  [0.623, 0.649, 1, 0.868, 0.643],
  [0.622, 0.631, 0.868, 1, 0.637],
  [0.987, 0.986, 0.643, 0.637, 1],
];
/** … and the first vector's greatest numbers. */
const publishedPeaks = { 248: 0.259, 163: 0.248, 14: 0.184, 124: 0.184, 149: 0.174, 113: 0.173, 191: 0.166 };

test('voices are those of the published network', async () => {
  const voices = await embedder.embed(soundInMemory(hummed), windows);
  for (const [i, row] of published.entries())
    for (const [j, expected] of row.entries()) {
      const found = likeness(voices[i]!, voices[j]!);
      assert.ok(Math.abs(found - expected) < 0.01, `${i}, ${j}: ${found}, not ${expected}`);
    }
  for (const [k, expected] of Object.entries(publishedPeaks)) {
    const found = voices[0]![Number(k)]!;
    assert.ok(Math.abs(found - expected) < 0.015, `number ${k}: ${found}, not ${expected}`);
  }
});

test('a window has the same voice in whatever order it is asked for, and at any faint level', async () => {
  const voices = await embedder.embed(soundInMemory(hummed), windows);
  const backwards = (await embedder.embed(soundInMemory(hummed), windows.toReversed())).reverse();
  const faint = await embedder.embed(soundInMemory(hummed.map((value) => value / 20)), windows);
  for (const [i, voice] of voices.entries()) {
    assert.ok(likeness(voice, backwards[i]!) > 0.9999);
    assert.ok(likeness(voice, faint[i]!) > 0.9999);
  }
});

test('more windows than are heard at once, some beyond the end of the sound', async () => {
  const many = Array.from({ length: 40 }, (_, i) => ({ startMs: i * 150 - 300, endMs: i * 150 + 900 }));
  const voices = await embedder.embed(soundInMemory(hummed), many);
  assert.equal(voices.length, 40);
  for (const voice of voices) assert.ok(Math.abs(likeness(voice, voice) - 1) < 1e-4);
  assert.deepEqual(await embedder.embed(soundInMemory(hummed), []), []);
});

test('what one person says in a real conversation sounds more alike than what two say', {
  skip: withoutSharedData(),
}, async (t) => {
  const pcmPath = join(await tempFolder(t), 'conversation.pcm');
  const recording = join(findSharedData()!, 'conversations', 'sample.flac');
  await ffmpeg(`-i ${recording} -ac 1 -ar 16000 -f s16le ${pcmPath}`);
  const samples = Float32Array.from(await readPcm(pcmPath), (value) => value / 32_768);
  const of = (...spans: [number, number][]) => spans.map(([startMs, endMs]) => ({ startMs, endMs }));
  const one = of([10_600, 13_600], [18_650, 21_400]);
  const other = of([15_000, 17_900], [21_900, 24_900], [25_000, 27_800]);
  const voices = await embedder.embed(soundInMemory(samples), [...one, ...other]);
  const same: number[] = [];
  const different: number[] = [];
  for (const [i, a] of voices.entries())
    for (const [j, b] of voices.slice(0, i).entries())
      (i < one.length === j < one.length ? same : different).push(likeness(a, b));
  assert.ok(Math.min(...same) > Math.max(...different), `${same} against ${different}`);
});
