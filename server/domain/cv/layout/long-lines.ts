import type { TextLine } from '../types.ts';

/** No page shows longer lines. What is longer was made, and would make every later search slow. */
const maxLineChars = 500;

/** Cuts a line that is too long between words; its parts keep their places. */
export function cutLongLine(line: TextLine): TextLine[] {
  const parts: TextLine[] = [];
  let start = 0;
  while (line.text.length - start > maxLineChars) {
    const space = line.text.lastIndexOf(' ', start + maxLineChars);
    const end = space > start ? space : start + maxLineChars;
    parts.push(partOf(line, start, end, parts.length > 0));
    start = space > start ? space + 1 : end;
  }
  return start === 0 ? [line] : [...parts, partOf(line, start, line.text.length, true)];
}

function partOf(line: TextLine, from: number, to: number, goesOn: boolean): TextLine {
  const runs = line.runs
    .filter((run) => run.end > from && run.start < to)
    .map((run) => {
      const perChar = run.width / (run.end - run.start);
      const start = Math.max(run.start, from);
      const end = Math.min(run.end, to);
      return {
        start: start - from,
        end: end - from,
        x: run.x + perChar * (start - run.start),
        width: perChar * (end - start),
      };
    });
  return {
    ...line,
    text: line.text.slice(from, to),
    runs,
    ...(goesOn && { isBullet: false, startsBlock: false }),
    isHyphenated: line.isHyphenated && to === line.text.length,
  };
}
