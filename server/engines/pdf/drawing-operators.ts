import type { Colour } from '../cv-files/legibility.ts';
import { type Drawing, firstState, firstText, type Handlers } from './drawing.ts';
import type { Glyph } from './letters.ts';
import { common, identity, type Matrix, product, rectBy } from './matrix.ts';

/** What things are drawn with. */
export const colourHandlers = (drawing: Drawing): Handlers => ({
  setGState: ([entries]: readonly (readonly [string, unknown][])[]) => {
    const { state } = drawing;
    for (const [key, value] of entries ?? []) {
      if (key === 'ca') state.fillAlpha = Number(value);
      else if (key === 'CA') state.strokeAlpha = Number(value);
      else if (key === 'SMask') state.isMasked = Boolean(value);
      else if (key === 'Font') [state.font, state.sizePt] = value as [string, number];
    }
  },
  setFillRGBColor: (args) => {
    drawing.state.fill = colourOf(args);
  },
  setFillColorN: () => {
    drawing.state.fill = null;
  },
  setFillTransparent: () => {
    drawing.state.fill = 'none';
  },
  setStrokeRGBColor: (args) => {
    drawing.state.stroke = colourOf(args);
  },
  setStrokeColorN: () => {
    drawing.state.stroke = null;
  },
});

/** Where things are drawn, and whether they are shown. */
export function spaceHandlers(
  drawing: Drawing,
  toPage: Matrix,
  isShown: (layer: unknown) => boolean,
): Handlers {
  const save = () => drawing.saved.push({ ...drawing.state });
  const restore = () => {
    drawing.state = drawing.saved.pop() ?? drawing.state;
  };
  const toDisplay = () => product(toPage, drawing.state.ctm);
  const clipTo = (corners: ArrayLike<number> | null | undefined, matrix: Matrix = toDisplay()) => {
    if (!corners) return;
    const [left, top, right, bottom] = Array.from(corners) as [number, number, number, number];
    if (![left, top, right, bottom].every(Number.isFinite)) return;
    drawing.state.clip = common(drawing.state.clip, rectBy(matrix, { left, top, right, bottom }));
  };
  const clipNext = () => {
    drawing.clipsNext = true;
  };
  return {
    save,
    restore,
    transform: (args) => {
      drawing.state.ctm = product(drawing.state.ctm, args);
    },
    clip: clipNext,
    eoClip: clipNext,
    constructPath: ([, , corners]: readonly (ArrayLike<number> | undefined)[]) => {
      if (drawing.clipsNext) clipTo(corners);
      drawing.clipsNext = false;
    },
    paintFormXObjectBegin: ([matrix, box]: readonly (ArrayLike<number> | undefined)[]) => {
      save();
      if (matrix) drawing.state.ctm = product(drawing.state.ctm, matrix);
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
      drawing.state = firstState();
      clipTo(rect);
      drawing.state.ctm = product(transform ?? identity, matrix ?? identity);
      drawing.annotations++;
    },
    endAnnotation: () => {
      restore();
      drawing.annotations = Math.max(0, drawing.annotations - 1);
    },
    beginMarkedContent: () => drawing.layers.push(true),
    beginMarkedContentProps: ([tag, layer]: readonly unknown[]) =>
      drawing.layers.push(tag !== 'OC' || isShown(layer)),
    endMarkedContent: () => drawing.layers.pop(),
  };
}

export function textHandlers(
  drawing: Drawing,
  show: (glyphs: readonly Glyph[], order: number) => void,
): Handlers {
  const moveTo = (dx: number, dy: number) => {
    const { text } = drawing;
    text.x = text.lineX += dx;
    text.y = text.lineY += dy;
  };
  return {
    beginText: () => {
      drawing.text = firstText();
    },
    setCharSpacing: ([value]: readonly number[]) => {
      drawing.state.charSpacing = value ?? 0;
    },
    setWordSpacing: ([value]: readonly number[]) => {
      drawing.state.wordSpacing = value ?? 0;
    },
    setHScale: ([percent]: readonly number[]) => {
      drawing.state.hScale = (percent ?? 100) / 100;
    },
    setLeading: ([value]: readonly number[]) => {
      drawing.state.leading = -(value ?? 0);
    },
    setFont: ([name, size]: readonly unknown[]) => {
      drawing.state.font = String(name);
      drawing.state.sizePt = Number(size);
    },
    setTextRenderingMode: ([mode]: readonly number[]) => {
      drawing.state.mode = mode ?? 0;
    },
    setTextRise: ([rise]: readonly number[]) => {
      drawing.state.rise = rise ?? 0;
    },
    setTextMatrix: ([matrix]: readonly ArrayLike<number>[]) => {
      drawing.text = firstText(product(identity, matrix ?? identity));
    },
    moveText: ([dx, dy]: readonly number[]) => moveTo(dx ?? 0, dy ?? 0),
    setLeadingMoveText: ([dx, dy]: readonly number[]) => {
      drawing.state.leading = dy ?? 0;
      moveTo(dx ?? 0, dy ?? 0);
    },
    nextLine: () => moveTo(0, drawing.state.leading),
    showText: ([glyphs]: readonly (readonly Glyph[])[], order) => show(glyphs ?? [], order),
  };
}

/** pdf.js gives "#rrggbb". */
function colourOf([hex]: readonly unknown[]): Colour | null {
  const [, red, green, blue] = /^#(..)(..)(..)$/.exec(String(hex)) ?? [];
  return blue === undefined ? null : ([red, green, blue].map((part) => Number.parseInt(part!, 16)) as never);
}
