import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Calibrated,
  type DimensionCalibration,
  interpolate,
  predict,
} from '#server/domain/scoring/calibration.ts';
import { flatScores, overallScore } from '#server/domain/scoring/overall.ts';
import type { DimensionScore } from '#server/domain/scoring/types.ts';
import { scale } from '#server/modules/shapes/scale.ts';
import { calibration } from '#test/support/score-interview.ts';

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

const correlated: DimensionCalibration = {
  ...small,
  correlations: [
    [1, -0.8],
    [-0.8, 1],
  ],
};

test('a feature that could not be measured is put at what the others make likely', () => {
  const independent = predict(small, { speed: 8 }, plenty);
  const imputed = predict(correlated, { speed: 8 }, plenty);
  assert.ok(Math.abs(independent.raw - 7) < 1e-9);
  // One deviation of speed goes with .8 deviations fewer pauses (a little less for the ridge).
  assert.ok(imputed.raw > 7.75 && imputed.raw < 7.8);
  assert.deepEqual(imputed.missing, ['pauses']);
  const width = ({ interval }: { interval: [number, number] }) => interval[1] - interval[0];
  assert.ok(width(imputed) < width(independent));
  assert.ok(width(imputed) > width(predict(correlated, { speed: 8, pauses: 6 }, plenty)));
  // Nothing to go by: the mean.
  assert.equal(predict(correlated, {}, plenty).raw, 5);
});

test('a doubtful measurement is drawn towards the middle of what was calibrated on', () => {
  const known: DimensionCalibration = { ...small, population: { mean: 5, sd: 2, residualSd: 1 } };
  const values = { speed: 8, pauses: 5 };
  assert.ok(Math.abs(predict(known, values, plenty).raw - 8) < 1e-9);
  // Twice as wide is four times the variance: 3 more beside the population's 4.
  const doubted = predict(known, values, { evidenceAmount: 100, extraShare: 1 });
  assert.ok(Math.abs(doubted.raw - (5 + (3 * 4) / 7)) < 1e-9);
  assert.ok(Math.abs(doubted.contributions.pauses! - 4 / 7) < 1e-9);
  assert.ok(predict(known, values, { evidenceAmount: 10, extraShare: 0 }).raw < 8);
});

test('an interval may have a side of its own width for every score', () => {
  const sided: DimensionCalibration = {
    ...small,
    interval: {
      spread: [
        [0, 0.2, 0.4],
        [10, 0.4, 1],
      ],
      evidence: { amount: 100, samplingShare: 0.5 },
    },
  };
  const { score, interval } = predict(sided, { speed: 4, pauses: 10 }, plenty);
  assert.ok(Math.abs(score - 2.5) < 1e-9);
  assert.ok(Math.abs(interval[0] - 2.2) < 1e-9 && Math.abs(interval[1] - 3.2) < 1e-9);
  const wider = predict(sided, { speed: 4, pauses: 10 }, { evidenceAmount: 100, extraShare: 1 }).interval;
  assert.ok(Math.abs(wider[1] - wider[0] - 2) < 1e-9);
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

for (const name of ['vocabulary', 'fluency', 'accent'] as const) {
  test(`the ${name} calibration rises along the scale and knows its norms`, () => {
    const file: Calibrated<DimensionCalibration> = calibration[name];
    const corners = file.toScale;
    // Vocabulary and fluency end where their norms have nothing more to say: no C2 from them.
    assert.ok(corners[0]![1] < 0.1 && corners.at(-1)![1] <= 5 && corners.at(-1)![1] > 4);
    corners.slice(1).forEach(([raw, value], index) => {
      assert.ok(raw > corners[index]![0] && value > corners[index]![1]);
    });
    assert.ok(file.features.every(({ norm, sd }) => norm && sd > 0));
    assert.ok(file.method.length > 0);
    const { interval } = file;
    const halves =
      'spread' in interval ? interval.spread.flatMap(([, a, b]) => [a, b]) : [interval.halfWidth];
    assert.ok(halves.length > 0 && halves.every((half) => half > 0));
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
