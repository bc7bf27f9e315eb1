import { Type } from 'typebox';
import { limits } from '../../config/limits.ts';
import { speechFailureCodes } from '../../errors.ts';
import { Deleted } from '../retention/schema.ts';
import { byStatus } from '../runs/schema.ts';

const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const closed = { additionalProperties: false };
const DateTime = Type.String({ format: 'date-time' });
const Share = Type.Number({ minimum: 0, maximum: 1 });
const Milliseconds = Type.Integer({ minimum: 0 });

export const SubmitQuery = Type.Object({
  includeCutAudio: Type.Boolean({
    default: false,
    description: 'The poll answer includes the audio of the candidate only.',
  }),
  analysis: Type.Boolean({ default: true, description: 'false: the detailed analysis is not stored.' }),
});

const { cutSettings, audio } = limits;

/** The form as it goes over the wire: JSON travels as text. Its rules are checked by fields.ts, on the stream. */
export const SubmitForm = Type.Object(
  {
    audio: Type.Unsafe<Uint8Array>({
      type: 'string',
      format: 'binary',
      contentMediaType: 'application/octet-stream',
      description: `MP3, WAV, M4A, WebM, OGG or FLAC; 3–45 minutes; at most ${audio.maxSizeBytes / 1024 / 1024} MB.`,
    }),
    language: Type.Optional(
      Type.String({
        pattern: '^[a-z]{2}$',
        enum: [...limits.languages],
        description: `ISO 639-1; ${limits.defaultLanguage} unless given.`,
      }),
    ),
    externalId: Type.Optional(
      Type.String({ minLength: 1, maxLength: limits.externalId.maxChars, description: 'Your own id.' }),
    ),
    metadata: Type.Optional(
      Type.String({
        contentMediaType: 'application/json',
        description:
          'A JSON object. A flat map of strings, numbers and booleans (50 keys, key 40 characters, value 500, 8 KB ' +
          'in all) can be filtered by; a nested one (8 KB) is kept as given.',
      }),
    ),
    tags: Type.Optional(
      Type.String({
        contentMediaType: 'application/json',
        description: 'A JSON array of at most 20 different strings of 1–40 characters.',
      }),
    ),
    cutSettings: Type.Optional(
      Type.String({
        contentMediaType: 'application/json',
        description: `A JSON object: ${Object.entries(cutSettings)
          .map(([name, { min, max, default: usual }]) => `${name} ${min}…${max} (${usual})`)
          .join(', ')}.`,
      }),
    ),
    requestId: Type.Optional(Type.String({ deprecated: true, description: 'Ignored.' })),
  },
  { $id: 'SubmitForm', ...closed },
);

export const SubmitResponse = Type.Object(
  {
    id: Type.String(),
    externalId: nullable(Type.String()),
    status: Type.Enum(['queued', 'processing']),
    message: Type.String(),
    estimatedTimeSeconds: Type.Integer(),
    pollIntervalSeconds: Type.Integer(),
    queuePosition: Type.Optional(nullable(Type.Integer({ minimum: 1 }))),
    activeRequests: Type.Optional(nullable(Type.Integer({ minimum: 0 }))),
    timestamp: DateTime,
  },
  { $id: 'SubmitResponse', ...closed },
);

const common = {
  id: Type.String(),
  externalId: nullable(Type.String()),
  timestamp: DateTime,
  metadata: Type.Record(Type.String(), Type.String()),
  tags: Type.Array(Type.String()),
};
const waiting = { createdAt: DateTime, message: Type.String(), pollIntervalSeconds: Type.Integer() };

const QueuedRun = Type.Object(
  {
    ...common,
    ...waiting,
    status: Type.Literal('queued'),
    queuePosition: Type.Integer({ minimum: 1 }),
    activeRequests: Type.Integer({ minimum: 0 }),
  },
  { $id: 'QueuedRun', ...closed },
);

const ProcessingRun = Type.Object(
  { ...common, ...waiting, status: Type.Literal('processing') },
  { $id: 'ProcessingRun', ...closed },
);

const Score = nullable(Type.Number({ minimum: 0, maximum: 5 }));
const Level = nullable(Type.Ref('CefrLevel'));
const Confidence = Type.Enum(['high', 'medium', 'low'], { $id: 'Confidence' });
const SpeechFailureCode = Type.Enum([...speechFailureCodes], { $id: 'SpeechFailureCode' });
const Percent = nullable(Type.Integer({ minimum: 0, maximum: 100 }));

const Scores = Type.Object(
  {
    vocabulary: Score,
    vocabularyCefr: Level,
    vocabularyPercent: Percent,
    fluency: Score,
    fluencyCefr: Level,
    fluencyPercent: Percent,
    accent: Score,
    accentCefr: Level,
    accentPercent: Percent,
    overall: Score,
    cefrLevel: Level,
    overallPercent: Percent,
  },
  { $id: 'Scores', ...closed },
);

const Feature = Type.Object(
  {
    value: Type.Number(),
    unit: Type.String(),
    norm: nullable(Type.Object({ mean: Type.Number(), sd: Type.Number(), source: Type.String() }, closed)),
  },
  closed,
);

const Evidence = Type.Object(
  {
    feature: Type.String(),
    text: Type.String(),
    startMs: Milliseconds,
    endMs: Milliseconds,
    note: Type.Optional(Type.String()),
  },
  closed,
);

const times = { startMs: Milliseconds, endMs: Milliseconds };

const Hesitations = Type.Object(
  {
    counts: Type.Object(
      { pauses: Type.Integer(), fillers: Type.Integer(), repairs: Type.Integer() },
      { ...closed, description: 'Of the whole interview; the lists hold at most 300 each.' },
    ),
    pauses: Type.Array(
      Type.Object(
        {
          ...times,
          place: Type.Enum(['midClause', 'endClause', 'unknown']),
          before: Type.String({ description: 'The words before it; doubtful ones in [brackets?].' }),
          after: Type.String({ description: 'The words after it; doubtful ones in [brackets?].' }),
        },
        closed,
      ),
      { description: 'Silences of 250 ms or more: the longest, in time order.' },
    ),
    fillers: Type.Array(Type.Object({ text: Type.String(), ...times }, closed)),
    repairs: Type.Array(
      Type.Object(
        {
          kind: Type.Enum(['repetition', 'restart']),
          text: Type.String(),
          abandoned: Type.String({ description: 'What of it was taken back.' }),
          ...times,
        },
        closed,
      ),
    ),
  },
  { $id: 'Hesitations', ...closed, description: 'Fluency only: where the candidate hesitated.' },
);

const Dimension = Type.Object(
  {
    score: Score,
    cefr: Level,
    percent: Percent,
    interval: nullable(
      Type.Array(Type.Number({ minimum: 0, maximum: 5 }), {
        minItems: 2,
        maxItems: 2,
        description: '90 % interval on the 0–5 scale.',
      }),
    ),
    confidence: nullable(Type.Ref('Confidence')),
    features: nullable(Type.Record(Type.String(), Feature)),
    evidence: nullable(Type.Array(Evidence)),
    cefrPosterior: nullable(
      Type.Record(Type.String(), Share, { description: 'Probability of each level; sums to 1.' }),
    ),
    calibration: nullable(Type.Object({ id: Type.String(), sha256: Type.String() }, closed)),
    warnings: nullable(Type.Array(Type.String())),
    reason: Type.Optional(
      Type.String({ description: 'Why there is no score; then everything else is null.' }),
    ),
    words: Type.Optional(
      Type.Array(
        Type.Object(
          {
            text: Type.String(),
            startMs: Type.Integer(),
            endMs: Type.Integer(),
            gop: Type.Number({ description: 'Goodness of pronunciation; 0 is best.' }),
          },
          closed,
        ),
        { description: 'Accent only: the measured words that were surely heard.' },
      ),
    ),
    phones: Type.Optional(
      Type.Array(Type.Object({ phone: Type.String(), count: Type.Integer(), gop: Type.Number() }, closed), {
        description: 'Accent only: goodness of pronunciation by phone.',
      }),
    ),
    rareWords: Type.Optional(
      Type.Array(
        Type.Object(
          {
            word: Type.String(),
            lemma: Type.String(),
            rank: Type.Integer({ description: 'Place in the frequency list; 1 is the commonest word.' }),
            ...times,
            sentence: Type.String({ description: 'The words around it.' }),
          },
          closed,
        ),
        {
          description: 'Vocabulary only: less common words that were surely heard, rarest first; at most 40.',
        },
      ),
    ),
    repeatedPhrases: Type.Optional(
      Type.Array(
        Type.Object(
          { text: Type.String(), count: Type.Integer(), startMs: Type.Array(Milliseconds) },
          closed,
        ),
        {
          description:
            'Vocabulary only: phrases surely heard three times or more, with their first ten times.',
        },
      ),
    ),
    hesitations: Type.Optional(Type.Ref('Hesitations')),
  },
  { $id: 'DimensionAnalysis', ...closed },
);

const dimension = nullable(Type.Ref('DimensionAnalysis'));

const Analysis = Type.Object(
  {
    vocabulary: dimension,
    fluency: dimension,
    accent: dimension,
    transcript: nullable(
      Type.Object(
        {
          verbatim: Type.String({ description: 'All that the candidate said, one line for each turn.' }),
          clean: Type.String({ description: 'The same without fillers, repetitions and false starts.' }),
        },
        closed,
      ),
    ),
    quality: Type.Object(
      {
        snrDb: nullable(Type.Number()),
        clippedShare: nullable(Share),
        overlapShare: nullable(Share),
        speechSeconds: nullable(Type.Number()),
        recogniser: Type.Object({ id: Type.String(), confidence: Type.Number() }, closed),
        languageProbability: nullable(Share),
        secondOpinion: Type.Optional(
          Type.Object(
            {
              engineId: Type.String({ description: 'The recogniser that was asked as well.' }),
              doubtfulWindows: Type.Integer({
                minimum: 1,
                description: 'Passages of up to about 15 seconds that the first recogniser doubted.',
              }),
              takenWindows: Type.Integer({
                minimum: 0,
                description:
                  'Those in which the other one’s words are better supported and stand in the transcript.',
              }),
            },
            {
              ...closed,
              description:
                'What a second recogniser heard where the first one was in doubt. Absent where none is installed, or nothing was doubtful.',
            },
          ),
        ),
        expectedWordErrors: Type.Optional(
          nullable(
            Type.Object(
              {
                rate: Share,
                interval: Type.Array(Share, { minItems: 2, maxItems: 2, description: '90 % interval.' }),
                calibration: Type.Object({ id: Type.String(), sha256: Type.String() }, closed),
              },
              {
                ...closed,
                description:
                  'Share of the candidate’s words that were probably misheard, left out or made up. Null where it is not known for the ' +
                  'recogniser; absent in results of earlier versions.',
              },
            ),
          ),
        ),
        warnings: Type.Array(Type.String()),
      },
      closed,
    ),
  },
  { $id: 'Analysis', ...closed },
);

const Transcript = Type.Object(
  {
    segments: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          speaker: Type.String(),
          startMs: Milliseconds,
          endMs: Milliseconds,
          text: Type.String({
            description:
              'Words in [brackets?] are uncertain. "[…]", without words: somebody spoke and was not understood.',
          }),
          confidence: Type.Number(),
          overlap: Type.Boolean(),
          words: Type.Array(
            Type.Object(
              {
                text: Type.String(),
                startMs: Milliseconds,
                endMs: Milliseconds,
                confidence: Type.Number(),
                filler: Type.Optional(Type.Literal(true)),
                uncertain: Type.Optional(Type.Literal(true)),
              },
              closed,
            ),
          ),
        },
        closed,
      ),
    ),
    speakers: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          label: Type.String(),
          role: Type.Enum(['candidate', 'interviewer', 'other']),
          speakingMs: Milliseconds,
          wordCount: Type.Integer({ minimum: 0 }),
          turnCount: Type.Integer({ minimum: 0 }),
        },
        closed,
      ),
    ),
    candidateText: nullable(Type.String()),
    candidateSpeaker: nullable(Type.String()),
  },
  { $id: 'Transcript', ...closed },
);

const credits = nullable(
  Type.Object(
    {
      deducted: Type.Integer({ minimum: 0 }),
      remainingBalance: Type.Integer(),
      audioDurationMinutes: Type.Number(),
    },
    closed,
  ),
);

const recording = <Speakers extends Type.TSchema>(speakerCount: Speakers) =>
  Type.Object(
    {
      durationMs: Milliseconds,
      durationFormatted: Type.String({ pattern: '^\\d+:[0-5]\\d$' }),
      languageCode: nullable(
        Type.String({ description: 'As detected; null where the recogniser cannot tell languages apart.' }),
      ),
      requestedLanguage: Type.String({ pattern: '^[a-z]{2}$' }),
      speakerCount,
    },
    closed,
  );

const FinishedRun = Type.Object(
  {
    ...common,
    status: Type.Enum(['success', 'partial']),
    processingTimeMs: Milliseconds,
    scoringMethod: Type.Enum(['ml_hybrid', 'gpt_multilingual'], {
      description:
        '`gpt_multilingual` where a language model contributed to the scores; none does at present, in any language.',
    }),
    audio: recording(Type.Integer({ minimum: 0 })),
    candidateDetection: nullable(
      Type.Object(
        {
          speaker: Type.String(),
          speakerLabel: Type.String(),
          confidence: Type.Ref('Confidence'),
          reason: Type.String(),
          wordCount: Type.Integer({ minimum: 0 }),
        },
        closed,
      ),
    ),
    scores: Type.Ref('Scores'),
    explainability: Type.Optional(Type.Object({ vocab: Type.String(), fluency: Type.String() }, closed)),
    analysis: nullable(Type.Ref('Analysis')),
    hrRecommendation: nullable(Type.String()),
    candidateFeedback: nullable(Type.String()),
    transcript: Type.Ref('Transcript'),
    credits,
    cutAudio: Type.Optional(
      Type.Object(
        { contentType: Type.Literal('audio/mpeg'), base64: Type.String(), durationMs: Milliseconds },
        closed,
      ),
    ),
    deleted: Deleted,
  },
  { $id: 'FinishedRun', ...closed },
);

const FailedRun = Type.Object(
  {
    ...common,
    status: Type.Literal('failed'),
    processingTimeMs: Milliseconds,
    audio: recording(Type.Null()),
    candidateDetection: Type.Null(),
    scores: Type.Ref('Scores'),
    analysis: Type.Null(),
    hrRecommendation: Type.Null(),
    candidateFeedback: Type.Null(),
    transcript: Type.Null(),
    credits,
    error: Type.Object({ code: Type.Ref('SpeechFailureCode'), message: Type.String() }, closed),
    deleted: Deleted,
  },
  { $id: 'FailedRun', ...closed },
);

const PollResponse = byStatus('PollResponse', {
  queued: 'QueuedRun',
  processing: 'ProcessingRun',
  success: 'FinishedRun',
  partial: 'FinishedRun',
  failed: 'FailedRun',
});

export const speechSchemas = [
  Confidence,
  SpeechFailureCode,
  SubmitForm,
  SubmitResponse,
  QueuedRun,
  ProcessingRun,
  Scores,
  Hesitations,
  Dimension,
  Analysis,
  Transcript,
  FinishedRun,
  FailedRun,
  PollResponse,
];
