import { language } from '../texts/language.ts';

export interface Sorting {
  key: string;
  direction: 'asc' | 'desc';
}

type Sortable = string | number | null | undefined;

/** Rows in the order of one value; those without a value come last either way. */
export function sortRows<Row>(
  rows: readonly Row[],
  valueIn: (row: Row) => Sortable,
  direction: Sorting['direction'],
): Row[] {
  const sign = direction === 'asc' ? 1 : -1;
  return [...rows].sort((a, b) => {
    const [left, right] = [valueIn(a), valueIn(b)];
    if (left == null || right == null) return left == null ? (right == null ? 0 : 1) : -1;
    if (typeof left === 'number' && typeof right === 'number') return sign * (left - right);
    return sign * String(left).localeCompare(String(right), language, { numeric: true });
  });
}

/** What a click on a column's head asks for: the first direction, then the other, then the first again. */
export function nextSorting(
  current: Sorting | undefined,
  key: string,
  first: Sorting['direction'] = 'asc',
): Sorting {
  const other = first === 'asc' ? 'desc' : 'asc';
  return { key, direction: current?.key === key && current.direction === first ? other : first };
}
