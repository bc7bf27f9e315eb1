import type { CvDocument } from '../types.ts';
import { fragmentsOf } from './fragments.ts';
import { isRightToLeft, linesOfRegion, turnedLines } from './lines.ts';
import { cutLongLine } from './long-lines.ts';
import { withoutMargins } from './margins.ts';
import { regionsOf } from './regions.ts';
import type { PageItems } from './types.ts';

/** Puts the text of pages in the order in which a person reads it. */
export function readPages(pages: readonly PageItems[]): CvDocument {
  const linesByPage = pages.map((page) => {
    const fragments = fragmentsOf(page.items);
    // What we have set ourselves stands in its order already.
    const regions = page.source === 'docx' ? [fragments] : regionsOf(fragments, isRightToLeft(page.items));
    const lines = [...regions.flatMap((region) => linesOfRegion(region, page)), ...turnedLines(page)];
    return lines.flatMap(cutLongLine);
  });
  return {
    pages: pages.map(({ number, widthPt, heightPt, source }) => ({
      number,
      widthPt: Math.round(10 * widthPt) / 10,
      heightPt: Math.round(10 * heightPt) / 10,
      source,
    })),
    lines: pages.every(({ source }) => source === 'docx') ? linesByPage.flat() : withoutMargins(linesByPage),
  };
}
