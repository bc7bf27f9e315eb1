import { limits } from '../../config/limits.ts';
import type { RunType } from './run-type.ts';
import type { Run } from './types.ts';

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
export function audioPart<Speakers extends number | null>(
  run: Run,
  heard: { languageCode: string | null; speakerCount: Speakers },
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

const noScores = {
  vocabulary: null,
  vocabularyCefr: null,
  fluency: null,
  fluencyCefr: null,
  accent: null,
  accentCefr: null,
  overall: null,
  cefrLevel: null,
};

/** A row of the runs list (`RunSummary`). @param type of the run */
export function presentRunSummary(run: Run, type: Pick<RunType, 'row'>) {
  const spoken = run.summary === null ? undefined : type.row(run.summary).speech;
  return {
    id: run.id,
    externalId: run.externalId,
    status: run.status,
    serviceType: run.serviceType,
    projectId: run.projectId,
    metadata: structuredMetadata(run.metadata),
    tags: run.tags,
    createdAt: run.createdAt,
    processingTimeMs: processingTimeMs(run),
    audio: {
      durationMs: run.audioDurationMs,
      durationFormatted: run.audioDurationMs === null ? null : formatDuration(run.audioDurationMs),
      languageCode: spoken?.languageCode ?? null,
      requestedLanguage: run.language,
      speakerCount: spoken?.speakerCount ?? null,
    },
    scores: spoken?.scores ?? noScores,
    error: run.error,
  };
}
