import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CandidateSpeech } from '#server/domain/scoring/candidate-speech.ts';
import { tooLittleSpeech } from '#server/domain/scoring/dimension-score.ts';

const heard = (seconds: number, surelyHeard: number, supportedShare: number) => ({
  speechMs: 1000 * seconds,
  supportedShare,
  words: Array.from({ length: surelyHeard }, () => ({})) as unknown as CandidateSpeech['words'],
});
const scoredFrom = (speech: ReturnType<typeof heard>) =>
  (['vocabulary', 'fluency', 'accent'] as const).filter((what) => tooLittleSpeech(speech, what) === null);

test('speech of which half was not understood is enough for fluency and accent, not for vocabulary', () => {
  assert.deepEqual(scoredFrom(heard(48, 90, 0.55)), ['fluency', 'accent']);
  assert.match(
    tooLittleSpeech(heard(48, 90, 0.55), 'vocabulary')!.reason,
    /^The candidate speaks for 48 seconds in what could be understood; vocabulary is scored from 60/,
  );
});

test('speech that was understood counts as it is; accent needs less of it', () => {
  assert.deepEqual(scoredFrom(heard(60, 100, 1)), ['vocabulary', 'fluency', 'accent']);
  assert.deepEqual(scoredFrom(heard(59, 140, 1)), ['accent']);
  assert.deepEqual(scoredFrom(heard(70, 99, 1)), ['accent']);
  assert.deepEqual(scoredFrom(heard(29, 140, 1)), []);
});

test('some words have to be surely heard, however long a candidate speaks', () => {
  assert.deepEqual(scoredFrom(heard(60, 49, 0.4)), []);
  assert.match(tooLittleSpeech(heard(60, 49, 0.4), 'accent')!.reason, /Only 49 .* accent needs 50/);
  assert.deepEqual(scoredFrom(heard(0, 0, 0)), []);
});

test('one second is told as one', () => {
  assert.match(
    tooLittleSpeech(heard(1, 2, 1), 'accent')!.reason,
    /^The candidate speaks for 1 second; accent/,
  );
});
