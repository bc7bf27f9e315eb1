import { createDrawing, type DrawnFont, type DrawnWord, type Handlers, isHidden } from './drawing.ts';
import { colourHandlers, spaceHandlers, textHandlers } from './drawing-operators.ts';
import { createLetters } from './letters.ts';
import { common, type Matrix, product, type Rect, rectBy } from './matrix.ts';

/** A drawing operator of pdf.js with its arguments. */
export interface DrawingOperators {
  fnArray: readonly number[];
  argsArray: readonly unknown[];
}

/** A picture on the displayed page. */
export interface DrawnPicture {
  box: Rect;
  order: number;
}

const unitSquare: Rect = { left: 0, top: 0, right: 1, bottom: 1 };
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
  const drawing = createDrawing();
  const pictures: DrawnPicture[] = [];
  const letters = createLetters({ drawing, toPage, fontOf });
  const handlers: Handlers = {
    ...colourHandlers(drawing),
    ...spaceHandlers(drawing, toPage, isShown),
    ...textHandlers(drawing, letters.show),
  };
  const paints = /^paint(?:Image|InlineImage)XObject/;
  const byNumber = new Map(Object.entries(ops).map(([name, number]) => [number, name]));

  for (let order = 0; order < Math.min(fnArray.length, maxOperators); order++) {
    const name = byNumber.get(fnArray[order]!) ?? '';
    const args = (argsArray[order] ?? []) as readonly never[];
    if (paints.test(name) && !isHidden(drawing)) {
      const box = common(rectBy(product(toPage, drawing.state.ctm), unitSquare), drawing.state.clip);
      pictures.push({ box, order });
    } else {
      handlers[name]?.(args, order);
    }
  }
  return { words: letters.words, pictures };
}
