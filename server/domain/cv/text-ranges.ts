import type { DateMention } from './dates.ts';

/** Part of a text: offsets, end exclusive. */
export interface TextRange {
  start: number;
  end: number;
}

/** What a text says besides its dates, in order. */
export function withoutDates(text: string, dates: readonly DateMention[]): TextRange[] {
  const spans: TextRange[] = [];
  let from = 0;
  for (const { start, end } of dates) {
    spans.push({ start: from, end: start });
    from = end;
  }
  return [...spans, { start: from, end: text.length }].flatMap((span) => trimmed(text, span));
}

/** Splits a stretch at every match, separators and outer punctuation left out. */
export function splitAt(text: string, span: TextRange, pattern: RegExp): TextRange[] {
  const spans: TextRange[] = [];
  let from = span.start;
  for (const match of text.slice(span.start, span.end).matchAll(pattern)) {
    spans.push({ start: from, end: span.start + match.index });
    from = span.start + match.index + match[0].length;
  }
  return [...spans, { start: from, end: span.end }].flatMap((one) => trimmed(text, one));
}

function trimmed(text: string, { start, end }: TextRange): TextRange[] {
  const body = text.slice(start, end);
  const lead = body.match(/^[\s,;:،、，|()[\]•·–—-]+/)?.[0].length ?? 0;
  const from = start + lead;
  const to = end - (text.slice(from, end).match(/[\s,;:،、，|([•·–—-]+$/)?.[0].length ?? 0);
  return to > from && /[\p{L}\p{N}]/u.test(text.slice(from, to)) ? [{ start: from, end: to }] : [];
}
