/**
 * A place in a newest-first list, as clients pass it back: opaque, and no secret. It only ever narrows what the
 * caller may see anyway.
 */
export interface Cursor {
  /** The last row's number; rows come by falling number. */
  sequence: number;
}

export const encodeCursor = ({ sequence }: Cursor): string =>
  Buffer.from(`v1:${sequence}`, 'utf8').toString('base64url');

/** Undefined for what `encodeCursor` never made. */
export function decodeCursor(text: string): Cursor | undefined {
  const digits = /^v1:(\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString('utf8'))?.[1];
  if (digits === undefined) return undefined;
  const cursor = { sequence: Number(digits) };
  return encodeCursor(cursor) === text ? cursor : undefined;
}
