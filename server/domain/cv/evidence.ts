import type { Box, Evidence, TextLine } from './types.ts';

/** Longer quotes are cut: evidence is for reading at a glance. */
const maxQuoteChars = 300;

/**
 * A line's stretch from `start` to `end` (the whole line by default) with its place on the page. Inside a run places are
 * shared out evenly over its characters, so a box may be off by a letter or two.
 */
export function evidenceOf(line: TextLine, start = 0, end = line.text.length): Evidence {
  const lead = line.text.slice(start, end).match(/^[\s,;:|–—-]*/)?.[0].length ?? 0;
  const from = Math.min(start + lead, end);
  const text = line.text.slice(from, end).replace(/\s+/g, ' ').trim();
  const quote = text.length > maxQuoteChars ? `${text.slice(0, maxQuoteChars - 1).trimEnd()}…` : text;
  return { text: quote, page: line.page, box: boxOf(line, from, Math.max(from, end)) };
}

function boxOf({ box, runs }: TextLine, start: number, end: number): Box {
  const touched = runs.filter((run) => run.end > start && run.start < end);
  if (touched.length === 0) return box;
  const at = (run: (typeof touched)[number], offset: number) =>
    run.x + run.width * Math.min(1, Math.max(0, (offset - run.start) / (run.end - run.start)));
  // Right-to-left lines have their first run rightmost.
  const left = Math.min(...touched.map((run) => at(run, Math.max(start, run.start))));
  const right = Math.max(...touched.map((run) => at(run, Math.min(end, run.end))));
  return { x: rounded(left), y: box.y, width: rounded(right - left), height: box.height };
}

const rounded = (share: number) => Math.round(10_000 * share) / 10_000;
