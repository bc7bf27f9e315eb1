/** Logistic regression by Newton's method with a small ridge, features brought to mean 0 and deviation 1 inside. */
export function fitLogistic(rows: readonly { values: readonly number[]; right: boolean }[]): {
  constant: number;
  weights: number[];
  probability: (values: readonly number[]) => number;
} {
  const size = rows[0]?.values.length ?? 0;
  const column = (i: number) => rows.map(({ values }) => values[i]!);
  const means = Array.from({ length: size }, (_, i) => mean(column(i)));
  const deviations = means.map((m, i) => Math.sqrt(mean(column(i).map((v) => (v - m) ** 2))) || 1);
  const features = rows.map(({ values }) => [1, ...values.map((v, i) => (v - means[i]!) / deviations[i]!)]);
  let b = new Array<number>(size + 1).fill(0);
  const ridge = 1;
  for (let round = 0; round < 12; round++) {
    const gradient = b.map((value, i) => (i === 0 ? 0 : -ridge * value));
    const hessian = b.map((_, i) => b.map((_, j) => (i === j && i > 0 ? ridge : 0)));
    for (const [n, x] of features.entries()) {
      const p = sigmoid(dot(b, x));
      const slack = p * (1 - p);
      for (let i = 0; i <= size; i++) {
        gradient[i]! += x[i]! * (Number(rows[n]!.right) - p);
        for (let j = 0; j <= size; j++) hessian[i]![j]! += slack * x[i]! * x[j]!;
      }
    }
    const step = solve(hessian, gradient);
    b = b.map((value, i) => value + step[i]!);
  }
  const weights = b.slice(1).map((value, i) => value / deviations[i]!);
  const constant = b[0]! - dot(weights, means);
  return { constant, weights, probability: (values) => sigmoid(constant + dot(weights, values)) };
}

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / Math.max(1, values.length);
const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));
const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, i) => sum + value * b[i]!, 0);

/** Gaussian elimination with pivots. */
function solve(matrix: number[][], right: number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]!]);
  const n = rows.length;
  for (let i = 0; i < n; i++) {
    let pivot = i;
    for (let r = i + 1; r < n; r++) if (Math.abs(rows[r]![i]!) > Math.abs(rows[pivot]![i]!)) pivot = r;
    [rows[i], rows[pivot]] = [rows[pivot]!, rows[i]!];
    for (let r = i + 1; r < n; r++) {
      const factor = rows[r]![i]! / rows[i]![i]!;
      for (let c = i; c <= n; c++) rows[r]![c]! -= factor * rows[i]![c]!;
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    const known = rows[i]!.slice(i + 1, n).reduce((sum, value, k) => sum + value * x[i + 1 + k]!, 0);
    x[i] = (rows[i]![n]! - known) / rows[i]![i]!;
  }
  return x;
}
