import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { totalMs } from '#server/domain/transcript/spans.ts';
import type { Span } from '#server/domain/transcript/types.ts';
import type { VadEngine } from '#server/engines/vad/port.ts';
import { createSileroVad } from '#server/engines/vad/silero.ts';
import { bundledModel } from '#test/support/bundled-model.ts';
import { joinSamples, never, silence, speak, tone, writePcm } from '#test/support/speech-sounds.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { seededRandom } from '../../../testkit/random.ts';

let vad: VadEngine;
let folder: string;
let sentence: Int16Array;

before(async (t) => {
  folder = await tempFolder(t as never);
  vad = await createSileroVad({ modelPath: bundledModel('silero-vad-v6.onnx') });
  const spoken = await speak(
    'When something goes wrong I write down what happened and call the team.',
    'rms',
    folder,
  );
  sentence = spoken.samples;
});

const all = (samples: Int16Array): Span[] => [{ startMs: 0, endMs: samples.length / 16 }];
const detect = async (name: string, samples: Int16Array, within = all(samples)) =>
  vad.detectSpeech({ pcmPath: await writePcm(`${folder}/${name}.pcm`, samples), within, signal: never });

test('finds sentences between pauses to a tenth of a second or so', async () => {
  const parts = [silence(1500), sentence, silence(2000), sentence, silence(1000)];
  const found = await detect('sentences', joinSamples(parts));
  const spokenMs = sentence.length / 16;
  assert.equal(found.length, 2, JSON.stringify(found));
  for (const [index, startMs] of [1500, 3500 + spokenMs].entries()) {
    assert.ok(Math.abs(found[index]!.startMs - startMs) < 250, JSON.stringify(found));
    assert.ok(Math.abs(found[index]!.endMs - (startMs + spokenMs)) < 350, JSON.stringify(found));
  }
});

test('hears no speech in silence, noise or tones', async () => {
  const random = seededRandom(2);
  const noise = Int16Array.from({ length: 160_000 }, () => Math.round(4000 * (random() - 0.5)));
  for (const [name, samples] of [
    ['silence', silence(10_000)],
    ['noise', noise],
    ['tone', tone(10_000, 440)],
    ['empty', silence(0)],
  ] as const) {
    assert.deepEqual(await detect(name, samples), [], name);
  }
});

test('looks only where it is told to, and never beyond the file', async () => {
  const samples = joinSamples([sentence, silence(1000), sentence]);
  const sentenceMs = sentence.length / 16;
  const within = [{ startMs: Math.round(sentenceMs + 500), endMs: 99_000_000 }];
  const found = await detect('within', samples, within);
  assert.ok(found.length > 0);
  assert.ok(found.every((span) => span.startMs >= within[0]!.startMs && span.endMs <= samples.length / 16));
  assert.deepEqual(await detect('within', samples, []), []);
});

test('long recordings heard in pieces give what they give in one piece', async () => {
  // 17 sentences with pauses: more than one piece, and speech across the seams.
  const parts: Int16Array[] = [];
  for (let count = 0; count < 17; count++) parts.push(sentence, silence(400 + 90 * count));
  const samples = joinSamples(parts);
  const whole = await detect('pieces', samples);
  const spokenMs = (17 * sentence.length) / 16;
  assert.ok(Math.abs(totalMs(whole) - spokenMs) < 0.12 * spokenMs, `${totalMs(whole)} of ${spokenMs}`);
  const middles = parts.flatMap((part, index) =>
    index % 2 === 0 ? [(joinSamples(parts.slice(0, index)).length + part.length / 2) / 16] : [],
  );
  assert.equal(middles.length, 17);
  for (const middle of middles)
    assert.ok(whole.some((span) => span.startMs <= middle && span.endMs >= middle));
  assert.deepEqual(await detect('pieces', samples), whole, 'the same answer every time');
});

test('stops when asked to', async () => {
  const samples = joinSamples(Array.from({ length: 30 }, () => sentence));
  await detect('long', samples);
  const signal = AbortSignal.abort(new Error('enough'));
  await assert.rejects(
    vad.detectSpeech({ pcmPath: `${folder}/long.pcm`, within: all(samples), signal }),
    /enough/,
  );
});
