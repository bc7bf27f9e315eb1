/**
 * Cells of a CSV file as spreadsheets save it: with commas, semicolons or tabs, quotes around cells that have them inside, any ends of
 * lines. What parts cells is told by the first line. Lines without anything are left out, with their place counted.
 *
 * @returns null where a quote is never closed
 */
export function readCsv(text: string): { line: number; cells: string[] }[] | null {
  const given = text.replace(/^\uFEFF/, '');
  const parting = partingOf(given);
  const rows: { line: number; cells: string[] }[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let line = 1;
  let begunAt = 1;
  const endRow = () => {
    cells.push(cell.trim());
    if (cells.some(Boolean)) rows.push({ line: begunAt, cells });
    cells = [];
    cell = '';
  };
  for (let at = 0; at < given.length; at++) {
    const char = given[at]!;
    if (char === '\n') line++;
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (given[at + 1] === '"') {
        cell += '"';
        at++;
      } else isQuoted = false;
    } else if (char === '"' && cell.trim() === '') {
      cell = '';
      isQuoted = true;
    } else if (char === parting) {
      cells.push(cell.trim());
      cell = '';
    } else if (char === '\n' || (char === '\r' && given[at + 1] !== '\n')) {
      endRow();
      begunAt = char === '\r' ? ++line : line;
    } else if (char !== '\r') cell += char;
  }
  if (isQuoted) return null;
  endRow();
  return rows;
}

/** Of those that can part cells, the one that is most often outside of quotes in the first line. */
function partingOf(text: string): string {
  const heading = text.split(/\r?\n|\r/, 1)[0]!.replaceAll(/"[^"]*"/g, '');
  const count = (char: string) => heading.split(char).length;
  return [',', ';', '\t'].sort((a, b) => count(b) - count(a))[0]!;
}
