import type { PageItems, TextItem } from '../../domain/cv/layout/types.ts';
import type { Block, Paragraph, Piece } from './blocks.ts';

/** A4 with usual margins. A Word file has no pages before it is printed; these give its lines a place. */
const widthPt = 595;
const heightPt = 842;
const marginPt = 56;
const innerPt = widthPt - 2 * marginPt;
/** Behind a gap a line may go on into the margin. */
const edgePt = widthPt - 20;

const lineHeightEm = 1.25;
const ascentEm = 0.78;
/** A gap as wide as parts cells of a table. */
const minGapEm = 2.2;
const tabPt = 36;
const bulletPt = 14;
const maxIndentPt = 160;
const maxSpacePt = 24;
const maxSizePt = 40;
/** More text than this is set no further: the page count tells enough. */
const maxPages = 2000;

interface Word {
  text: string;
  /** A gap stands before it. */
  isApart: boolean;
  sizePt: number;
  isBold: boolean;
}

interface Line {
  words: { word: Word; x: number }[];
  sizePt: number;
  /** Above it, beyond the height of its letters. */
  beforePt: number;
}

/** Sets what is seen on plain pages, one line below the other. */
export function setPages(blocks: readonly Block[]): PageItems[] {
  const pages: PageItems[] = [];
  let y = heightPt;
  let afterPt = 0;
  for (const line of linesOf(blocks)) {
    const heightOfLine = lineHeightEm * line.sizePt;
    y += Math.max(afterPt, line.beforePt);
    if (pages.length === 0 || y + heightOfLine > heightPt - marginPt) {
      if (line.words.length === 0) continue;
      if (pages.length === maxPages) break;
      pages.push({ number: pages.length + 1, widthPt, heightPt, source: 'docx', items: [], turned: [] });
      y = marginPt;
    }
    pages.at(-1)!.items.push(...itemsOf(line, y + ascentEm * line.sizePt));
    y += heightOfLine;
    afterPt = 0;
  }
  return pages;
}

function linesOf(blocks: readonly Block[]): Line[] {
  const lines: Line[] = [];
  let afterPt = 0;
  for (const block of blocks) {
    const own = block.kind === 'paragraph' ? setParagraph(block) : setRow(block.cells.map(linesOf));
    const [first, ...others] = own;
    if (!first) continue;
    lines.push({ ...first, beforePt: Math.max(first.beforePt, afterPt) }, ...others);
    afterPt = block.kind === 'paragraph' ? within(block.afterPt, 0, maxSpacePt) : 0;
  }
  return lines;
}

/** Cells of one line each stand side by side, and the first line of the one cell that may have more beside them; else cell follows cell. */
function setRow(cells: readonly Line[][]): Line[] {
  const filled = cells
    .map((lines) => lines.filter(({ words }) => words.length > 0))
    .filter((lines) => lines.length > 0);
  const long = filled.filter((lines) => lines.length > 1);
  const firsts = filled.map(([first]) => first!);
  const gapsPt = firsts.reduce((sum, { sizePt }) => sum + minGapEm * sizePt, 0);
  const wholePt = firsts.reduce((sum, line) => sum + endOf(line) - startOf(line), gapsPt);
  if (filled.length < 2 || long.length > 1 || wholePt > edgePt - marginPt) return cells.flat();
  let x = marginPt;
  const words = firsts.flatMap((line) => {
    const shift = x - startOf(line);
    x = endOf(line) + shift + minGapEm * line.sizePt;
    return line.words.map(({ word, x: at }, index) => ({
      word: index === 0 ? { ...word, isApart: true } : word,
      x: at + shift,
    }));
  });
  const row = {
    words,
    sizePt: Math.max(...firsts.map(({ sizePt }) => sizePt)),
    beforePt: Math.max(...firsts.map(({ beforePt }) => beforePt)),
  };
  return [row, ...(long[0]?.slice(1) ?? [])];
}

const startOf = ({ words }: Line) => words[0]?.x ?? marginPt;
const endOf = ({ words }: Line) => {
  const last = words.at(-1);
  return last ? last.x + widthOf(last.word) : marginPt;
};

function setParagraph(paragraph: Paragraph): Line[] {
  const pieces = paragraph.pieces.filter(({ sight }) => sight !== 'hidden');
  const indentPt = within(paragraph.indentPt, 0, maxIndentPt);
  const beforePt = within(paragraph.beforePt, 0, maxSpacePt);
  if (!pieces.some(({ text }) => text.trim()))
    return [{ words: [], sizePt: within(paragraph.sizePt, 3, maxSizePt), beforePt }];
  const lines: Line[] = [];
  for (const words of splitAt(wordsOf(pieces))) {
    let x = marginPt + (paragraph.hasBullet ? indentPt : within(paragraph.firstIndentPt, 0, maxIndentPt));
    let line: Line = { words: [], sizePt: 0, beforePt: lines.length === 0 ? beforePt : 0 };
    const isFirst = lines.length === 0;
    if (isFirst && paragraph.hasBullet) {
      const { sizePt, isBold } = words[0] ?? { sizePt: paragraph.sizePt, isBold: false };
      line.words.push({
        word: { text: '•', isApart: false, sizePt, isBold },
        x: Math.max(marginPt, x - bulletPt),
      });
      x = Math.max(x, marginPt + bulletPt);
    }
    const left = marginPt + Math.max(indentPt, paragraph.hasBullet ? bulletPt : 0);
    for (const word of words) {
      const gapPt = word.isApart ? minGapEm * word.sizePt : 0;
      if (gapPt > 0) x = Math.max(x + gapPt, marginPt + tabPt * Math.ceil((x + gapPt - marginPt) / tabPt));
      const isIndent = gapPt > 0 && line.words.length === 0;
      const endPt = x + widthOf({ ...word, text: word.text.trimEnd() });
      const limitPt =
        line.words.some((one) => one.word.isApart) || word.isApart ? edgePt : marginPt + innerPt;
      if (line.words.length > 0 && endPt > limitPt) {
        lines.push(line);
        line = { words: [], sizePt: 0, beforePt: 0 };
        x = left;
      }
      line.words.push({ word: isIndent ? { ...word, isApart: false } : word, x });
      line.sizePt = Math.max(line.sizePt, word.sizePt);
      x += widthOf(word);
    }
    if (line.sizePt === 0) line.sizePt = within(paragraph.sizePt, 3, maxSizePt);
    lines.push(line);
  }
  return lines;
}

/** Words with the spaces behind them; many spaces in a row are a gap, as people make them. */
function wordsOf(pieces: readonly Piece[]): (Word | '\n')[] {
  const words: (Word | '\n')[] = [];
  let isApart = false;
  /** The last word may go on in the next piece. */
  for (const { text, sizePt, isBold } of pieces) {
    for (const part of text.match(/\n|\t|[ \u00a0]{4,}|[^\s]+[ \u00a0]{0,3}(?![ \u00a0])|[^\s]+|\s/g) ?? []) {
      if (part === '\n') words.push('\n');
      else if (part === '\t' || /^[ \u00a0]{4,}$/.test(part)) isApart = true;
      else {
        words.push({ text: part, isApart, sizePt: within(sizePt, 3, maxSizePt), isBold });
        isApart = false;
      }
      if (part === '\n') isApart = false;
    }
  }
  return words;
}

function splitAt(words: readonly (Word | '\n')[]): Word[][] {
  const lines: Word[][] = [[]];
  for (const word of words) {
    if (word === '\n') lines.push([]);
    else lines.at(-1)!.push(word);
  }
  return lines.filter((line) => line.length > 0);
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Words of one look that stand together are one item; a line written from the right stands at the right. */
function itemsOf(line: Line, y: number): TextItem[] {
  const isTurned = line.words.some(({ word }) => rightToLeft.test(word.text));
  const items: TextItem[] = [];
  for (const { word, x } of line.words) {
    const last = items.at(-1);
    const isJoined =
      last && !word.isApart && (isTurned || (last.isBold === word.isBold && last.fontSizePt === word.sizePt));
    if (isJoined && last.text !== '•') {
      last.text += word.text;
      last.width = x + widthOf(word) - last.x;
    } else {
      const { text, sizePt: fontSizePt, isBold } = word;
      items.push({ text, x, y, width: widthOf(word), fontSizePt, isBold });
    }
  }
  return isTurned ? items.map((item) => ({ ...item, x: Math.max(0, widthPt - item.x - item.width) })) : items;
}

/** Of letters in a usual font: about right, which is enough for where a line ends. */
function widthOf({ text, sizePt, isBold }: Pick<Word, 'text' | 'sizePt' | 'isBold'>): number {
  let em = 0;
  for (const letter of text) {
    if (/[ iljtfr.,:;'’!|()[\]-]/.test(letter)) em += 0.3;
    else if (/[mwMW@%—]/.test(letter)) em += 0.85;
    else if (/\p{Lu}/u.test(letter)) em += 0.66;
    else if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(letter)) em += 1;
    else if (!/\p{M}/u.test(letter)) em += 0.52;
  }
  return em * sizePt * (isBold ? 1.06 : 1);
}

const within = (value: number, low: number, high: number): number =>
  Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : low;
