import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitOfSound } from '#server/domain/transcript/fits-sound.ts';
import type { AlignedWord } from '#server/domain/transcript/types.ts';

const said = (confidence: number, gop: number): AlignedWord[] =>
  ['we', 'met'].map((text, index) => ({
    ...{ text, confidence, startMs: 500 * index, endMs: 500 * index + 400 },
    phones: [{ phone: 'eh', startMs: 500 * index, endMs: 500 * index + 400, gop, logPosterior: gop - 0.5 }],
  }));

// Means of real recordings: a Spanish one that came out as fluent English, a fluent speaker, two learners.
for (const [title, confidence, gop, isBorneOut] of [
  ['a translation', 0.72, -2.28, false],
  ['nonsense in the letters of English', 0.45, -2.1, false],
  ['fluent speech through a bad microphone', 0.92, -1.7, true],
  ['a learner whom the recogniser is just sure enough of', 0.8, -1.3, true],
  ['a learner with clear sounds', 0.85, -0.5, true],
] as const) {
  test(`${isBorneOut ? 'takes' : 'refuses'} ${title}`, () => {
    assert.equal(fitOfSound(said(confidence, gop))?.isBorneOut, isBorneOut);
  });
}

test('says nothing where no sound was located', () => {
  assert.equal(fitOfSound([]), null);
  assert.equal(fitOfSound([{ text: 'we', confidence: 0.9, startMs: 0, endMs: 300 }]), null);
});
