/**
 * A line of a CSV file after RFC 4180, with its end. What a spreadsheet would take for a formula is made text, and nothing falls apart
 * where another character than the comma parts cells, as the semicolon does in half of Europe.
 */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(cell).join(',')}\r\n`;

function cell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  const inert = typeof value === 'string' && /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
