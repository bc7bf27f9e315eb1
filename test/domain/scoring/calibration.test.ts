import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  type Calibrated,
  type DimensionCalibration,
  interpolate,
  predict,
} from '#server/domain/scoring/calibration.ts';
import { flatScores, overallScore } from '#server/domain/scoring/overall.ts';
import type { DimensionScore } from '#server/domain/scoring/types.ts';
import { scale } from '#server/modules/speech/scale.ts';
import { calibration } from '#test/support/score-interview.ts';
import { calibrateFromNorms, fluencySpecs, vocabularySpecs } from '../../../scripts/calibrate/from-norms.ts';

const small: DimensionCalibration = {
  id: 'small',
  dimension: 'fluency',
  method: [],
  features: [
    {
      name: 'speed',
      unit: '',
      transform: 'log',
      floor: 1,
      ceiling: null,
      mean: Math.log(4),
      sd: Math.log(2),
      weight: 2,
      norm: { mean: 8, sd: 1, source: '' },
    },
    {
      name: 'pauses',
      unit: '',
      transform: 'none',
      floor: null,
      ceiling: null,
      mean: 10,
      sd: 5,
      weight: -1,
      norm: null,
    },
  ],
  intercept: 5,
  clip: 2,
  toScale: [
    [0, 0],
    [10, 5],
  ],
  interval: {
    halfWidth: 1,
    upper: { from: 8, to: 10, halfWidth: 2 },
    evidence: { amount: 100, samplingShare: 0.5 },
  },
  measured: {},
};
const plenty = { evidenceAmount: 100, extraShare: 0 };

test('a prediction adds weighted standardised features', () => {
  // speed 8 is one deviation up (log), pauses 5 one down: 5 + 2 + 1 = 8, on the scale 4.
  const { raw, score, interval, contributions } = predict(small, { speed: 8, pauses: 5 }, plenty);
  assert.ok(Math.abs(raw - 8) < 1e-12 && Math.abs(score - 4) < 1e-12);
  assert.deepEqual(
    interval.map((end) => Math.round(end * 1e9) / 1e9),
    [3.5, 4.5],
  );
  // Against the norm of 8 the speed moved nothing.
  assert.ok(Math.abs(contributions.speed!) < 1e-12);
  assert.ok(Math.abs(contributions.pauses! - 1) < 1e-12);
});

test('odd values are clipped, scores stay on the scale', () => {
  assert.equal(predict(small, { speed: 1e9, pauses: -1e9 }, plenty).score, 5);
  assert.equal(predict(small, { speed: 0, pauses: 1e9 }, plenty).score, 0);
});

test('intervals widen with scarce evidence, missing features, a reason, and at the top', () => {
  const width = (values: Record<string, number | undefined>, more = plenty) => {
    const { interval } = predict(
      {
        ...small,
        toScale: [
          [-100, -50],
          [100, 50],
        ],
      },
      values,
      more,
    );
    return interval[1] - interval[0];
  };
  const usual = { speed: 4, pauses: 10 };
  assert.ok(Math.abs(width(usual) - 1) < 1e-9);
  // A quarter of the evidence: the sampling half of the variance is four times as large, 1 + .5 × 3.
  assert.ok(Math.abs(width(usual, { evidenceAmount: 25, extraShare: 0 }) - Math.sqrt(2.5)) < 1e-9);
  assert.ok(Math.abs(width(usual, { evidenceAmount: 1e6, extraShare: 0 }) - 1) < 1e-9);
  assert.ok(Math.abs(width({ speed: 4, pauses: undefined }) - Math.sqrt(1 + 1.645 ** 2)) < 1e-9);
  assert.ok(Math.abs(width(usual, { evidenceAmount: 100, extraShare: 0.5 }) - 1.5) < 1e-9);
  assert.ok(Math.abs(width({ speed: 16, pauses: 5 }) - 2) < 1e-9);
});

test('a line goes through its corners and on flat', () => {
  const corners = [
    [0, 0],
    [2, 1],
    [4, 5],
  ] as const;
  assert.deepEqual(
    [-1, 0, 1, 2, 3, 4, 9].map((at) => interpolate(corners, at)),
    [0, 0, 0.5, 1, 3, 5, 5],
  );
});

for (const [dimension, make] of [
  ['vocabulary', () => calibrateFromNorms('vocabulary', vocabularySpecs, 0.85, 20_261)],
  ['fluency', () => calibrateFromNorms('fluency', fluencySpecs, 0.87, 20_262)],
] as const) {
  test(`the shipped ${dimension} calibration is what its recipe makes`, () => {
    const path = join(import.meta.dirname, '..', '..', '..', 'models', 'calibration', `${dimension}.json`);
    assert.deepEqual(make(), JSON.parse(readFileSync(path, 'utf8')));
  });
}

for (const name of ['vocabulary', 'fluency', 'accent'] as const) {
  test(`the ${name} calibration rises to the top of the scale and knows its norms`, () => {
    const file: Calibrated<DimensionCalibration> = calibration[name];
    const corners = file.toScale;
    assert.deepEqual([corners[0]![1], corners.at(-1)![1]], [0, 5]);
    corners.slice(1).forEach(([raw, value], index) => {
      assert.ok(raw > corners[index]![0] && value > corners[index]![1]);
    });
    assert.ok(file.features.every(({ norm, sd }) => norm && sd > 0));
    assert.ok(file.interval.halfWidth > 0 && file.method.length > 0);
  });
}

const dimension = (score: number, half: number): DimensionScore => ({
  score,
  cefr: 'B1',
  percent: Math.round(score * 20),
  interval: [score - half, score + half],
  confidence: 'high',
  features: {},
  evidence: [],
  cefrPosterior: {} as DimensionScore['cefrPosterior'],
  calibration: { id: '', sha256: '' },
  warnings: [],
});
const abstained = { abstained: true, reason: '' } as const;

test('overall is the mean of what was produced, with a narrower interval than its parts', () => {
  const all = overallScore(
    { vocabulary: dimension(2, 1), fluency: dimension(3, 1), accent: dimension(4, 1) },
    scale,
  );
  assert.equal(all?.score, 3);
  assert.equal(all?.cefr, 'B2');
  assert.equal(all?.percent, 60);
  // Three equal errors correlated by .4: √((1 + 2 × .4) / 3) = .775 -> .8
  assert.deepEqual(all?.interval, [2.2, 3.8]);
  const two = overallScore(
    { vocabulary: abstained, fluency: dimension(3, 1), accent: dimension(4, 1) },
    scale,
  );
  assert.equal(two?.score, 3.5);
  assert.deepEqual(two?.basedOn, ['fluency', 'accent']);
  assert.equal(overallScore({ vocabulary: abstained, fluency: null }, scale), null);
});

test('weights shift the overall score', () => {
  const weighted = { ...scale, overallWeights: { vocabulary: 3, fluency: 1, accent: 0 } };
  const produced = { vocabulary: dimension(2, 1), fluency: dimension(4, 1), accent: dimension(5, 1) };
  assert.equal(overallScore(produced, weighted)?.score, 2.5);
});

test('the flat scores have every field, null where nothing was produced', () => {
  const flat = flatScores({ vocabulary: abstained, accent: dimension(3.4, 0.5) }, scale);
  assert.deepEqual(flat, {
    vocabulary: null,
    vocabularyCefr: null,
    vocabularyPercent: null,
    fluency: null,
    fluencyCefr: null,
    fluencyPercent: null,
    accent: 3.4,
    accentCefr: 'B1',
    accentPercent: 68,
    overall: 3.4,
    cefrLevel: 'B2',
    overallPercent: 68,
  });
});
