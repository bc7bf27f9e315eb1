import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  otherLanguageByFit,
  otherLanguageByProbability,
  toldOtherLanguages,
} from '#server/domain/transcript/other-language.ts';
import type { AlignedWord } from '#server/domain/transcript/types.ts';

const WORD_MS = 400;

/** Words one after the other, each as sure and as near to the sound as it is told. */
const words = (...parts: readonly (readonly [count: number, confidence: number, gop: number | null])[]) =>
  parts
    .flatMap(([count, confidence, gop]) => Array.from({ length: count }, () => ({ confidence, gop })))
    .map(({ confidence, gop }, at): AlignedWord => {
      const span = { startMs: at * WORD_MS, endMs: (at + 1) * WORD_MS };
      const phones = gop === null ? undefined : [{ phone: 'aa', ...span, gop, logPosterior: gop }];
      return { ...span, text: 'word', confidence, ...(phones && { phones }) };
    });
const english = [0.85, -1] as const;
const german = [0.5, -2.2] as const;

test('a stretch whose words are not in the sound is another language, to the word', () => {
  const found = otherLanguageByFit(words([100, ...english], [60, ...german], [100, ...english]));
  assert.deepEqual(found, [{ startMs: 100 * WORD_MS, endMs: 160 * WORD_MS }]);
});

test('two such stretches are two, and one may begin or end the recording', () => {
  const found = otherLanguageByFit(words([60, ...german], [80, ...english], [60, 0.4, null]));
  assert.deepEqual(found, [
    { startMs: 0, endMs: 60 * WORD_MS },
    { startMs: 140 * WORD_MS, endMs: 200 * WORD_MS },
  ]);
});

test('neither a misheard sentence nor a learner who is badly understood is another language', () => {
  assert.deepEqual(otherLanguageByFit(words([50, ...english], [12, ...german], [50, ...english])), []);
  assert.deepEqual(otherLanguageByFit(words([400, 0.7, -1.6])), []);
  assert.deepEqual(otherLanguageByFit([]), []);
});

test('words by the way do not join two stretches that lie apart, and do not part one', () => {
  const apart = otherLanguageByFit(words([60, ...german], [30, ...english], [60, ...german]));
  assert.equal(apart.length, 2);
  const one = otherLanguageByFit(words([60, ...german], [3, ...english], [60, ...german]));
  assert.deepEqual(one, [{ startMs: 0, endMs: 123 * WORD_MS }]);
});

const windows = (...probabilities: readonly number[]) =>
  probabilities.map((probability, at) => ({
    startMs: at * 30_000,
    endMs: (at + 1) * 30_000,
    speechMs: 28_000,
    probability,
    detected: probability < 0.5 ? 'fr' : 'de',
  }));

test('windows in which the language asked for is improbable are another, named one', () => {
  assert.deepEqual(otherLanguageByProbability(windows(0.9, 0.02, 0.05, 0.97)), [
    { startMs: 30_000, endMs: 90_000, language: 'fr' },
  ]);
  // A learner who is half taken for a speaker of another language.
  assert.deepEqual(otherLanguageByProbability(windows(0.23, 0.4, 0.23, 0.5)), []);
});

test('people are told where, and which language where it is known', () => {
  assert.equal(toldOtherLanguages([], 'en'), '');
  const [first, second] = [
    { startMs: 130_000, endMs: 220_000, language: 'de' },
    { startMs: 300_000, endMs: 345_000, language: null },
  ];
  assert.equal(
    toldOtherLanguages([first, second], 'en'),
    'Another language than English is spoken from 2:10 to 3:40 (German) and from 5:00 to 5:45: what was said there is neither in the transcript nor in the scores.',
  );
});
