import { type Drawing, type DrawnFont, type DrawnWord, isHidden, type State } from './drawing.ts';
import { type Matrix, pointBy, product, type Rect, rectBy } from './matrix.ts';
import type { PdfTextItem } from './page-items.ts';

export interface Glyph {
  unicode: string;
  width: number;
  isSpace: boolean;
}

/** A letter in its place on the displayed page. */
interface Letter {
  item: PdfTextItem;
  box: Rect;
  x: number;
  y: number;
  /** Where the next letter of the word would have to begin. */
  endX: number;
  endY: number;
  /** No further from there it may begin. */
  reachPt: number;
  fontSizePt: number;
}

/** Part of the font size above and below the baseline. */
const ascentEm = 0.78;
const descentEm = 0.22;
/** Wider gaps, in font sizes, part words. */
const wordGapEm = 0.2;
const letterHeightInWidths = 1.5;

/** Puts letters together to words, as they are drawn. */
export function createLetters({
  drawing,
  toPage,
  fontOf,
}: {
  drawing: Drawing;
  toPage: Matrix;
  fontOf: (name: string) => DrawnFont;
}): { words: DrawnWord[]; show: (glyphs: readonly (Glyph | number | null)[], order: number) => void } {
  const words: DrawnWord[] = [];
  /** Of the word that the next letter may belong to: where it would have to begin, and in what way it is drawn. */
  let open: { word: DrawnWord; endX: number; endY: number; way: string } | undefined;

  const show = (glyphs: readonly (Glyph | number | null)[], order: number) => {
    const { state, text, annotations } = drawing;
    const font = fontOf(state.font);
    const ink = inkOf(state, font);
    const isOff = isHidden(drawing);
    const way = [JSON.stringify(ink), state.font, state.sizePt, isOff, annotations].join();
    for (const glyph of glyphs) {
      if (typeof glyph === 'number') {
        const shift = (-glyph / 1000) * state.sizePt;
        if (font.vertical) text.y += shift;
        else text.x += shift * state.hScale;
        continue;
      }
      if (!glyph) continue;
      const place = moveOver(glyph, drawing, font);
      if (glyph.isSpace || !glyph.unicode.trim()) {
        open = undefined;
        continue;
      }
      const letter = letterAt(place, glyph.unicode, drawing, toPage);
      if (!letter) continue;
      const { endX, endY, fontSizePt } = letter;
      const isNear = open && Math.hypot(letter.x - open.endX, letter.y - open.endY) <= letter.reachPt;
      if (open && isNear && open.way === way && !font.vertical) {
        append(open.word, letter);
        Object.assign(open, { endX, endY });
      } else {
        const word: DrawnWord = {
          ...{ item: letter.item, box: letter.box, ink, isOff, order, fontSizePt, clip: state.clip },
          letters: [{ x: letter.x, y: letter.y, text: glyph.unicode }],
          hasFont: !font.missingFile,
          isAnnotation: annotations > 0,
        };
        words.push(word);
        open = { word, endX, endY, way };
      }
    }
  };
  return { words, show };
}

function inkOf(state: State, font: DrawnFont): DrawnWord['ink'] {
  const { mode, fill, stroke, fillAlpha, strokeAlpha, isMasked } = state;
  if (mode === 3) return null;
  const strokes = mode === 1 || mode === 5;
  const alpha = strokes ? strokeAlpha : fillAlpha;
  if (mode === 7 || isMasked || font.isType3Font) return { colour: null, alpha };
  if (strokes) return { colour: stroke, alpha };
  if (mode === 0 || mode === 4) return fill === 'none' ? null : { colour: fill, alpha };
  return {
    colour: String(fill) === String(stroke) ? stroke : null,
    alpha: Math.max(fillAlpha, strokeAlpha),
  };
}

/** Where a glyph begins, its width, how far the next one is, and its size, all in the text's own space. */
interface Place {
  atX: number;
  atY: number;
  along: number;
  advance: number;
  em: number;
}

/** Moves on to where the next glyph begins. */
function moveOver(glyph: Glyph, { state, text }: Drawing, font: DrawnFont): Place {
  const scale = font.fontMatrix?.[0] || 0.001;
  const along = glyph.width * scale * state.sizePt;
  const spacing = state.charSpacing + (glyph.isSpace ? state.wordSpacing : 0);
  const advance = font.vertical ? 0 : (along + spacing) * state.hScale;
  // What a font of drawings says of its size need not be true; its letters' widths are.
  const em = font.isType3Font
    ? Math.max(Math.abs(state.sizePt) * type3Em(font), letterHeightInWidths * Math.abs(along))
    : state.sizePt;
  const { x: atX, y: atY } = text;
  text.x += advance;
  if (font.vertical) text.y -= em + spacing;
  return { atX, atY, along, advance, em };
}

function type3Em(font: DrawnFont): number {
  const [, low = 0, , high = 0] = Array.from(font.bbox ?? []);
  return Math.abs((high - low) * (font.fontMatrix?.[3] ?? 0)) || 1;
}

/** Undefined where the file's numbers give no place. */
function letterAt(
  { atX, atY, along, advance, em }: Place,
  text: string,
  { state, text: { matrix } }: Drawing,
  toPage: Matrix,
): Letter | undefined {
  const user = product(state.ctm, product(matrix, [1, 0, 0, 1, atX, atY + state.rise]));
  const display = product(toPage, user);
  const width = along * state.hScale || 0.05 * em;
  const box = rectBy(display, { left: 0, top: -descentEm * em, right: width, bottom: ascentEm * em });
  if (![box.left, box.top, box.right, box.bottom].every(Number.isFinite)) return undefined;
  const [x, y] = pointBy(display, 0, 0);
  const [endX, endY] = pointBy(display, advance, 0);
  const item = {
    str: text,
    width: Math.abs(width) * Math.hypot(user[0], user[1]),
    height: Math.abs(em) * Math.hypot(user[2], user[3]),
    transform: [...product(user, [em * state.hScale, 0, 0, em, 0, 0])],
    fontName: state.font,
  };
  const unit = Math.hypot(display[2], display[3]);
  const reachPt = wordGapEm * Math.abs(em) * unit;
  return { item, box, x, y, endX, endY, reachPt, fontSizePt: Math.abs(em) * unit };
}

function append(word: DrawnWord, { item, box, x, y, fontSizePt }: Letter): void {
  word.item.str += item.str;
  const [firstX, firstY] = [word.item.transform[4]!, word.item.transform[5]!];
  word.item.width = Math.hypot(item.transform[4]! - firstX, item.transform[5]! - firstY) + item.width;
  word.box = {
    left: Math.min(word.box.left, box.left),
    top: Math.min(word.box.top, box.top),
    right: Math.max(word.box.right, box.right),
    bottom: Math.max(word.box.bottom, box.bottom),
  };
  word.fontSizePt = Math.max(word.fontSizePt, fontSizePt);
  word.letters.push({ x, y, text: item.str });
}
