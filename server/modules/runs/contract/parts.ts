import { Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import { object, time } from '../../shapes/schema.ts';
import type { ExpiredPart, Run } from '../types.ts';

/** Minutes:seconds, rounded down: 185000 -> "3:05". */
export function formatDuration(durationMs: number): string {
  const wholeSeconds = Math.floor(durationMs / 1000);
  return `${Math.floor(wholeSeconds / 60)}:${String(wholeSeconds % 60).padStart(2, '0')}`;
}

/** Minutes with two decimals. */
export const durationMinutes = (durationMs: number): number => Math.round(durationMs / 600) / 100;

/**
 * The map string -> string of the specification. A flat value is shown as text. Nested metadata is kept as given
 * and cannot be filtered; here its nested values are shown as JSON text, so that nothing a client sent is lost.
 */
export const structuredMetadata = (metadata: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(metadata).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );

/** What is known of the recording, and of what was heard in it. */
export function audioPart<Language extends string | null, Speakers extends number | null>(
  run: Run,
  heard: { languageCode: Language; speakerCount: Speakers },
) {
  const durationMs = run.audioDurationMs ?? 0;
  return {
    durationMs,
    durationFormatted: formatDuration(durationMs),
    languageCode: heard.languageCode,
    requestedLanguage: run.language ?? limits.defaultLanguage,
    speakerCount: heard.speakerCount,
  };
}

/** From the start of processing to the end; null while there is no end. */
export function processingTimeMs({ startedAt, finishedAt, createdAt }: Run): number | null {
  return finishedAt === null
    ? null
    : Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt ?? createdAt));
}

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
