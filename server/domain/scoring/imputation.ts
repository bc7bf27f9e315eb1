/**
 * What features that could be measured say about those that could not, for a linear score over standardised
 * features that are taken as jointly normal: the missing ones are put at their conditional expectation.
 */

/** Added to the diagonal, so that features that nearly repeat one another do not make the system unsolvable. */
const RIDGE = 0.02;

export interface Imputed {
  /** Weights for the measured features alone, by column: their own and what they take over from the missing. */
  weights: number[];
  /** Variance of the score due to the part of the missing features that the measured ones do not tell. */
  missingVariance: number;
}

/**
 * @param weights one per feature
 * @param correlations square, of the standardised features; null takes the features as independent
 * @param present which features were measured
 */
export function imputeMissing(
  weights: readonly number[],
  correlations: readonly (readonly number[])[] | null,
  present: readonly boolean[],
): Imputed {
  const columns = weights.map((_, column) => column);
  const known = columns.filter((column) => present[column]);
  const missing = columns.filter((column) => !present[column]);
  const own = weights.map((weight, column) => (present[column] ? weight : 0));
  const correlation = (a: number, b: number) => (a === b ? 1 : (correlations?.[a]?.[b] ?? 0));
  let missingVariance = 0;
  for (const a of missing) {
    for (const b of missing) missingVariance += weights[a]! * weights[b]! * correlation(a, b);
  }
  if (missing.length === 0 || known.length === 0) return { weights: own, missingVariance };
  // Covariance of each measured feature with the missing part of the score.
  const shared = known.map((row) =>
    missing.reduce((sum, column) => sum + weights[column]! * correlation(row, column), 0),
  );
  const taken = solve(
    known.map((a) => known.map((b) => correlation(a, b) + (a === b ? RIDGE : 0))),
    shared,
  );
  known.forEach((column, index) => {
    const sum = own[column]! + taken[index]!;
    // A feature never comes to act against its meaning, whatever it has to stand for.
    own[column] = sum * own[column]! < 0 ? 0 : sum;
    missingVariance -= taken[index]! * shared[index]!;
  });
  return { weights: own, missingVariance: Math.max(0, missingVariance) };
}

/** Solves a symmetric positive definite system by Gaussian elimination; `matrix` is copied. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, index) => [...row, right[index]!]);
  const size = rows.length;
  for (let pivot = 0; pivot < size; pivot += 1) {
    for (let row = pivot + 1; row < size; row += 1) {
      const factor = rows[row]![pivot]! / rows[pivot]![pivot]!;
      for (let column = pivot; column <= size; column += 1) {
        rows[row]![column]! -= factor * rows[pivot]![column]!;
      }
    }
  }
  const solution = new Array<number>(size).fill(0);
  for (let row = size - 1; row >= 0; row -= 1) {
    let rest = rows[row]![size]!;
    for (let column = row + 1; column < size; column += 1) rest -= rows[row]![column]! * solution[column]!;
    solution[row] = rest / rows[row]![row]!;
  }
  return solution;
}
