import type { PageItems, TextItem } from '../../domain/cv/layout/types.ts';
import { product } from './matrix.ts';

/** What pdf.js says of a stretch of text; `transform` maps its unit square to the page. */
export interface PdfTextItem {
  str: string;
  width: number;
  height: number;
  transform: number[];
  fontName: string;
}

/** More text on one page than this is no CV. */
const maxItems = 60_000;

/**
 * Turns pdf.js's text into items on the displayed page: points, from the upper left corner.
 *
 * @param viewport the page's size and transform at scale 1, rotation applied
 * @param isBold whether a font, by pdf.js's name of it, is a bold one
 */
export function pageItemsOf(
  number: number,
  items: readonly PdfTextItem[],
  viewport: { width: number; height: number; transform: number[] },
  isBold: (fontName: string) => boolean,
): PageItems {
  const page: PageItems = {
    number,
    widthPt: viewport.width,
    heightPt: viewport.height,
    source: 'text',
    items: [],
    turned: [],
  };
  for (const item of items.slice(0, maxItems)) {
    if (item.str === '') continue;
    const [a, b, c, d, x, y] = product(viewport.transform, item.transform);
    if (![a, b, c, d, x, y, item.width].every(Number.isFinite)) continue;
    const fontSizePt = Math.hypot(c, d) || item.height;
    const isUpright = Math.abs(b) <= 0.1 * Math.abs(a) && a >= 0;
    if (isUpright) {
      const upright: TextItem = {
        text: item.str,
        x,
        y,
        width: Math.max(0, item.width),
        fontSizePt,
        isBold: isBold(item.fontName),
      };
      page.items.push(upright);
    } else if (item.str.trim()) {
      const length = Math.hypot(a, b) || 1;
      const endX = x + (a / length) * item.width + (c / (fontSizePt || 1)) * fontSizePt;
      const endY = y + (b / length) * item.width + (d / (fontSizePt || 1)) * fontSizePt;
      page.turned.push({
        text: item.str,
        x: Math.min(x, endX),
        y: Math.min(y, endY),
        width: Math.abs(endX - x),
        height: Math.abs(endY - y),
        fontSizePt,
      });
    }
  }
  return page;
}

/** Where the baseline of a text begins and ends on the displayed page, in points from its upper left corner. */
export function placeOf(item: PdfTextItem, viewport: { transform: number[] }) {
  const [a, b, c, d, x, y] = product(viewport.transform, item.transform);
  const length = Math.hypot(a, b) || 1;
  return {
    ...{ x, y, endX: x + (a / length) * item.width, endY: y + (b / length) * item.width },
    sizePt: Math.hypot(c, d) || item.height,
  };
}
