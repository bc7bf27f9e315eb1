import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../testkit/random.ts';
import { wordTimes } from '../../testkit/word-times.ts';
import { boundaryErrors, drift } from '../bench/alignment/boundary-errors.ts';
import {
  joinSentences,
  type ToldWord,
  tellAll,
  tellWithErrors,
  withNoise,
} from '../bench/alignment/recordings.ts';

const phones = (text: string) => text.split(' ');
const said = (text: string) =>
  phones(text).map((phone, n) => ({ phone, startMs: 100 * n, endMs: 100 * (n + 1) }));

for (const [title, sound, ends] of [
  ['as the lexicon has it', 'g uh d d ey', [300, 500]],
  ['with another vowel', 'g aa d d ey', [300, 500]],
  ['with a phone too many', 'g uh d d ey y', [300, 600]],
  ['with a phone missing', 'g d d ey', [200, 400]],
] as const) {
  test(`a synthesiser's phones are given to their words: ${title}`, () => {
    const found = wordTimes(said(sound), [[phones('g uh d')], [phones('d ow'), phones('d ey')]]);
    assert.deepEqual(
      found?.words.map(({ endMs }) => endMs),
      ends,
    );
    assert.equal(found?.edits, { 'g uh d d ey': 0, 'g aa d d ey': 0.5 }[sound as string] ?? 1);
  });
}

test('fewer phones than words are no words', () => {
  assert.equal(wordTimes(said('g'), [[phones('g uh d')], [phones('d ey')]]), undefined);
});

const word = (startMs: number, endMs: number): ToldWord => ({
  text: 'x',
  confidence: 1,
  startMs,
  endMs,
  truth: { text: 'x', startMs, endMs },
});

test('errors are measured on words that were said and found', () => {
  const told = [word(0, 100), word(200, 300), word(400, 500), { ...word(600, 700), truth: undefined }];
  const found = [
    { startMs: 10, endMs: 100, phones: [] },
    { startMs: 170, endMs: 360, phones: [] },
    { startMs: 0, endMs: 0 },
    { startMs: 0, endMs: 0, phones: [] },
  ];
  const { start, end, ...counts } = boundaryErrors(told, found);
  assert.deepEqual(counts, { words: 3, foundShare: 2 / 3, wrongWords: 1, wrongFoundShare: 1 });
  assert.deepEqual(start, { mean: 20, median: 30, bias: -10, over50Share: 0 });
  assert.deepEqual(end, { mean: 30, median: 60, bias: 30, over50Share: 0.5 });
});

test('a clock that runs slow is seen as drift', () => {
  const told = Array.from({ length: 1000 }, (_, n) => word(1000 * n, 1000 * n + 500));
  const found = told.map(({ startMs, endMs }) => ({
    startMs: startMs * 1.0001,
    endMs,
    phones: [],
  }));
  const { slopeMsPerHour, firstMs, lastMs, largestMs } = drift(told, found);
  assert.ok(Math.abs(slopeMsPerHour - 360) < 0.01, `${slopeMsPerHour}`);
  assert.ok(firstMs < 20 && lastMs > 80 && Math.abs(largestMs - 99.9) < 0.01);
});

test('about one word in ten is told wrong, and truth goes with the others', () => {
  const words = Array.from({ length: 3000 }, (_, n) => ({
    text: `w${n % 50}`,
    startMs: 400 * n,
    endMs: 400 * n + 300,
  }));
  const told = tellWithErrors(words, ['w1', 'w2', 'w3'], seededRandom(1));
  const wrong = told.filter(({ truth }) => !truth).length;
  const kept = told.filter(({ truth }) => truth);
  assert.ok(wrong > 150 && wrong < 250, `${wrong} substituted or inserted`);
  assert.ok(kept.every(({ text, truth }) => text === truth!.text));
  assert.ok(kept.length < 2900 && kept.length > 2700);
  assert.equal(tellAll(words, seededRandom(1)).length, words.length);
});

test('noise has the level asked for, and joining keeps every word on its sound', () => {
  const tone = Int16Array.from({ length: 16_000 }, (_, n) => 8000 * Math.sin(n / 5));
  const sentence = { samples: tone, words: [{ text: 'x', startMs: 100, endMs: 900 }] };
  const { samples, words } = joinSentences([sentence, sentence], seededRandom(3));
  const second = words[1]!.startMs - 100;
  assert.deepEqual(samples.slice(16 * second, 16 * second + 100), tone.slice(0, 100));
  const noisy = withNoise(tone, 20, seededRandom(3));
  let [signal, noise] = [0, 0];
  for (const [n, sample] of tone.entries()) {
    signal += sample ** 2;
    noise += (noisy[n]! - sample) ** 2;
  }
  assert.ok(Math.abs(10 * Math.log10(signal / noise) - 20) < 0.5);
});
