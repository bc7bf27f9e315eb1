import type { CommandContext } from './context.ts';

/** `--json`: the whole answer as one JSON document on stdout, nothing else there. */
export function printJson({ stdout }: Pick<CommandContext, 'stdout'>, value: unknown): void {
  stdout.write(`${JSON.stringify(value)}\n`);
}

export function printLines({ stdout }: Pick<CommandContext, 'stdout'>, ...lines: string[]): void {
  stdout.write(`${lines.join('\n')}\n`);
}

/** Columns as wide as their widest cell; numbers to the right. An empty list says so in words. */
export function printTable(
  context: Pick<CommandContext, 'stdout'>,
  headings: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
  whenEmpty: string,
): void {
  if (rows.length === 0) {
    printLines(context, whenEmpty);
    return;
  }
  const isNumeric = headings.map((_, column) => rows.every((row) => typeof row[column] === 'number'));
  const texts = [headings, ...rows.map((row) => row.map((cell) => (cell === null ? '–' : String(cell))))];
  const widths = headings.map((_, column) => Math.max(...texts.map((row) => [...row[column]!].length)));
  printLines(
    context,
    ...texts.map((row) =>
      row
        .map((cell, column) => {
          const filler = ' '.repeat(widths[column]! - [...cell].length);
          return isNumeric[column] ? filler + cell : cell + filler;
        })
        .join('  ')
        .trimEnd(),
    ),
  );
}

/** "2026-03-01T09:30:00.000Z" -> "2026-03-01 09:30 UTC". */
export function shortTime(iso: string | null, whenNull: string): string {
  return iso === null ? whenNull : `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}
