/** What a Range header asks of so many bytes. Several ranges at once, or another unit, are answered with the whole. */
export type AskedRange = 'whole' | 'unsatisfiable' | { start: number; end: number };

export function byteRange(header: string | undefined, sizeBytes: number): AskedRange {
  const asked = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!asked || (asked[1] === '' && asked[2] === '')) return 'whole';
  const [, from, to] = asked as unknown as [string, string, string];
  // "-500": the last 500 bytes.
  const start = from === '' ? Math.max(0, sizeBytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return 'whole';
  return start <= end ? { start, end } : 'unsatisfiable';
}
