import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorFeatures, expectedErrors } from '#server/domain/transcript/expected-errors.ts';
import { crossCheck } from '../calibrate/check-heard.ts';
import { type Case, fitErrors, fitWidths } from '../calibrate/from-heard.ts';
import { createRandom } from '../calibrate/random.ts';

/** Readers whose words are misheard the more, the less sure the recogniser is; each mishearing lowers accent. */
function readers(count: number, seed: number): Case[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const confidence = 0.5 + 0.47 * random.uniform();
    const words = Array.from({ length: 80 }, (_, at) => ({
      ...{ startMs: 400 * at, endMs: 400 * at + 300 },
      confidence: Math.max(0, Math.min(1, confidence + 0.05 * random.normal())),
    }));
    const heard = { words, speechMs: 32_000, snrDb: 30 };
    const rate = Math.max(0, 0.15 + 1.2 * (0.97 - confidence) + 0.06 * random.normal()) ** 2;
    const truth = 1.5 + 2.5 * random.uniform();
    const score = truth - 1.5 * rate + (0.3 + rate) * random.normal();
    const prediction = {
      ...{ raw: score, score, contributions: {}, missing: [] },
      interval: [score - 0.5, score + 0.5] as [number, number],
    };
    const scored = { prediction, truth };
    return {
      ...{ who: String(Math.floor(index / 2)), heard, features: errorFeatures(heard)!, count: 80, rate },
      scored: { vocabulary: scored, fluency: scored, accent: scored },
    };
  });
}

test('the expected error rate follows the real one, and its interval holds nine of ten', () => {
  const errors = fitErrors(readers(300, 1));
  const fresh = readers(300, 2).map(({ heard, rate }) => ({
    rate,
    expected: expectedErrors(heard, errors)!,
  }));
  const held = fresh.filter(
    ({ rate, expected }) => expected.interval[0] <= rate && rate <= expected.interval[1],
  ).length;
  assert.ok(held > 0.85 * 300 && held < 0.95 * 300, `${held} of 300`);
  const off = fresh.reduce((sum, { rate, expected }) => sum + Math.abs(rate - expected.rate), 0) / 300;
  assert.ok(off < 0.06, `${off}`);
});

test('intervals hold nine of ten unheard readers in every quarter of confidence, and grow where more is misheard', () => {
  const cases = readers(600, 5);
  const { bands } = crossCheck(cases, createRandom(4));
  for (const { band, coverage } of bands) {
    assert.ok(coverage.accent > 0.86 && coverage.accent < 0.95, `${band}: ${coverage.accent}`);
  }
  assert.ok(bands[0]!.width.accent > 1.3 * bands[3]!.width.accent);
  const { accent } = fitWidths(cases, fitErrors(cases));
  // Mishearing lowers the score: the truth lies above it.
  assert.ok(accent.at(-1)![2] > accent.at(-1)![1]);
  assert.deepEqual(accent[0], [0, 0, 0], 'where nothing is misheard nothing is added');
  for (const [index, corner] of accent.entries()) {
    const before = accent[index - 1];
    if (before)
      assert.ok(
        corner.every((value, side) => value >= before[side]!),
        'rising',
      );
  }
});
