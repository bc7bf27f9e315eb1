import { type Static, Type } from 'typebox';
import { accentUses } from '../../../domain/scoring/overall.ts';
import { speechFailureCodes } from '../../../errors.ts';
import { Deleted } from '../../runs/contract/parts.ts';
import {
  answeredAt,
  byStatus,
  choice,
  failure,
  labels,
  noValue,
  number,
  object,
  orNull,
  ref,
  text,
  time,
  whole,
} from '../../shapes/schema.ts';
import { Scores } from '../../shapes/scores.ts';
import { Analysis } from './analysis.ts';
import { Confidence } from './dimensions.ts';
import { Transcript } from './transcript.ts';

const externalId = orNull(text('Your own id, as sent. Null where none was sent.'));
const pollIntervalSeconds = whole('Best wait so many seconds before the next poll.', { minimum: 1 });
const message = text('What happens at present, for people. The wording may change.');

export const SubmitResponse = Type.Object(
  {
    id: text('Of the analysis: poll with it. It does not expire.'),
    externalId,
    status: choice(
      ['queued', 'processing'],
      'queued: waits until one of your analyses ends and starts by itself. processing: admitted; a worker has it or will take it.',
    ),
    message: text('What happens next, for people. The wording may change.'),
    estimatedTimeSeconds: whole('About how long it takes from now to the result, in seconds.'),
    pollIntervalSeconds,
    queuePosition: Type.Optional(
      orNull(whole('Place in your queue, from 1. Only while `status` is "queued".', { minimum: 1 })),
    ),
    activeRequests: Type.Optional(
      orNull(whole('How many of your analyses are processed now. Only while `status` is "queued".')),
    ),
    timestamp: answeredAt,
  },
  { $id: 'SubmitResponse', description: 'An accepted recording.' },
);

const common = {
  id: text('Of the analysis, as its submission returned it.'),
  externalId,
  timestamp: answeredAt,
  ...labels,
};
const waiting = { createdAt: time('When it was submitted.'), message, pollIntervalSeconds };
const status = <const Status extends string>(value: Status, description: string) =>
  Type.Literal(value, { description });

export const QueuedRun = Type.Object(
  {
    ...common,
    ...waiting,
    status: status('queued', 'It waits until one of your analyses ends and starts by itself.'),
    queuePosition: whole('Place in your queue, from 1.', { minimum: 1 }),
    activeRequests: whole('How many of your analyses are processed now.'),
  },
  { $id: 'QueuedRun', description: 'An analysis that waits.' },
);

export const ProcessingRun = Type.Object(
  {
    ...common,
    ...waiting,
    status: status('processing', 'It was admitted; a worker has it or will take it.'),
  },
  { $id: 'ProcessingRun', description: 'An analysis under way.' },
);

const SpeechFailureCode = Type.Enum([...speechFailureCodes], {
  $id: 'SpeechFailureCode',
  description: 'Why an analysis failed; explained at /docs/errors. New codes may come.',
});

const credits = orNull(
  object('What it cost. Null where nothing was settled.', {
    deducted: whole(
      'Credits charged for it: the price by the share of the three scores that were produced, rounded up; 0 for a failed one.',
    ),
    remainingBalance: Type.Integer({ description: 'Your balance right after that, in credits.' }),
    audioDurationMinutes: number('Length of the recording in minutes, two decimals.', { minimum: 0 }),
  }),
);

const ended = {
  processingTimeMs: whole(
    'Milliseconds from the moment a worker took it to its end, without time in the queue.',
  ),
  credits,
  deleted: Deleted,
};

const recording = <Language extends Type.TSchema, Speakers extends Type.TSchema>(
  languageCode: Language,
  speakerCount: Speakers,
) =>
  object('The recording, and what was heard of it.', {
    durationMs: whole('Its length in milliseconds.'),
    durationFormatted: text('The same as minutes:seconds, rounded down.', { pattern: '^\\d+:[0-5]\\d$' }),
    languageCode,
    requestedLanguage: text('Language that was asked for, ISO 639-1.', { pattern: '^[a-z]{2}$' }),
    speakerCount,
  });

const noCandidate = 'Null where nobody was found to be the candidate, and once the results were deleted.';
const notMade = 'Null where it could not be made, and once the results were deleted.';

export const FinishedRun = Type.Object(
  {
    ...common,
    ...ended,
    status: choice(
      ['success', 'partial'],
      'success: all three scores, nothing lost. partial: something is missing or in doubt, a score or an optional step; `analysis` says what.',
    ),
    scoringMethod: choice(
      ['ml_hybrid', 'gpt_multilingual'],
      '`gpt_multilingual` where a language model contributed to the scores; none does at present, in any language.',
    ),
    audio: recording(
      orNull(text('Language as detected, ISO 639-1. Null where the recogniser cannot tell languages apart.')),
      whole('How many people speak.'),
    ),
    candidateDetection: orNull(
      object(`Who was taken for the candidate. ${noCandidate}`, {
        speaker: text('`id` of one of `transcript.speakers`.'),
        speakerLabel: text('For people: "Speaker 2".'),
        confidence: ref(Confidence, 'How sure it is that this is the candidate.'),
        reason: text('Why, in a sentence or two for people.'),
        wordCount: whole('Words recognised of the candidate, fillers left out.'),
      }),
    ),
    scores: ref(Scores, 'The scores at a glance.'),
    accentUse: choice(
      accentUses,
      'What the client’s setting made of accent when the recording was submitted. counted: it is one of the scores of `overall`. shown: it is told and is no part of `overall`. hidden: it is told nowhere and is no part of anything.',
    ),
    explainability: Type.Optional(
      object('Plain sentences about the scores. Absent where they could not be made.', {
        vocab: text('Why vocabulary is scored as it is, or why it is not.'),
        fluency: text('Why fluency is scored as it is, or why it is not.'),
        accent: Type.Optional(
          text(
            'Why accent is scored as it is, or why it is not. Absent where it is hidden, and in results of earlier versions.',
          ),
        ),
      }),
    ),
    analysis: orNull(
      ref(
        Analysis,
        'Score by score, how it came about. Null where the submission said `analysis=false`, and once the results were deleted.',
      ),
    ),
    hrRecommendation: orNull(text(`What the scores mean, for recruiters. ${notMade}`)),
    candidateFeedback: orNull(text(`What went well and what to work on, for the candidate. ${notMade}`)),
    transcript: ref(Transcript, 'Who said what, and when.'),
    cutAudio: Type.Optional(
      object(
        'What the candidate said, cut together. Only where the submission said `includeCutAudio=true` and there is a candidate.',
        {
          contentType: Type.Literal('audio/mpeg', { description: 'MP3, mono.' }),
          base64: text('The file, in base64.'),
          durationMs: whole('Its length in milliseconds.'),
        },
      ),
    ),
  },
  { $id: 'FinishedRun', description: 'An analysis with its result.' },
);

const failed = 'Always null: the analysis failed.';

export const FailedRun = Type.Object(
  {
    ...common,
    ...ended,
    status: status('failed', 'It failed for good and was not charged: submit the recording anew.'),
    audio: recording(noValue(failed), noValue(failed)),
    candidateDetection: noValue(failed),
    scores: ref(Scores, 'All null.'),
    analysis: noValue(failed),
    hrRecommendation: noValue(failed),
    candidateFeedback: noValue(failed),
    transcript: noValue(failed),
    error: failure(SpeechFailureCode),
  },
  { $id: 'FailedRun', description: 'An analysis that failed.' },
);

export const PollResponse = byStatus(
  'PollResponse',
  'An analysis as it stands; `status` tells the variants apart.',
  {
    queued: QueuedRun,
    processing: ProcessingRun,
    success: FinishedRun,
    partial: FinishedRun,
    failed: FailedRun,
  },
);

export type WaitingRun = Static<typeof QueuedRun> | Static<typeof ProcessingRun>;
export type FinishedRun = Static<typeof FinishedRun>;
export type FailedRun = Static<typeof FailedRun>;
