/** A linear model on standardised columns. */
export interface LinearModel {
  intercept: number;
  means: number[];
  sds: number[];
  weights: number[];
  clip: number;
}

/**
 * Ridge regression with a sign for each weight, by coordinate descent on the normal equations: a weight that the
 * data would give the other sign becomes 0, so that a feature can never act against its meaning.
 *
 * @param rows one row of values per case
 * @param signs 1 the score may only rise with the feature, -1 only fall, 0 either
 * @param penalty added to the mean square of each standardised column (0.01 is weak)
 */
export function fitRidge(
  rows: readonly (readonly number[])[],
  targets: readonly number[],
  signs: readonly (-1 | 0 | 1)[],
  penalty: number,
  clip: number,
): LinearModel {
  const columns = signs.length;
  const means = signs.map((_, column) => mean(rows.map((row) => row[column]!)));
  const sds = signs.map((_, column) => Math.max(1e-9, deviation(rows.map((row) => row[column]!))));
  const intercept = mean(targets);
  const gram = signs.map(() => new Float64Array(columns));
  const products = new Float64Array(columns);
  rows.forEach((row, index) => {
    const z = row.map((value, column) => clipped((value - means[column]!) / sds[column]!, clip));
    for (let a = 0; a < columns; a += 1) {
      products[a]! += (z[a]! * (targets[index]! - intercept)) / rows.length;
      for (let b = 0; b < columns; b += 1) gram[a]![b]! += (z[a]! * z[b]!) / rows.length;
    }
  });
  const weights = signs.map(() => 0);
  for (let sweep = 0; sweep < 5000; sweep += 1) {
    let moved = 0;
    for (let a = 0; a < columns; a += 1) {
      let rest = products[a]!;
      for (let b = 0; b < columns; b += 1) if (b !== a) rest -= gram[a]![b]! * weights[b]!;
      let next = rest / (gram[a]![a]! + penalty);
      if (next * signs[a]! < 0) next = 0;
      moved = Math.max(moved, Math.abs(next - weights[a]!));
      weights[a] = next;
    }
    if (moved < 1e-10) break;
  }
  return { intercept, means, sds, weights, clip };
}

export const predictLinear = (model: LinearModel, row: readonly number[]): number =>
  model.weights.reduce(
    (sum, weight, column) =>
      sum + weight * clipped((row[column]! - model.means[column]!) / model.sds[column]!, model.clip),
    model.intercept,
  );

const clipped = (value: number, limit: number) => Math.max(-limit, Math.min(limit, value));

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

export const deviation = (values: readonly number[]): number => {
  const centre = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - centre) ** 2)));
};

/** Pearson correlation. */
export const correlation = (a: readonly number[], b: readonly number[]): number => {
  const [centreA, centreB] = [mean(a), mean(b)];
  const product = mean(a.map((value, index) => (value - centreA) * (b[index]! - centreB)));
  return product / (deviation(a) * deviation(b));
};

/**
 * Conformal quantile: the smallest residual that at least `share` of new cases stay under, for exchangeable cases
 * (the ⌈(n + 1)·share⌉-th smallest).
 */
export function conformalQuantile(residuals: readonly number[], share: number): number {
  const sorted = residuals.map(Math.abs).toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length + 1) * share) - 1)]!;
}

/** Rounded to six significant digits, so that files are short and the same everywhere. */
export const tidy = (value: number): number => Number(value.toPrecision(6));
