import type { TextLine } from '../types.ts';

/** Running headers and footers stand within this share of the page's height from its edges. */
const marginShare = 0.09;
/** A line of the margin is a running one when it is found on this share of the pages, and on two at least. */
const repeatedShare = 0.5;

const pageNumber =
  /^(?:[-–—|]?\s*)?(?:page|seite|página|pagina|strona|sayfa|страница|страна|pag\.?|p\.?|s\.?)?\s*\d{1,3}\s*(?:(?:\/|of|von|de|di|van|z|из)\s*\d{1,3})?\s*[-–—|]?$/iu;

/** The lines of all pages without page numbers and without headers and footers, whose first appearance stays. */
export function withoutMargins(pages: readonly TextLine[][]): TextLine[] {
  const pagesWith = new Map<string, number>();
  for (const lines of pages) {
    for (const key of new Set(lines.filter(isInMargin).map(keyOf))) {
      pagesWith.set(key, (pagesWith.get(key) ?? 0) + 1);
    }
  }
  const needed = Math.max(2, repeatedShare * pages.length);
  const seen = new Set<string>();
  return pages.flat().filter((line) => {
    if (!isInMargin(line)) return true;
    if (pages.length > 1 && pageNumber.test(line.text)) return false;
    const key = keyOf(line);
    if ((pagesWith.get(key) ?? 0) < needed) return true;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function isInMargin({ box }: TextLine): boolean {
  return box.y + box.height <= marginShare || box.y >= 1 - marginShare;
}

/** Page numbers differ from page to page. */
const keyOf = ({ text, box }: TextLine) =>
  `${box.y < 0.5 ? 'top' : 'bottom'}|${text.toLowerCase().replace(/\d+/g, '#')}`;
