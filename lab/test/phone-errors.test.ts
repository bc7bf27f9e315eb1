import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledModel } from '#test/support/bundled-model.ts';
import { speak } from '#test/support/speech-sounds.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import {
  canonicalPhones,
  createPhoneListener,
  phoneErrorRate,
  sumPhoneErrors,
} from '../bench/phone-errors.ts';

const phones = (text: string) => text.split(' ').filter(Boolean);

for (const [said, heard, substituted, deleted, inserted] of [
  ['k ae t', 'k ae t', 0, 0, 0],
  ['k ae t', 'k eh t', 1, 0, 0],
  ['k ae t', 'ae t', 0, 1, 0],
  ['k ae t', 'k ae t s', 0, 0, 1],
  ['k ae t', '', 0, 3, 0],
] as const) {
  test(`counts the errors of "${heard}" for "${said}"`, () => {
    const { rate, ...counts } = phoneErrorRate(phones(said), phones(heard));
    assert.deepEqual(counts, { phones: 3, substituted, deleted, inserted });
    assert.equal(rate, (substituted + deleted + inserted) / 3);
  });
}

test('a corpus is weighed by its phones, not by its utterances', () => {
  const sum = sumPhoneErrors([
    phoneErrorRate(phones('k ae t'), phones('k ae t')),
    phoneErrorRate(phones('ah'), phones('ow')),
  ]);
  assert.equal(sum.rate, 1 / 4);
});

test('reads canonical phones without stress and place', () => {
  const found = canonicalPhones('7.0\tW_B IY0_E\n7.1\tK_B AO0_I L_E\n');
  assert.deepEqual(found.get('7'), [
    ['w', 'iy'],
    ['k', 'ao', 'l'],
  ]);
});

test('both heads hear most phones of a clear voice', async (t) => {
  const folder = await tempFolder(t as never);
  const { samples, phones: said } = await speak('my favourite part of the work is talking', 'rms', folder);
  const listener = await createPhoneListener(bundledModel('ctc-en.onnx'));
  const canonical = said.map(({ phone }) => phone.replace('ax', 'ah'));
  for (const head of ['phone', 'frame'] as const) {
    const heard = await listener.listen(
      Float32Array.from(samples, (sample) => sample / 32_768),
      head,
    );
    const { rate } = phoneErrorRate(canonical, heard);
    t.diagnostic(`${head}: ${rate.toFixed(2)}`);
    assert.ok(rate < 0.35, `${head}: ${heard.join(' ')} for ${canonical.join(' ')}`);
  }
});
