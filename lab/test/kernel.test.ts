import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitKernel, kernelCases } from '../calibrate/kernel.ts';
import { createRandom } from '../calibrate/random.ts';
import { correlation } from '../calibrate/ridge.ts';
import { predictKernel, standardised } from '../validity/kernel-regression.ts';

const random = createRandom(7);
const rows = Array.from({ length: 300 }, () => [random.normal(), 5 + 2 * random.normal(), random.normal()]);
const curve = ([a, b]: readonly number[]) => Math.sin(2 * a!) + ((b! - 5) / 2) ** 2;

test('kernel regression learns a curve in two of three columns and predicts new points', () => {
  const [train, fresh] = [rows.slice(0, 200), rows.slice(200)];
  const targets = train.map((row) => [curve(row), -2 * curve(row)]);
  const model = fitKernel(kernelCases(train, 4), targets, 2, { width: 1, penalty: 0.01 });
  const predicted = fresh.map((row) => predictKernel(model, row));
  assert.ok(
    correlation(
      predicted.map(([one]) => one!),
      fresh.map(curve),
    ) > 0.95,
  );
  for (const [one, other] of predicted) assert.ok(Math.abs(other! + 2 * one!) < 1e-4);
});

test('with a heavy penalty it predicts the mean; far from every case too', () => {
  const targets = rows.map((row) => [curve(row)]);
  const mean = targets.reduce((sum, [value]) => sum + value!, 0) / rows.length;
  const flat = fitKernel(kernelCases(rows, 4), targets, 3, { width: 1, penalty: 1e6 });
  assert.ok(Math.abs(predictKernel(flat, rows[0]!)[0]! - mean) < 0.01);
  const narrow = fitKernel(kernelCases(rows, 4), targets, 3, { width: 300, penalty: 0.1 });
  assert.ok(Math.abs(predictKernel(narrow, [40, -90, 40])[0]! - mean) < 0.01);
});

test('one odd value is clipped', () => {
  const cases = kernelCases(rows, 4);
  assert.deepEqual(standardised([1e9, 5, -1e9], cases).at(0), 4);
  assert.deepEqual(standardised([1e9, 5, -1e9], cases).at(2), -4);
});
