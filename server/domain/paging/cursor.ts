import { fieldRefusal } from '../../errors.ts';

/** The last row of a page of a newest-first list: rows come by falling time, then by falling number. */
export interface Cursor {
  createdAt: string;
  sequence: number;
}

/** The last row of a page that is sorted by a value of its rows, which some lack; undefined: it is sorted by time. */
export interface SortedCursor extends Cursor {
  value?: number | null;
}

/** Opaque to clients, and no secret: it only ever narrows what the caller may see anyway. */
export const encodeCursor = ({ createdAt, sequence, value }: SortedCursor): string =>
  Buffer.from(`v1 ${sequence} ${createdAt}${value === undefined ? '' : ` ${value}`}`, 'utf8').toString(
    'base64url',
  );

/** ApiError INVALID_INPUT for what `encodeCursor` never made. */
export function decodeCursor(text: string): SortedCursor {
  const found =
    /^v1 (\d{1,15}) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)(?: (null|\d{1,9}(?:\.\d{1,17})?))?$/.exec(
      Buffer.from(text, 'base64url').toString('utf8'),
    );
  const cursor = found && {
    createdAt: found[2]!,
    sequence: Number(found[1]),
    ...(found[3] !== undefined && { value: JSON.parse(found[3]) as number | null }),
  };
  if (cursor && encodeCursor(cursor) === text) return cursor;
  throw fieldRefusal('cursor', 'Is not a cursor of this list; pass next_cursor as it came.');
}
