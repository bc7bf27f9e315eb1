import { type Static, Type } from 'typebox';
import { accentUses } from '../../domain/scoring/overall.ts';
import { nullable } from '../shapes/schema.ts';
import type { RowScores } from '../shapes/scores.ts';

/** What is kept of a submission in `runs.input`. */
export const SpeechRunInput = Type.Object({
  language: Type.String(),
  cutSettings: Type.Object({
    silenceThresholdDb: Type.Number(),
    minSilenceMs: Type.Number(),
    keepSilenceMs: Type.Number(),
  }),
  includeCutAudio: Type.Boolean(),
  /** False: details are stored nowhere. */
  analysis: Type.Boolean(),
  /** As the client wished when it was submitted; absent in what earlier versions stored: counted. */
  accentUse: Type.Optional(Type.Enum(accentUses)),
  blobKey: Type.String(),
  fileName: Type.Optional(nullable(Type.String())),
  /** Of the catalogue: what the person is interviewed for. */
  jobId: Type.Optional(Type.String()),
  /** Who spoke when, of an interview that Assay held itself. */
  heldTurns: Type.Optional(
    Type.Array(
      Type.Object({
        speaker: Type.Enum(['candidate', 'interviewer']),
        startMs: Type.Number(),
        endMs: Type.Number(),
      }),
    ),
  ),
  /** Of such an interview: answers that the interviewer took too long to react to. */
  slowTurns: Type.Optional(Type.Number()),
});
export type SpeechRunInput = Static<typeof SpeechRunInput>;

const { fileName: _, heldTurns: __, slowTurns: ___, jobId: ____, ...recording } = SpeechRunInput.properties;

/** Whom a person chose in a finished run, with what that run was submitted with. */
export const RescoringInput = Type.Object({
  ...recording,
  runId: Type.String(),
  /** A `Turn.speaker`, e.g. "S1". */
  speaker: Type.String(),
  /** User id. */
  requestedBy: Type.String(),
});
export type RescoringInput = Static<typeof RescoringInput>;

/** What is stored in `runs.summary`: what list rows show. */
export const SpeechSummary = Type.Object({
  languageCode: nullable(Type.String()),
  speakerCount: nullable(Type.Number()),
  scores: Type.Unsafe<RowScores>(Type.Object({})),
});
export type SpeechSummary = Static<typeof SpeechSummary>;
