import { type Static, Type } from 'typebox';
import type { RequirementsConfig } from '../../domain/requirements/types.ts';
import { nullable } from '../shapes/schema.ts';

/** What is kept of a submission in `runs.input`: the job as it stood then, whatever becomes of it later. */
export const StoredMatch = Type.Object({
  /** Where the file lies; null once the match has let go of it. */
  blobKey: nullable(Type.String()),
  /** The stored CV; matches of earlier releases have a file of their own. */
  cvId: Type.Optional(nullable(Type.String())),
  jobDescription: Type.String(),
  /** What the description calls it; missing in matches of earlier releases. */
  jobTitle: Type.Optional(Type.String()),
  config: Type.Unsafe<RequirementsConfig>(Type.Object({})),
  /** Null for a job that was sent inline and not saved. */
  jobId: nullable(Type.String()),
  /** Which of its versions; missing in matches of earlier releases. */
  jobVersion: Type.Optional(nullable(Type.Number())),
  positionId: nullable(Type.String()),
  webhookUrl: nullable(Type.String()),
  fileName: nullable(Type.String()),
});
export type StoredMatch = Static<typeof StoredMatch>;

const Count = Type.Number();

/** What is stored in `runs.summary`: what list rows show. */
export const MatchSummary = Type.Object({
  score: Type.Number(),
  /** What follows is missing in matches of earlier releases. As the CV gives it; never part of any score. */
  candidateName: Type.Optional(nullable(Type.String())),
  /** How many requirements got which verdict. */
  verdicts: Type.Optional(Type.Object({ yes: Count, partly: Count, no: Count, unknown: Count })),
  /** An unmet minimal qualification lowered the score. */
  isCapped: Type.Optional(Type.Boolean()),
});
export type MatchSummary = Static<typeof MatchSummary>;

/** What is kept of a CV that was sent to be read and found, for no job yet. */
export const StoredReading = Type.Object({
  blobKey: nullable(Type.String()),
  cvId: nullable(Type.String()),
  fileName: nullable(Type.String()),
});
export type StoredReading = Static<typeof StoredReading>;

export const ReadingSummary = Type.Object({ candidateName: nullable(Type.String()) });
export type ReadingSummary = Static<typeof ReadingSummary>;
