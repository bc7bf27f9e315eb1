import type { TextLine, TextRun } from '../types.ts';
import { bulletLength, repairText } from './repair-text.ts';
import type { Fragment, PageItems } from './types.ts';

/** Gaps from here on, in font sizes, part cells: two spaces in the line's text. */
const cellGapEm = 1.8;
/** A gap between lines from here on, in usual gaps of the region, begins a new block. */
const blockGap = 1.3;

type Item = Fragment['items'][number];

const strongRtl = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const strongLtr = /[A-Za-z\u00c0-\u024f\u0370-\u052f]/;

/** Share of items with letters that are written right to left. */
export function isRightToLeft(items: readonly { text: string }[]): boolean {
  const rtl = items.filter(({ text }) => strongRtl.test(text)).length;
  return rtl > 0 && rtl >= items.filter(({ text }) => strongLtr.test(text)).length;
}

/** The lines of one region, from top to bottom. */
export function linesOfRegion(fragments: readonly Fragment[], page: PageItems): TextLine[] {
  const rows = rowsOf(fragments);
  const gaps = rows.slice(1).map((row, index) => row[0]!.baseline - rows[index]![0]!.baseline);
  const usualGap = [...gaps].sort((a, b) => a - b)[Math.floor(gaps.length / 3)] ?? 0;
  const lines: TextLine[] = [];
  for (const [index, row] of rows.entries()) {
    const line = lineOf(row, page);
    if (!line) continue;
    const gap = index === 0 ? Number.POSITIVE_INFINITY : gaps[index - 1]!;
    lines.push({ ...line, startsBlock: lines.length === 0 || gap > blockGap * usualGap });
  }
  return lines;
}

/** Fragments side by side: those whose vertical extents overlap by more than half. */
function rowsOf(fragments: readonly Fragment[]): Fragment[][] {
  const sorted = [...fragments].sort((a, b) => a.baseline - b.baseline || a.left - b.left);
  const rows: Fragment[][] = [];
  for (const fragment of sorted) {
    const row = rows.at(-1);
    const first = row?.[0];
    const near =
      first && fragment.baseline - first.baseline < 0.5 * Math.min(first.fontSizePt, fragment.fontSizePt);
    if (row && near) row.push(fragment);
    else rows.push([fragment]);
  }
  return rows.map((row) => row.sort((a, b) => a.left - b.left));
}

function lineOf(row: readonly Fragment[], page: PageItems): Omit<TextLine, 'startsBlock'> | undefined {
  const items = inReadingOrder(
    row.flatMap((fragment) => fragment.items.map((item) => ({ ...item, fragment }))),
  );
  let text = '';
  const runs: TextRun[] = [];
  for (const [index, item] of items.entries()) {
    const before = items[index - 1];
    let piece = keepWords(item.text);
    if (before) {
      const gap = Math.max(item.x - before.x - before.width, before.x - item.x - item.width);
      const apart = before.fragment !== item.fragment;
      const isTracked = item.hasSpaceBefore && spacedOut.test(piece) && spacedOut.test(text);
      if ((apart && gap > cellGapEm * item.fontSizePt) || isTracked) text = `${text.trimEnd()}  `;
      else if ((apart || item.hasSpaceBefore) && !text.endsWith(' ')) text += ' ';
      if (text.endsWith(' ')) piece = piece.trimStart();
    }
    if (!piece.trim()) continue;
    runs.push({
      start: text.length,
      end: text.length + piece.trimEnd().length,
      x: shareOf(item.x, page.widthPt),
      width: shareOf(item.width, page.widthPt),
    });
    text += piece;
  }
  if (!text.trim()) return undefined;
  const top = Math.min(...row.map((fragment) => fragment.top));
  const bottom = Math.max(...row.map((fragment) => fragment.bottom));
  const left = row[0]!.left;
  const right = Math.max(...row.map((fragment) => fragment.right));
  const letters = items.reduce((sum, item) => sum + item.text.trim().length, 0);
  const bold = items.reduce((sum, item) => sum + (item.isBold ? item.text.trim().length : 0), 0);
  return trimmed(
    { text, runs },
    {
      page: page.number,
      box: boxOf(left, top, right - left, bottom - top, page),
      fontSizePt: Math.round(10 * Math.max(...row.map(({ fontSizePt }) => fontSizePt))) / 10,
      isBold: bold > 0.6 * letters,
    },
  );
}

/**
 * Left to right; where most is written right to left, the other way round: then Latin words keep their order among each
 * other, and numbers follow the script around them.
 */
function inReadingOrder<Placed extends Item>(items: Placed[]): Placed[] {
  if (!isRightToLeft(items)) return items;
  // The gap before an item, seen from the left, comes behind it when reading from the right.
  const turned = items.map((item, index) => ({
    ...item,
    hasSpaceBefore: items[index + 1]?.hasSpaceBefore ?? false,
  }));
  turned.reverse();
  const ordered: Placed[] = [];
  let others: Placed[] = [];
  const flush = () => {
    const first = others.findIndex(({ text }) => strongLtr.test(text));
    const last = others.findLastIndex(({ text }) => strongLtr.test(text));
    const latin = first < 0 ? [] : others.slice(first, last + 1).reverse();
    ordered.push(...(first < 0 ? others : [...others.slice(0, first), ...latin, ...others.slice(last + 1)]));
    others = [];
  };
  for (const item of turned) {
    if (strongRtl.test(item.text)) {
      flush();
      ordered.push(item);
    } else {
      others.push(item);
    }
  }
  flush();
  return ordered;
}

/** "R O B I N": letters with a space between any two. */
const spacedOut = /^\s*(?:[\p{L}\p{M}'’-]\s{1,2})+[\p{L}\p{M}'’-]\s*$/u;

/** Between words of such letters stand wider gaps; they are kept. */
const keepWords = (text: string): string =>
  spacedOut.test(text.replace(/\s{2,}/g, ' '))
    ? text
        .split(/\s{2,}/)
        .map(repairText)
        .join('  ')
    : repairText(text);

/** Takes the bullet and outer spaces off, and the spaces out of "C U R R I C U L U M". */
function trimmed(
  { text, runs }: { text: string; runs: readonly TextRun[] },
  rest: Pick<TextLine, 'page' | 'box' | 'fontSizePt' | 'isBold'>,
): Omit<TextLine, 'startsBlock'> | undefined {
  const leading = text.length - text.trimStart().length;
  const bullet = bulletLength(text.slice(leading));
  let body = text.slice(leading + bullet);
  const start = leading + bullet + body.length - body.trimStart().length;
  body = body.trim();
  const isHyphenated = /\p{L}[-‐\u00ad]$/u.test(body);
  // A soft hyphen inside a line hides; at its end it is a hyphen.
  const visible = body.replace(/\u00ad$/, '-').replaceAll('\u00ad', '');
  if (!visible) return undefined;
  if (isSpacedOut(visible)) {
    const joined = visible
      .split(/ {2,}/)
      .map((word) => word.replaceAll(' ', ''))
      .join(' ');
    return {
      ...rest,
      text: joined,
      runs: [wholeRun(joined, rest.box)],
      isBullet: bullet > 0,
      isHyphenated: false,
    };
  }
  const moved = runs
    .map((run) => ({
      ...run,
      start: Math.max(0, run.start - start),
      end: Math.min(visible.length, run.end - start),
    }))
    .filter((run) => run.end > run.start);
  return { ...rest, text: visible, runs: moved, isBullet: bullet > 0, isHyphenated };
}

function isSpacedOut(text: string): boolean {
  const words = text.split(/ +/);
  return words.length >= 5 && words.every((word) => [...word].length === 1 && /[\p{L}&'’-]/u.test(word));
}

/** Text written askew or upright: one line each. */
export function turnedLines(page: PageItems): TextLine[] {
  return page.turned.flatMap((item) => {
    const text = repairText(item.text).trim();
    if (!text) return [];
    const box = boxOf(item.x, item.y, item.width, item.height, page);
    const line: TextLine = {
      text,
      page: page.number,
      box,
      runs: [wholeRun(text, box)],
      fontSizePt: item.fontSizePt,
      isBold: false,
      isBullet: false,
      startsBlock: true,
      isHyphenated: false,
    };
    return [line];
  });
}

const wholeRun = (text: string, box: TextLine['box']): TextRun => ({
  start: 0,
  end: text.length,
  x: box.x,
  width: box.width,
});

function boxOf(x: number, y: number, width: number, height: number, page: PageItems): TextLine['box'] {
  return {
    x: shareOf(x, page.widthPt),
    y: shareOf(y, page.heightPt),
    width: shareOf(width, page.widthPt),
    height: shareOf(height, page.heightPt),
  };
}

/** Text may be drawn beyond the page's edge; its box ends there. */
function shareOf(points: number, wholePt: number): number {
  return Math.round(10_000 * Math.min(1, Math.max(0, points / wholePt))) / 10_000;
}
