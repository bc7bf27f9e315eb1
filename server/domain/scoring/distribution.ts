/** Plain descriptions of a list of numbers. Each gives 0 for an empty list: a feature is never absent. */

export const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

export const deviationOf = (values: readonly number[]): number => {
  const centre = meanOf(values);
  return Math.sqrt(meanOf(values.map((value) => (value - centre) ** 2)));
};

export const shareOf = <Value>(values: readonly Value[], test: (value: Value) => boolean): number =>
  values.length === 0 ? 0 : values.filter(test).length / values.length;

/** Between the two nearest values, linearly. @param at 0 the least, 1 the greatest */
export function quantileOf(values: readonly number[], at: number): number {
  if (values.length === 0) return 0;
  const sorted = values.toSorted((a, b) => a - b);
  const place = at * (sorted.length - 1);
  const below = Math.floor(place);
  const above = Math.min(sorted.length - 1, below + 1);
  return sorted[below]! + (place - below) * (sorted[above]! - sorted[below]!);
}
