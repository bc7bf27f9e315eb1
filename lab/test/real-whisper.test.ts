import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorsOf } from '../bench/real-whisper/errors.ts';
import { calibrationError, gateRates, halfOf, languageRates } from '../bench/real-whisper/thresholds.ts';

test('Japanese is compared by characters, German by words', () => {
  assert.equal(errorsOf('前の仕事', '前の、仕事。', 'ja').rate, 0);
  assert.equal(errorsOf('前の仕事', '前の仕', 'ja').rate, 0.25);
  assert.equal(errorsOf('eine gute Frage', 'Eine gute Tage.', 'de').rate, 1 / 3);
});

test('a language is refused below the threshold, and its kin are no other language', () => {
  const recordings = [
    { language: 'en', languages: { zh: 0.8, en: 0.15, de: 0.05 } },
    { language: 'sr', languages: { hr: 0.9, en: 0.1 } },
  ];
  const languages = ['en', 'sr', 'zh', 'de'];
  assert.deepEqual(languageRates(recordings, languages, 0.2), {
    ...{ threshold: 0.2, refused: 1, right: 2 },
    // Chinese is taken for what it is most probably.
    ...{ taken: 1, wrong: 6 },
  });
  assert.equal(languageRates(recordings, languages, 0.1).refused, 0);
});

test('a gate counts good transcripts that it refuses and bad ones that it takes', () => {
  const transcripts = [
    { mean: 0.9, errorRate: 0.1 },
    { mean: 0.4, errorRate: 0.2 },
    { mean: 0.5, errorRate: 0.9 },
    { mean: 0.1, errorRate: 0.4 },
  ];
  assert.deepEqual(gateRates(transcripts, 0.45), {
    gate: 0.45,
    goodRefused: 1,
    good: 2,
    badTaken: 1,
    bad: 1,
  });
});

test('probabilities that are right as often as they say have no calibration error', () => {
  const claims = [0, 1, 2, 3].map((at) => ({ probability: 0.75, right: at > 0 }));
  assert.equal(calibrationError(claims), 0);
  assert.equal(calibrationError([{ probability: 0.75, right: false }]), 0.75);
});

test('a recording lies in the same half with and without noise', () => {
  for (const file of ['fleurs-de-002.ogg', 'fleurs-en-004.ogg', 'jfk.flac']) {
    assert.equal(halfOf(`clips/${file}`), halfOf(`noisy/0/${file}`));
  }
});
