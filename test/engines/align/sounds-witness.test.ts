import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { AlignedWord } from '#server/domain/transcript/types.ts';
import { createSoundsWitness } from '#server/engines/align/sounds-witness.ts';
import { createStatesFile } from '#server/engines/align/speech-states.ts';
import { bundledModel } from '#test/support/bundled-model.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

const phone = (name: string, startMs: number, endMs: number) => ({
  phone: name,
  startMs,
  endMs,
  gop: 0,
  logPosterior: 0,
});

const words: AlignedWord[] = [
  {
    text: 'we',
    startMs: 100,
    endMs: 400,
    confidence: 0.9,
    phones: [phone('w', 100, 150), phone('iy', 150, 400)],
  },
  { text: '–', startMs: 400, endMs: 450, confidence: 0.9 },
];

test('every phone gets figures of its own time, and a word those of its phones by length', async (t) => {
  const witness = await createSoundsWitness(bundledModel('sounds-en.onnx'));
  const path = join(await tempFolder(t), 'states.f16');
  const file = createStatesFile(path, { width: witness.width, frameMs: 24 });
  file.add({
    firstMiddleMs: 28,
    states: Float32Array.from({ length: 20 * witness.width }, (_, at) => Math.sin(at)),
  });
  const states = file.close();
  const [heard, dash] = await witness.hear(words, states);
  assert.deepEqual(dash, words[1]);
  const [first, second] = heard!.phones!;
  for (const one of [first!, second!]) {
    assert.ok(one.gop <= 0 && one.logPosterior <= one.gop, 'the best phone is at least as probable');
    assert.ok(one.entropy! > 0 && one.entropy! < Math.log(40));
    assert.ok(Number.isFinite(one.acceptability));
  }
  assert.notEqual(first!.acceptability, second!.acceptability);
  assert.ok(Math.abs(heard!.gop! - (50 * first!.gop + 250 * second!.gop) / 300) < 1e-9);
  assert.deepEqual([heard!.text, heard!.startMs, first!.endMs], ['we', 100, 150]);
  await assert.rejects(witness.hear(words, { ...states, width: 288 }), /states of 416 numbers, not 288/);
  await assert.rejects(witness.hear(words, states, AbortSignal.abort(new Error('enough'))), /enough/);
});
