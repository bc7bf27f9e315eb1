import { type Static, Type } from 'typebox';
import { purposes } from '../../domain/interview/asked.ts';
import { choice, flag, list, nullable, number, text } from '../shapes/schema.ts';

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
    asks: Type.Optional(
      choice(
        [...purposes],
        'What a turn of the interviewer is for: a question, a follow-up question about the answer, the same once more, or the invitation to ask questions. Absent from all other turns, and where it was not kept yet when the interview was held.',
      ),
    ),
    question: Type.Optional(
      number(
        'Which of `questions` it asks or asks further about. Absent where a language model thought of it.',
      ),
    ),
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
  questions: Type.Optional(
    list(
      Type.Object(
        {
          number: number('From 1, in the order in which they are asked.'),
          text: text('The question.'),
          mustAsk: flag('It is asked however little time is left.'),
        },
        { description: 'A question of the plan.' },
      ),
      'What was to be asked, reached or not. Where a language model leads, it is asked only when that fails. Absent where it was not kept yet when the interview was held.',
    ),
  ),
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
