import { Type } from 'typebox';
import type { ExpiredPart } from './types.ts';

const At = Type.Optional(Type.String({ format: 'date-time' }));

/** When parts of a finished run were deleted because the time they are kept was over; absent while nothing was. */
export const Deleted = Type.Optional(
  Type.Object(
    { audio: At, transcripts: At, cvs: At, results: At },
    {
      additionalProperties: false,
      description: 'What was deleted because the time that it is kept was over, and when.',
    },
  ),
);

/** `{}` while nothing was deleted, so that it can be spread into an answer. */
export const presentDeleted = (
  parts: readonly ExpiredPart[],
): { deleted?: Partial<Record<ExpiredPart['kind'], string>> } =>
  parts.length === 0
    ? {}
    : { deleted: Object.fromEntries(parts.map(({ kind, deletedAt }) => [kind, deletedAt])) };
