import { headingKind } from '../headings.ts';
import type { Fragment } from './types.ts';

/** A gutter between columns is at least this wide, in font sizes of the text around it. */
const gutterEm = 0.9;
/** Fewer lines than this beside each other are no columns. */
const minColumnLines = 3;
/** More fragments than this are no CV's page: they are read row by row, which takes no quadratic time. */
const maxFragments = 2500;

const looksLikeDate = /(?:19|20)\d\d|\b\d{1,2}[./]\d{2,4}\b|present|current|heute|actuel|actual|oggi|heden/i;

/**
 * Parts of a page in the order they are read, each to be read row by row.
 *
 * Columns are found as the highest strip of white with text on both sides; what is above is read first, then the
 * columns from left to right (from right to left where the page is written so), then what is below. A narrow column
 * of dates or places whose every entry shares its baseline with the other side belongs to the rows: a table.
 */
export function regionsOf(fragments: readonly Fragment[], isRightToLeft: boolean): Fragment[][] {
  if (fragments.length === 0) return [];
  if (fragments.length > maxFragments) return [[...fragments]];
  const split = findColumns(fragments);
  if (!split) return [[...fragments]];
  const { above, left, right, below } = split;
  const columns = isRightToLeft ? [right, left] : [left, right];
  return [above, ...columns, below].flatMap((part) => regionsOf(part, isRightToLeft));
}

interface Split {
  above: Fragment[];
  left: Fragment[];
  right: Fragment[];
  below: Fragment[];
}

function findColumns(fragments: readonly Fragment[]): Split | undefined {
  const sizes = fragments.map(({ fontSizePt }) => fontSizePt).sort((a, b) => a - b);
  const gutter = gutterEm * sizes[Math.floor(sizes.length / 2)]!;
  const byTop = [...fragments].sort((a, b) => a.top - b.top);
  // A gutter ends where a column of text begins, so left edges are all there is to try.
  const edges = [...new Set(fragments.map(({ left }) => Math.round(left)))];
  let best: { split: Split; weight: number } | undefined;
  for (const edge of edges) {
    const right = edge - 0.6;
    const left = right - gutter;
    for (const run of stripsOf(byTop, left, right)) {
      const [leftPart, rightPart] = untilNextHeading(
        run.filter((fragment) => fragment.right <= right),
        run.filter((fragment) => fragment.left >= left),
      );
      const [leftBeside, rightBeside] = besideEachOther(leftPart, rightPart);
      const lines = Math.min(linesOf(leftBeside), linesOf(rightBeside));
      if (lines < minColumnLines || isTable(leftBeside, rightBeside)) continue;
      const weight = heightOf([...leftBeside, ...rightBeside]) * lines;
      if (best && best.weight >= weight) continue;
      const columns = [...leftPart, ...rightPart];
      const inColumns = new Set(columns);
      const top = Math.min(...columns.map((fragment) => fragment.top));
      const others = fragments.filter((fragment) => !inColumns.has(fragment));
      best = {
        weight,
        split: {
          above: others.filter((fragment) => fragment.top < top),
          left: leftPart,
          right: rightPart,
          below: others.filter((fragment) => fragment.top >= top),
        },
      };
    }
  }
  return best?.split;
}

/**
 * Two short columns of a list end where the longer one meets the heading of the next section, which is as short as a
 * column's line and would be read before the second column.
 */
function untilNextHeading(left: Fragment[], right: Fragment[]): [Fragment[], Fragment[]] {
  const bottom = Math.min(
    ...[left, right].map((part) => Math.max(0, ...part.map((fragment) => fragment.bottom))),
  );
  const next = [...left, ...right]
    .filter((fragment) => fragment.top >= bottom && headingKind(textOf(fragment)))
    .reduce((top, fragment) => Math.min(top, fragment.top), Number.POSITIVE_INFINITY);
  const above = (fragment: Fragment) => fragment.top < next;
  return [left.filter(above), right.filter(above)];
}

const textOf = ({ items }: Fragment) =>
  items
    .map(({ text, hasSpaceBefore }) => `${hasSpaceBefore ? ' ' : ''}${text}`)
    .join('')
    .trim();

/** Runs of fragments, from top to bottom, none of which reaches into the strip between `left` and `right`. */
function stripsOf(byTop: readonly Fragment[], left: number, right: number): Fragment[][] {
  const runs: Fragment[][] = [];
  let run: Fragment[] = [];
  for (const fragment of byTop) {
    if (fragment.left < right && fragment.right > left) {
      if (run.length > 0) runs.push(run);
      run = [];
    } else {
      run.push(fragment);
    }
  }
  if (run.length > 0) runs.push(run);
  return runs;
}

function linesOf(fragments: readonly Fragment[]): number {
  return new Set(
    fragments.map(({ baseline, fontSizePt }) => Math.round(baseline / Math.max(1, fontSizePt / 2))),
  ).size;
}

/** The lines of both columns at heights where both have some. */
function besideEachOther(left: readonly Fragment[], right: readonly Fragment[]): [Fragment[], Fragment[]] {
  const top = Math.max(...[left, right].map((part) => Math.min(...part.map((fragment) => fragment.top))));
  const bottom = Math.min(
    ...[left, right].map((part) => Math.max(...part.map((fragment) => fragment.bottom))),
  );
  const within = (fragment: Fragment) => fragment.bottom > top && fragment.top < bottom;
  return [left.filter(within), right.filter(within)];
}

function heightOf(fragments: readonly Fragment[]): number {
  return Math.max(...fragments.map(({ bottom }) => bottom)) - Math.min(...fragments.map(({ top }) => top));
}

/** Whether both sides are cells of common rows: dates beside positions, places at the right margin, bullets. */
function isTable(left: readonly Fragment[], right: readonly Fragment[]): boolean {
  return headsRows(left, right) || headsRows(right, left);
}

function headsRows(cells: readonly Fragment[], others: readonly Fragment[]): boolean {
  const baselines = others.map(({ baseline }) => baseline).sort((a, b) => a - b);
  const aligned = cells.filter((cell) => hasNear(baselines, cell.baseline, 0.3 * cell.fontSizePt));
  if (aligned.length < 0.8 * cells.length) return false;
  const texts = cells.map(textOf);
  const share = (holds: (text: string) => boolean) => texts.filter(holds).length / texts.length;
  if (share((text) => text.length <= 2) > 0.7) return true;
  if (share((text) => looksLikeDate.test(text) && text.length <= 40) >= 0.4) return true;
  return cells.length <= 0.5 * others.length && share((text) => text.length <= 40) > 0.8 && isSpread(cells);
}

/** A column that stands close together is a text of its own; cells of a table keep their rows' distance. */
function isSpread(fragments: readonly Fragment[]): boolean {
  const sorted = [...fragments].sort((a, b) => a.baseline - b.baseline);
  const gaps = sorted.slice(1).map((fragment, index) => fragment.baseline - sorted[index]!.baseline);
  const wide = gaps.filter((gap, index) => gap > 1.9 * sorted[index]!.fontSizePt);
  return wide.length >= 0.5 * gaps.length;
}

function hasNear(sorted: readonly number[], value: number, within: number): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value - within) low = middle + 1;
    else high = middle;
  }
  return low < sorted.length && sorted[low]! <= value + within;
}
