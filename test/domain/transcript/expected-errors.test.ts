import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  errorFeatures,
  expectedErrors,
  type HeardSpeech,
} from '#server/domain/transcript/expected-errors.ts';
import { calibration } from '#test/support/score-interview.ts';

/** `count` words of 300 ms with 100 ms between. */
const heard = (count: number, confidence: number, over: Partial<HeardSpeech> = {}): HeardSpeech => ({
  words: Array.from({ length: count }, (_, index) => ({
    startMs: index * 400,
    endMs: index * 400 + 300,
    confidence,
    fit: -0.5,
    phones: [{ phone: 'ah', startMs: index * 400, endMs: index * 400 + 300, gop: -9, logPosterior: 0 }],
  })),
  speechMs: count * 400,
  snrDb: 30,
  ...over,
});

const { wordErrors, wordErrorsOfWhisper } = calibration;
const rateOf = (speech: HeardSpeech) => expectedErrors(speech, wordErrors)!.rate;

test('less certain words, and words that fit the sound less, are more often misheard', () => {
  const rates = [0.97, 0.85, 0.7, 0.5].map((confidence) => rateOf(heard(100, confidence)));
  assert.ok(
    rates.every((rate, index) => index === 0 || rate > rates[index - 1]!),
    rates.join(' '),
  );
  assert.ok(rates[0]! < 0.12 && rates.at(-1)! > 0.35, rates.join(' '));
});

test('of Whisper as well, which in noise doubts its words', () => {
  const rates = [0.95, 0.85, 0.7, 0.5].map(
    (confidence) => expectedErrors(heard(100, confidence), wordErrorsOfWhisper)!.rate,
  );
  assert.ok(
    rates.every((rate, index) => index === 0 || rate > rates[index - 1]!),
    rates.join(' '),
  );
  assert.ok(rates[0]! < 0.1 && rates.at(-1)! > 0.35, rates.join(' '));
  // How its words fit English sounds is not asked: they may be in any language.
  assert.ok(!wordErrorsOfWhisper.features.some(({ name }) => name === 'fit'));
});

test('the interval holds the rate, stays a share, and is wider for fewer words', () => {
  for (const confidence of [0.2, 0.6, 0.8, 1]) {
    const [few, many] = [20, 500].map((count) => expectedErrors(heard(count, confidence), wordErrors)!);
    for (const { rate, interval } of [few!, many!]) {
      assert.ok(0 <= interval[0] && interval[0] <= rate && rate <= interval[1] && interval[1] <= 1);
    }
    assert.ok(few!.interval[1] - few!.interval[0] >= many!.interval[1] - many!.interval[0]);
  }
});

test('says nothing of a person who said nothing, or only hesitated', () => {
  assert.equal(expectedErrors(heard(0, 1), wordErrors), null);
  const { words } = heard(5, 0.9);
  const hesitations = words.map((word) => ({ ...word, filler: true }));
  assert.equal(expectedErrors({ words: hesitations, speechMs: 2000, snrDb: null }, wordErrors), null);
});

test('tells words apart that were understood, doubted and lost, and speech without words', () => {
  const { words } = heard(60, 0.9);
  const half = words.map((word, index) => (index < 30 ? word : { ...word, confidence: 0.2 }));
  const features = errorFeatures({ words: half, speechMs: 36_000, snrDb: null })!;
  assert.equal(features.doubtfulShare, 0.5);
  assert.ok(features.lostShare! > 0.4 && features.lostShare! < 0.6);
  assert.equal(features.unheardShare, 0.5);
  assert.equal(features.fit, -0.5);
  assert.equal(features.snrDb, undefined);
});

test('what could not be measured counts as average', () => {
  const without = heard(100, 0.8, { snrDb: null });
  const average = wordErrors.features.find(({ name }) => name === 'snrDb')?.mean ?? 0;
  assert.equal(rateOf(without), rateOf(heard(100, 0.8, { snrDb: average })));
});
