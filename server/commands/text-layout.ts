import type pc from 'picocolors';

/** Laying out text for a terminal. Widths are in columns; colour codes take none. */

export type Paint = ReturnType<typeof pc.createColors>;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what starts a colour code
const colourCode = /\u001b\[[0-9;]*m/g;

export const visibleWidth = (text: string): number => [...text.replace(colourCode, '')].length;

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - visibleWidth(text)));
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - visibleWidth(text))) + text;
}

/**
 * Breaks text at blanks into lines of at most `width` columns. A word longer than that gets a line of its own.
 * The words may carry colour, each one complete in itself.
 */
export function wrap(words: string | readonly string[], width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of typeof words === 'string' ? words.split(/\s+/).filter(Boolean) : words) {
    if (line === '') line = word;
    else if (visibleWidth(line) + 1 + visibleWidth(word) <= width) line += ` ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  if (line !== '') lines.push(line);
  return lines;
}

/** The first line begins with `head`, the others below its end. */
export function hang(head: string, words: string | readonly string[], width: number): string[] {
  const indent = visibleWidth(head);
  const lines = wrap(words, Math.max(12, width - indent));
  return lines.length === 0
    ? [head.trimEnd()]
    : lines.map((line, index) => (index === 0 ? head : ' '.repeat(indent)) + line);
}

/** 254810 -> "4:15"; an hour and more -> "1:04:15". */
export function clockTime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const pair = (value: number) => String(value).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${pair(m)}:${pair(s)}` : `${m}:${pair(s)}`;
}

/** "articulationRate" -> "articulation rate". */
export const asWords = (name: string): string =>
  name
    .replace(/([a-z])([A-Z0-9])/g, '$1 $2')
    .replace(/([0-9])([A-Za-z])/g, '$1 $2')
    .toLowerCase();
