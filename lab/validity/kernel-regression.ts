/**
 * Kernel ridge regression with a Gaussian kernel (Saunders, Gammerman & Vovk 1998), as it is stored: the cases it
 * was fitted on and a coefficient of each for every target. Columns are standardised and clipped first.
 */
export interface KernelRegression {
  means: readonly number[];
  sds: readonly number[];
  clip: number;
  /** The kernel is exp(−gamma · squared distance), over the first `means.length` columns of the support. */
  gamma: number;
  /** Cases × `stride`, each column −`clip`…`clip` as −127…127. */
  support: Int8Array;
  /** Columns of a stored case; at least `means.length`. */
  stride: number;
  /** Cases × targets. */
  coefficients: Float32Array;
  intercepts: readonly number[];
}

const steps = 127;

/** One case as the kernel sees it: standard deviations from the mean, at most ± `clip`. */
export const standardised = (
  row: readonly number[],
  { means, sds, clip }: Pick<KernelRegression, 'means' | 'sds' | 'clip'>,
): Float64Array =>
  Float64Array.from(means, (mean, column) =>
    Math.max(-clip, Math.min(clip, (row[column]! - mean) / sds[column]!)),
  );

/** To one of 255 steps, so that a case takes a byte a column. */
export const toSteps = (value: number, clip: number): number => Math.round((value / clip) * steps);
export const fromSteps = (value: number, clip: number): number => (value / steps) * clip;

/** One value per target. @param row features in the order of `means` */
export function predictKernel(model: KernelRegression, row: readonly number[]): number[] {
  const { support, stride, coefficients, intercepts, gamma, clip } = model;
  const targets = intercepts.length;
  const point = standardised(row, model);
  const out = [...intercepts];
  const cases = support.length / stride;
  for (let index = 0; index < cases; index += 1) {
    let distance = 0;
    for (let column = 0; column < point.length; column += 1) {
      distance += (point[column]! - fromSteps(support[index * stride + column]!, clip)) ** 2;
    }
    const likeness = Math.exp(-gamma * distance);
    for (let target = 0; target < targets; target += 1) {
      out[target]! += likeness * coefficients[index * targets + target]!;
    }
  }
  return out;
}
