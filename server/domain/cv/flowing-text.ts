import { evidenceOf } from './evidence.ts';
import type { Evidence, TextLine } from './types.ts';

/** Lines joined as they are meant to be read, with the way back to where each word stands. */
export interface FlowingText {
  /** Paragraphs, bullets and cells are parted by line feeds; words broken over two lines are whole. */
  text: string;
  /** Where a stretch of the text stands, one quote for each line it touches. */
  locate(start: number, end: number): Evidence[];
}

/** Share of the page's width under which a line that does not go on is an entry of a list. */
const listWidth = 0.5;

interface Piece {
  line: TextLine;
  /** Of the flowing text. */
  start: number;
  end: number;
}

/**
 * Joins lines in reading order: the next line of a paragraph goes on behind a space, a word that was broken with a
 * hyphen is made whole ("accoun-", "tant"), a hyphen that belongs to the word stays ("long-", "Term").
 */
export function flowingText(lines: readonly TextLine[]): FlowingText {
  let text = '';
  const pieces: Piece[] = [];
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    let body = line.text;
    if (before && continues(before, line)) {
      const isBroken = before.isHyphenated && /^\p{Ll}/u.test(body);
      if (isBroken) {
        text = text.slice(0, -1);
        pieces.at(-1)!.end--;
      } else if (!before.isHyphenated) {
        text += ' ';
      }
    } else if (before) {
      text += '\n';
    }
    body = body.replace(/ {2}/g, '\n ');
    pieces.push({ line, start: text.length, end: text.length + body.length });
    text += body;
  }
  return {
    text,
    locate: (start, end) =>
      pieces
        .filter((piece) => piece.end > start && piece.start < end)
        .map(({ line, start: begin, end: stop }) =>
          evidenceOf(line, Math.max(start, begin) - begin, Math.min(end, stop) - begin),
        ),
  };
}

/** Whether a line goes on in the next one, as paragraphs do. */
function continues(before: TextLine, line: TextLine): boolean {
  if (line.isBullet || line.startsBlock)
    return before.isHyphenated && !line.isBullet && line.page !== before.page;
  if (Math.abs(line.fontSizePt - before.fontSizePt) > 0.6 || line.isBold !== before.isBold) return false;
  // Short lines that begin with a capital one after the other are a list whose bullets were drawn, not written.
  const startsAnew =
    /^[\p{Lu}\p{N}]/u.test(line.text) &&
    !/(?:[,;&/]|\s(?:and|or|of|the|to|in|for|with|a))$/i.test(before.text);
  const isLabelled = /^\p{Lu}[^:,;.]{1,30}:\s/u.test(line.text);
  if (startsAnew && (isLabelled || before.box.width < listWidth)) return false;
  // What goes on in a paragraph begins at its margin; a line that ends early was its last.
  const isShort = before.box.width < 0.6 * line.box.width && /[.:!?]$/.test(before.text);
  return !isShort && (before.box.x <= line.box.x + 0.01 || before.isBullet);
}
