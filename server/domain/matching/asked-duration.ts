/** A part of a sentence without the years that it asks for. */
export function withoutDuration(
  text: string,
  from: number,
  to: number,
  duration: { start: number; end: number } | null,
): string {
  const isIn = duration && duration.start < to && duration.end > from;
  const part = isIn
    ? text.slice(from, Math.max(from, duration.start)) + text.slice(Math.min(to, duration.end), to)
    : text.slice(from, to);
  return part
    .replace(/^\W*(?:(?:of|in|with|as|at least|more than|over|experience)\s+)+/i, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
