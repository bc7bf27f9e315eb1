import { type Static, Type } from 'typebox';

const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

export const consentModes = ['explicit', 'none'] as const;
export type ConsentMode = (typeof consentModes)[number];

/** What is kept of an invitation in `runs.input`: what it promises, whatever becomes of the persona. */
export const StoredInterview = Type.Object({
  personaId: Type.String(),
  roleName: Type.String(),
  /** ISO 639-1. */
  language: Type.String(),
  consentMode: Type.Enum([...consentModes]),
  maxMinutes: Type.Number(),
  creditsPerStartedMinute: Type.Number(),
  /** The job of the catalogue whose requirements steer the questions. */
  jobId: nullable(Type.String()),
});
export type StoredInterview = Static<typeof StoredInterview>;

/** What is stored in `runs.summary`. */
export const InterviewSummary = Type.Object({
  /** How many turns the candidate had. */
  candidateTurns: Type.Number(),
});
export type InterviewSummary = Static<typeof InterviewSummary>;

const Turn = Type.Object({
  speaker: Type.Enum(['candidate', 'interviewer']),
  /** On the recording's clock. */
  startMs: Type.Number(),
  endMs: Type.Number(),
  text: Type.String(),
  words: Type.Optional(
    Type.Array(
      Type.Object({
        text: Type.String(),
        startMs: Type.Number(),
        endMs: Type.Number(),
        confidence: Type.Optional(Type.Number()),
      }),
    ),
  ),
});

/** The transcript document, as clients get it. */
export const InterviewTranscript = Type.Object({
  language: Type.String(),
  turns: Type.Array(Turn),
  /** Timings and what else happened; what they hold is the live process's business. */
  events: Type.Array(Type.Record(Type.String(), Type.Unknown())),
});
export type InterviewTranscript = Static<typeof InterviewTranscript>;

/** What is stored in `runs.result`. */
export const InterviewResult = Type.Object({
  /** Null where there is none, or once it was deleted. */
  transcript: nullable(InterviewTranscript),
});
export type InterviewResult = Static<typeof InterviewResult>;
