import type { Colour } from '../cv-files/legibility.ts';
import { common, identity, type Matrix, pointBy, product, type Rect, rectBy } from './matrix.ts';
import type { PdfTextItem } from './page-items.ts';

/** A drawing operator of pdf.js with its arguments. */
export interface DrawingOperators {
  fnArray: readonly number[];
  argsArray: readonly unknown[];
}

/** What pdf.js knows of a font. */
export interface DrawnFont {
  fontMatrix?: ArrayLike<number>;
  isType3Font?: boolean;
  bbox?: ArrayLike<number>;
  /** It is not in the file: every program takes another one for it, if it has one. */
  missingFile?: boolean;
  vertical?: boolean;
}

/** Letters without a gap between them, as one instruction after another draws them in one way. */
export interface DrawnWord {
  /** As pdf.js gives text, in the page's own space. */
  item: PdfTextItem;
  /** On the displayed page, in points from its upper left corner. */
  box: Rect;
  /** Where each letter begins there. */
  letters: { x: number; y: number; text: string }[];
  /** `colour` null: a pattern, a mask or the font's own. Null as a whole: drawn without ink, as by OCR over a scan. */
  ink: { colour: Colour | null; alpha: number } | null;
  fontSizePt: number;
  /** Whether its font is in the file. */
  hasFont: boolean;
  /** Belongs to a layer that is not shown. */
  isOff: boolean;
  /** What of the page is drawn upon at all. */
  clip: Rect;
  /** A form field's or a comment's. */
  isAnnotation: boolean;
  /** Number of its operator: what is drawn later lies above it. */
  order: number;
}

/** A picture on the displayed page. */
export interface DrawnPicture {
  box: Rect;
  order: number;
}

interface State {
  ctm: Matrix;
  clip: Rect;
  fill: Colour | null | 'none';
  stroke: Colour | null;
  fillAlpha: number;
  strokeAlpha: number;
  isMasked: boolean;
  mode: number;
  font: string;
  sizePt: number;
  charSpacing: number;
  wordSpacing: number;
  hScale: number;
  leading: number;
  rise: number;
}

interface Glyph {
  unicode: string;
  width: number;
  isSpace: boolean;
}

/** Part of the font size above and below the baseline. */
const ascentEm = 0.78;
const descentEm = 0.22;
/** Wider gaps, in font sizes, part words. */
const wordGapEm = 0.2;
const letterHeightInWidths = 1.5;
/** More operators than any page needs. */
const maxOperators = 2_000_000;

/**
 * Follows a page's drawing operators and tells where each word is drawn, with which ink, and what of pictures.
 *
 * @param ops pdf.js's numbers of operators
 * @param toPage from the page's own space to the displayed page, in points from its upper left corner
 */
export function drawnWords(
  { fnArray, argsArray }: DrawingOperators,
  {
    ops,
    toPage,
    fontOf,
    isShown,
  }: {
    ops: Readonly<Record<string, number>>;
    toPage: Matrix;
    fontOf: (name: string) => DrawnFont;
    /** Whether a layer is. */
    isShown: (layer: unknown) => boolean;
  },
): { words: DrawnWord[]; pictures: DrawnPicture[] } {
  const everywhere: Rect = { left: -1e9, top: -1e9, right: 1e9, bottom: 1e9 };
  const first: State = {
    ctm: identity,
    clip: everywhere,
    fill: [0, 0, 0],
    stroke: [0, 0, 0],
    fillAlpha: 1,
    strokeAlpha: 1,
    isMasked: false,
    mode: 0,
    font: '',
    sizePt: 0,
    charSpacing: 0,
    wordSpacing: 0,
    hScale: 1,
    leading: 0,
    rise: 0,
  };
  const words: DrawnWord[] = [];
  const pictures: DrawnPicture[] = [];
  let state: State = { ...first };
  const saved: State[] = [];
  const layers: boolean[] = [];
  let [textMatrix, x, y, lineX, lineY] = [identity, 0, 0, 0, 0];
  let annotations = 0;
  let clipsNext = false;
  /** Of the word that the next letter may belong to: where it would have to begin, and in what way it is drawn. */
  let open: { word: DrawnWord; endX: number; endY: number; way: string } | undefined;

  const save = () => saved.push({ ...state });
  const restore = () => {
    state = saved.pop() ?? state;
  };
  const toDisplay = () => product(toPage, state.ctm);
  const clipTo = (corners: ArrayLike<number> | null | undefined, matrix: Matrix = toDisplay()) => {
    if (!corners) return;
    const [left, top, right, bottom] = Array.from(corners) as [number, number, number, number];
    if (![left, top, right, bottom].every(Number.isFinite)) return;
    state.clip = common(state.clip, rectBy(matrix, { left, top, right, bottom }));
  };
  const moveTo = (dx: number, dy: number) => {
    x = lineX += dx;
    y = lineY += dy;
  };
  const inkOf = (font: DrawnFont): DrawnWord['ink'] => {
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
  };

  const show = (glyphs: readonly (Glyph | number | null)[], order: number) => {
    const font = fontOf(state.font);
    const scale = font.fontMatrix?.[0] || 0.001;
    const [, low = 0, , high = 0] = Array.from(font.bbox ?? []);
    const type3Em = Math.abs((high - low) * (font.fontMatrix?.[3] ?? 0)) || 1;
    const ink = inkOf(font);
    const isOff = layers.includes(false);
    const way = [JSON.stringify(ink), state.font, state.sizePt, isOff, annotations].join();
    for (const glyph of glyphs) {
      if (typeof glyph === 'number') {
        const shift = (-glyph / 1000) * state.sizePt;
        if (font.vertical) y += shift;
        else x += shift * state.hScale;
        continue;
      }
      if (!glyph) continue;
      const along = glyph.width * scale * state.sizePt;
      const spacing = state.charSpacing + (glyph.isSpace ? state.wordSpacing : 0);
      const advance = font.vertical ? 0 : (along + spacing) * state.hScale;
      // What a font of drawings says of its size need not be true; its letters' widths are.
      const em = font.isType3Font
        ? Math.max(Math.abs(state.sizePt) * type3Em, letterHeightInWidths * Math.abs(along))
        : state.sizePt;
      const [atX, atY] = [x, y];
      x += advance;
      if (font.vertical) y -= em + spacing;
      const text = glyph.unicode;
      if (glyph.isSpace || !text.trim()) {
        open = undefined;
        continue;
      }
      const user = product(state.ctm, product(textMatrix, [1, 0, 0, 1, atX, atY + state.rise]));
      const display = product(toPage, user);
      const width = along * state.hScale || 0.05 * em;
      const rect = { left: 0, top: -descentEm * em, right: width, bottom: ascentEm * em };
      const box = rectBy(display, rect);
      if (![box.left, box.top, box.right, box.bottom].every(Number.isFinite)) continue;
      const [px, py] = pointBy(display, 0, 0);
      const [endX, endY] = pointBy(display, advance, 0);
      const unit = Math.hypot(display[2], display[3]);
      const near = open && Math.hypot(px - open.endX, py - open.endY) <= wordGapEm * Math.abs(em) * unit;
      const item = {
        str: text,
        width: Math.abs(width) * Math.hypot(user[0], user[1]),
        height: Math.abs(em) * Math.hypot(user[2], user[3]),
        transform: [...product(user, [em * state.hScale, 0, 0, em, 0, 0])],
        fontName: state.font,
      };
      if (open && near && open.way === way && !font.vertical) {
        const { word } = open;
        word.item.str += text;
        const [firstX, firstY] = [word.item.transform[4]!, word.item.transform[5]!];
        word.item.width = Math.hypot(item.transform[4]! - firstX, item.transform[5]! - firstY) + item.width;
        word.box = {
          left: Math.min(word.box.left, box.left),
          top: Math.min(word.box.top, box.top),
          right: Math.max(word.box.right, box.right),
          bottom: Math.max(word.box.bottom, box.bottom),
        };
        word.fontSizePt = Math.max(word.fontSizePt, Math.abs(em) * unit);
        word.letters.push({ x: px, y: py, text });
        Object.assign(open, { endX, endY });
      } else {
        const word = {
          ...{ item, box, letters: [{ x: px, y: py, text }], ink, isOff, order },
          ...{
            fontSizePt: Math.abs(em) * unit,
            clip: state.clip,
            hasFont: !font.missingFile,
            isAnnotation: annotations > 0,
          },
        };
        words.push(word);
        open = { word, endX, endY, way };
      }
    }
  };

  const handlers: Readonly<Record<string, (args: readonly never[], order: number) => void>> = {
    save,
    restore,
    transform: (args) => {
      state.ctm = product(state.ctm, args);
    },
    setGState: ([entries]: readonly (readonly [string, unknown][])[]) => {
      for (const [key, value] of entries ?? []) {
        if (key === 'ca') state.fillAlpha = Number(value);
        else if (key === 'CA') state.strokeAlpha = Number(value);
        else if (key === 'SMask') state.isMasked = Boolean(value);
        else if (key === 'Font') [state.font, state.sizePt] = value as [string, number];
      }
    },
    setFillRGBColor: (args) => {
      state.fill = colourOf(args);
    },
    setFillColorN: () => {
      state.fill = null;
    },
    setFillTransparent: () => {
      state.fill = 'none';
    },
    setStrokeRGBColor: (args) => {
      state.stroke = colourOf(args);
    },
    setStrokeColorN: () => {
      state.stroke = null;
    },
    clip: () => {
      clipsNext = true;
    },
    eoClip: () => {
      clipsNext = true;
    },
    constructPath: ([, , corners]: readonly (ArrayLike<number> | undefined)[]) => {
      if (clipsNext) clipTo(corners);
      clipsNext = false;
    },
    paintFormXObjectBegin: ([matrix, box]: readonly (ArrayLike<number> | undefined)[]) => {
      save();
      if (matrix) state.ctm = product(state.ctm, matrix);
      clipTo(box);
    },
    paintFormXObjectEnd: restore,
    beginGroup: ([group]: readonly { matrix?: Matrix; bbox?: ArrayLike<number> }[]) => {
      save();
      clipTo(group?.bbox, product(toDisplay(), group?.matrix ?? identity));
    },
    endGroup: restore,
    beginAnnotation: ([, rect, transform, matrix]: readonly (ArrayLike<number> | undefined)[]) => {
      save();
      state = { ...first };
      clipTo(rect);
      state.ctm = product(transform ?? identity, matrix ?? identity);
      annotations++;
    },
    endAnnotation: () => {
      restore();
      annotations = Math.max(0, annotations - 1);
    },
    beginMarkedContent: () => layers.push(true),
    beginMarkedContentProps: ([tag, layer]: readonly unknown[]) =>
      layers.push(tag !== 'OC' || isShown(layer)),
    endMarkedContent: () => layers.pop(),
    beginText: () => {
      [textMatrix, x, y, lineX, lineY] = [identity, 0, 0, 0, 0];
    },
    setCharSpacing: ([value]: readonly number[]) => {
      state.charSpacing = value ?? 0;
    },
    setWordSpacing: ([value]: readonly number[]) => {
      state.wordSpacing = value ?? 0;
    },
    setHScale: ([percent]: readonly number[]) => {
      state.hScale = (percent ?? 100) / 100;
    },
    setLeading: ([value]: readonly number[]) => {
      state.leading = -(value ?? 0);
    },
    setFont: ([name, size]: readonly unknown[]) => {
      state.font = String(name);
      state.sizePt = Number(size);
    },
    setTextRenderingMode: ([mode]: readonly number[]) => {
      state.mode = mode ?? 0;
    },
    setTextRise: ([rise]: readonly number[]) => {
      state.rise = rise ?? 0;
    },
    setTextMatrix: ([matrix]: readonly ArrayLike<number>[]) => {
      textMatrix = product(identity, matrix ?? identity);
      [x, y, lineX, lineY] = [0, 0, 0, 0];
    },
    moveText: ([dx, dy]: readonly number[]) => moveTo(dx ?? 0, dy ?? 0),
    setLeadingMoveText: ([dx, dy]: readonly number[]) => {
      state.leading = dy ?? 0;
      moveTo(dx ?? 0, dy ?? 0);
    },
    nextLine: () => moveTo(0, state.leading),
    showText: ([glyphs]: readonly (readonly Glyph[])[], order) => show(glyphs ?? [], order),
  };
  const paints = /^paint(?:Image|InlineImage)XObject/;
  const byNumber = new Map(Object.entries(ops).map(([name, number]) => [number, name]));

  for (let order = 0; order < Math.min(fnArray.length, maxOperators); order++) {
    const name = byNumber.get(fnArray[order]!) ?? '';
    const args = (argsArray[order] ?? []) as readonly never[];
    if (paints.test(name) && !layers.includes(false)) {
      const box = common(rectBy(toDisplay(), { left: 0, top: 0, right: 1, bottom: 1 }), state.clip);
      pictures.push({ box, order });
    } else {
      handlers[name]?.(args, order);
    }
  }
  return { words, pictures };
}

/** pdf.js gives "#rrggbb". */
function colourOf([hex]: readonly unknown[]): Colour | null {
  const [, red, green, blue] = /^#(..)(..)(..)$/.exec(String(hex)) ?? [];
  return blue === undefined ? null : ([red, green, blue].map((part) => Number.parseInt(part!, 16)) as never);
}
