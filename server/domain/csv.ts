/**
 * A line of a CSV file after RFC 4180, with its end. What a spreadsheet would take for a formula is made text, also where another
 * character than the comma parts cells for it, as the semicolon does in half of Europe: there quotes in the middle of a line keep nothing
 * together.
 */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(cell).join(',')}\r\n`;

/** At the beginning of a cell, or behind what may part cells; a quote and spaces before it are taken away by some spreadsheets. */
const formula = /(^|[;|\t\r\n])([\s"]*)(?=[=+\-@＝＋－＠])/g;

function cell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  const inert = typeof value === 'string' ? text.replace(formula, "$1$2'") : text;
  return /[",;\t\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
