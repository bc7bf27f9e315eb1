import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { openEndOfTurn } from '#server/engines/turns/end-of-turn.ts';
import { bundledModel } from '#test/support/bundled-model.ts';
import { toFloats } from '#test/support/streams.ts';

const sample = resolve(import.meta.dirname, '../../../scripts/sample/readers.mp3');

/** Of pipecat-ai 1.14.0's own analyser, ms of the sample with 200 ms of silence behind it: see the model's card. */
const published: readonly (readonly [number, number])[] = [
  [3000, 0.0184],
  [6000, 0.2878],
  [9000, 0.6525],
  [12_000, 0.9801],
  [20_000, 0.9809],
  [41_000, 0.8897],
];

test('the same sound gives the probabilities that its publisher’s program gives', async () => {
  const pcm = execFileSync(
    'ffmpeg',
    ['-v', 'error', '-i', sample, '-f', 's16le', '-ac', '1', '-ar', '16000', '-'],
    {
      maxBuffer: 2 ** 27,
    },
  );
  const sound = toFloats(new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length >> 1));
  const network = await openEndOfTurn(bundledModel('end-of-turn.onnx'));
  for (const [endMs, expected] of published) {
    const cut = new Float32Array((endMs + 200) * 16);
    cut.set(sound.subarray(0, endMs * 16));
    const probability = await network.probability(cut);
    assert.ok(Math.abs(probability - expected) < 0.03, `${endMs} ms: ${probability}, not ${expected}`);
  }
});

test('silence, and sound shorter than a frame, are heard as well', async () => {
  const network = await openEndOfTurn(bundledModel('end-of-turn.onnx'));
  for (const length of [0, 1, 100, 16_000]) {
    const probability = await network.probability(new Float32Array(length));
    assert.ok(probability >= 0 && probability <= 1, `${length}: ${probability}`);
  }
});
