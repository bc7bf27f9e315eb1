import type { Fragment, TextItem } from './types.ts';

/** Wider gaps than this, in font sizes, part a row into fragments. */
const fragmentGapEm = 1;
/** Narrower gaps than this lie between letters of one word. */
const wordGapEm = 0.14;
/** Part of the font size above and below the baseline: the place of most letters in most fonts. */
const ascentEm = 0.78;
const descentEm = 0.22;

/** Groups a page's items to fragments, ordered by baseline, then from left to right. */
export function fragmentsOf(items: readonly TextItem[]): Fragment[] {
  const rows = rowsOf(withoutCopies(items));
  return rows.flatMap((row) => fragmentsOfRow(row));
}

/** Some programs print bold text by drawing it two or three times, a hair apart. */
function withoutCopies(items: readonly TextItem[]): TextItem[] {
  const seen = new Map<string, TextItem[]>();
  return items.filter((item) => {
    if (!item.text.trim()) return true;
    const key = `${item.text}|${Math.round(item.y / 4)}`;
    const others = seen.get(key) ?? [];
    const near = item.fontSizePt * 0.2;
    if (others.some(({ x, y }) => Math.abs(x - item.x) < near && Math.abs(y - item.y) < near)) return false;
    if (others.length < 50) seen.set(key, [...others, item]);
    return true;
  });
}

/** Items that share a baseline, roughly: super- and subscripts stay in their row. */
function rowsOf(items: readonly TextItem[]): TextItem[][] {
  const sorted = [...items].sort((a, b) => a.y - b.y || a.x - b.x);
  const rows: TextItem[][] = [];
  let row: TextItem[] = [];
  let baseline = 0;
  let size = 0;
  for (const item of sorted) {
    if (row.length > 0 && item.y - baseline <= 0.45 * Math.max(1, Math.min(size, item.fontSizePt || size))) {
      row.push(item);
    } else {
      row = [item];
      rows.push(row);
      baseline = item.y;
      size = item.fontSizePt;
    }
    size = Math.max(size, item.fontSizePt);
  }
  return rows.map((one) => one.sort((a, b) => a.x - b.x));
}

function fragmentsOfRow(row: readonly TextItem[]): Fragment[] {
  const fragments: Fragment[] = [];
  let current: Fragment | undefined;
  let hasSpace = false;
  for (const item of row) {
    if (!item.text.trim()) {
      hasSpace = true;
      continue;
    }
    const size = item.fontSizePt || 1;
    const gap = current ? item.x - current.right : Number.POSITIVE_INFINITY;
    if (!current || gap > fragmentGapEm * Math.max(size, current.fontSizePt)) {
      current = {
        items: [],
        left: item.x,
        right: item.x,
        top: Number.POSITIVE_INFINITY,
        bottom: 0,
        baseline: item.y,
        fontSizePt: size,
      };
      fragments.push(current);
      hasSpace = false;
    }
    current.items.push({ ...item, hasSpaceBefore: hasSpace || gap > wordGapEm * size });
    hasSpace = /\s$/.test(item.text);
    current.right = Math.max(current.right, item.x + item.width);
    current.top = Math.min(current.top, item.y - ascentEm * size);
    current.bottom = Math.max(current.bottom, item.y + descentEm * size);
    current.fontSizePt = Math.max(current.fontSizePt, size);
  }
  return fragments;
}
