import { fromSteps, type KernelRegression, standardised, toSteps } from '../validity/kernel-regression.ts';
import { deviation, mean, tidy } from './ridge.ts';

/** Cases brought to the steps they are stored in; regressors over some of the first columns share them. */
export interface KernelCases {
  means: number[];
  sds: number[];
  clip: number;
  stride: number;
  support: Int8Array;
}

export function kernelCases(rows: readonly (readonly number[])[], clip: number): KernelCases {
  const stride = rows[0]!.length;
  const column = (index: number) => rows.map((row) => row[index]!);
  const means = Array.from({ length: stride }, (_, index) => tidy(mean(column(index))));
  const sds = means.map((_, index) => tidy(Math.max(1e-6, deviation(column(index)))));
  const support = new Int8Array(rows.length * stride);
  for (const [index, row] of rows.entries()) {
    support.set(
      [...standardised(row, { means, sds, clip })].map((value) => toSteps(value, clip)),
      index * stride,
    );
  }
  return { means, sds, clip, stride, support };
}

/**
 * Fits kernel ridge regression: (K + penalty·I) coefficients = targets − their means.
 *
 * @param columns how many of the first columns take part
 * @param width gamma is this divided by the number of columns
 * @param targets cases × targets
 */
export function fitKernel(
  { means, sds, clip, stride, support }: KernelCases,
  targets: readonly (readonly number[])[],
  columns: number,
  { width, penalty }: { width: number; penalty: number },
): KernelRegression {
  const count = targets.length;
  const gamma = tidy(width / columns);
  const points = Array.from({ length: count }, (_, index) =>
    Float64Array.from({ length: columns }, (_, column) => fromSteps(support[index * stride + column]!, clip)),
  );
  const lower = Array.from({ length: count }, (_, row) => new Float64Array(row + 1));
  for (let a = 0; a < count; a += 1) {
    for (let b = 0; b <= a; b += 1) {
      lower[a]![b] = Math.exp(-gamma * squaredDistance(points[a]!, points[b]!)) + (a === b ? penalty : 0);
    }
  }
  factorise(lower);
  const targetCount = targets[0]!.length;
  const intercepts = targets[0]!.map((_, target) => tidy(mean(targets.map((row) => row[target]!))));
  const coefficients = new Float32Array(count * targetCount);
  for (let target = 0; target < targetCount; target += 1) {
    const solved = solve(
      lower,
      Float64Array.from(targets, (row) => row[target]! - intercepts[target]!),
    );
    for (let index = 0; index < count; index += 1)
      coefficients[index * targetCount + target] = solved[index]!;
  }
  return {
    means: means.slice(0, columns),
    sds: sds.slice(0, columns),
    clip,
    gamma,
    support,
    stride,
    coefficients,
    intercepts,
  };
}

function squaredDistance(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index]! - b[index]!) ** 2;
  return sum;
}

/** Cholesky, in place: the lower triangle of a positive definite matrix becomes its factor. */
function factorise(lower: Float64Array[]): void {
  for (const [row, own] of lower.entries()) {
    for (let column = 0; column <= row; column += 1) {
      const other = lower[column]!;
      let sum = own[column]!;
      for (let index = 0; index < column; index += 1) sum -= own[index]! * other[index]!;
      own[column] = column === row ? Math.sqrt(sum) : sum / other[column]!;
    }
  }
}

function solve(lower: readonly Float64Array[], right: Float64Array): Float64Array {
  const x = right.slice();
  for (const [row, own] of lower.entries()) {
    for (let column = 0; column < row; column += 1) x[row]! -= own[column]! * x[column]!;
    x[row]! /= own[row]!;
  }
  for (let row = lower.length - 1; row >= 0; row -= 1) {
    x[row]! /= lower[row]![row]!;
    for (let column = 0; column < row; column += 1) x[column]! -= lower[row]![column]! * x[row]!;
  }
  return x;
}
