import { Type } from 'typebox';
import { object, time } from '../shapes/schema.ts';
import type { ExpiredPart } from './types.ts';

const at = (what: string) => Type.Optional(time(`When ${what} deleted. Absent while it is kept.`));

/** When parts of a finished run were deleted because the time they are kept was over; absent while nothing was. */
export const Deleted = Type.Optional(
  object('What was deleted because the time that it is kept was over, and when. Absent while nothing was.', {
    audio: at('the recording, with what was made of it, was'),
    transcripts: at('what was said was'),
    cvs: at('the CV was'),
    results: at('the result, with scores, texts and profile, was'),
  }),
);

/** `{}` while nothing was deleted, so that it can be spread into an answer. */
export const presentDeleted = (
  parts: readonly ExpiredPart[],
): { deleted?: Partial<Record<ExpiredPart['kind'], string>> } =>
  parts.length === 0
    ? {}
    : { deleted: Object.fromEntries(parts.map(({ kind, deletedAt }) => [kind, deletedAt])) };
