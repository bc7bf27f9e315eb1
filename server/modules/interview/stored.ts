import { type Static, Type } from 'typebox';
import { choice, list, number, text } from '../shapes/schema.ts';

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

const times = {
  startMs: number('Where it begins, on the clock of the recording, in milliseconds.'),
  endMs: number('Where it ends, on the clock of the recording, in milliseconds.'),
};

const Turn = Type.Object(
  {
    speaker: choice(['candidate', 'interviewer'], 'Whose turn it is.'),
    ...times,
    text: text('What was said.'),
    words: Type.Optional(
      list(
        Type.Object({
          text: text('The word.'),
          ...times,
          confidence: Type.Optional(
            number(
              'Probability that the word was said, 0–1, as the recogniser sees it. Absent where it is not known.',
            ),
          ),
        }),
        'The words with their times. Absent where they are not known.',
      ),
    ),
  },
  { description: 'What one of the two says until the other one does.' },
);

/** The transcript document, as clients get it. What else events hold is the live process's business. */
export const InterviewTranscript = Type.Object({
  language: text('Language of the interview, ISO 639-1.'),
  turns: list(Turn, 'In time order.'),
  events: list(
    Type.Unsafe<Record<string, unknown>>(
      Type.Object(
        { kind: text('What happened.'), at: text('When, ISO 8601.', { format: 'date-time' }) },
        { additionalProperties: true },
      ),
    ),
    'What happened while it was held, for looking into an interview. What an event has beside these two fields may change.',
  ),
});
export type InterviewTranscript = Static<typeof InterviewTranscript>;

/** What is stored in `runs.result`. */
export const InterviewResult = Type.Object({
  /** Null where there is none, or once it was deleted. */
  transcript: nullable(InterviewTranscript),
});
export type InterviewResult = Static<typeof InterviewResult>;
