import { type Static, Type } from 'typebox';
import { list, named, number, object, orNull, pair, ref, share, text, whole } from '../../shapes/schema.ts';
import { CefrLevel, onScale } from '../../shapes/scores.ts';
import { Delivery } from './delivery.ts';
import { AccentAnalysis, Calibration, FluencyAnalysis, VocabularyAnalysis } from './dimensions.ts';
import { Grammar } from './grammar.ts';

export const Quality = Type.Object(
  {
    snrDb: orNull(
      number(
        'Loudness of speech above that of the rest, in dB. High: a quiet room. Null where there is no rest to measure.',
      ),
    ),
    clippedShare: orNull(
      share('Share of samples at the limit of the format, 0–1. High: distorted. Null where it is not known.'),
    ),
    overlapShare: orNull(
      share(
        'Share of the spoken time in turns that somebody else speaks into, 0–1. Null where nobody speaks.',
      ),
    ),
    speechSeconds: orNull(
      number('How long anybody speaks, in seconds. Null where it is not known.', { minimum: 0 }),
    ),
    recogniser: object('What turned sound into words.', {
      id: text('Name of the recogniser.'),
      confidence: share(
        'Mean of its words’ confidences, weighted by their length. High: sure of its words; recognisers differ in what a number means.',
      ),
    }),
    languageProbability: orNull(
      share('Probability that the language asked for is spoken. Null where the recogniser cannot tell.'),
    ),
    otherLanguages: Type.Optional(
      list(
        object('A stretch in another language than the one asked for; what was said there is not scored.', {
          startMs: whole('Where it begins, in milliseconds from the beginning of the recording.'),
          endMs: whole('Where it ends.'),
          language: orNull(
            text('Which language, ISO 639-1. Null where it is only known that it is not the one asked for.'),
          ),
        }),
        'Stretches in other languages, in order. Absent where nothing can tell, and in results of earlier versions.',
      ),
    ),
    secondOpinion: Type.Optional(
      object(
        'What a second recogniser heard where the first one was in doubt. Absent where none is installed, or nothing was doubtful.',
        {
          engineId: text('Name of the recogniser that was asked as well.'),
          doubtfulWindows: whole('Passages of up to about 15 seconds that the first recogniser doubted.', {
            minimum: 1,
          }),
          takenWindows: whole(
            'Those in which the words of the second one are better supported and stand in the transcript.',
          ),
        },
      ),
    ),
    expectedWordErrors: Type.Optional(
      orNull(
        object(
          'Share of the candidate’s words that were probably misheard, left out or made up. Null where it is not known for the recogniser; absent in results of earlier versions.',
          {
            rate: share('The share to expect, 0–1. High: much was misheard.'),
            interval: pair(
              Type.Number({ minimum: 0, maximum: 1 }),
              '90 % interval of the rate: its lower and upper end.',
            ),
            calibration: ref(Calibration, 'What the rate was calculated by.'),
          },
        ),
      ),
    ),
    warnings: list(Type.String(), 'What is wrong with recording or recognition, in sentences for people.'),
  },
  { $id: 'Quality', description: 'How good recording and recognition are, whoever speaks.' },
);

const overallFields = {
  score: number('The score: 0–5, one decimal; high is good.', onScale),
  cefr: ref(CefrLevel, '`score` as a level.'),
  percent: whole('`score` times 20, rounded: 0–100, no share of anything.', { maximum: 100 }),
  interval: pair(Type.Number(onScale), '90 % interval of the score: its lower and upper end.'),
  cefrRange: pair(named(CefrLevel), 'First and last level that the interval reaches.'),
  basedOn: list(Type.Enum(['vocabulary', 'fluency', 'accent']), 'Of which scores it is the mean.', {
    minItems: 1,
  }),
};

export const OverallAnalysis = Type.Object(
  {
    ...overallFields,
    withoutAccent: orNull(
      object('The same without accent. Null where neither vocabulary nor fluency was scored.', overallFields),
    ),
  },
  { $id: 'OverallAnalysis', description: 'The overall score and how sure it is.' },
);

const unfinished = 'Null where its scorer failed.';

export const Analysis = Type.Object(
  {
    overall: orNull(
      ref(
        OverallAnalysis,
        'The overall score and how sure it is. Null where nothing that counts was scored.',
      ),
    ),
    vocabulary: orNull(ref(VocabularyAnalysis, `How wide and varied the words are. ${unfinished}`)),
    fluency: orNull(ref(FluencyAnalysis, `How smoothly the candidate speaks. ${unfinished}`)),
    accent: orNull(ref(AccentAnalysis, `How easily sounds, stress and rhythm are understood. ${unfinished}`)),
    delivery: Type.Optional(
      orNull(
        ref(
          Delivery,
          'How it was said, beside the scores. Null where it could not be observed; absent in results of earlier versions.',
        ),
      ),
    ),
    grammar: Type.Optional(
      orNull(
        ref(
          Grammar,
          'Grammar in quotations, beside the scores. Null outside English, where it could not be observed, and once the transcript was deleted; absent in results of earlier versions.',
        ),
      ),
    ),
    transcript: orNull(
      object(
        'What the candidate said. Null where no candidate was found, and once the transcript was deleted.',
        {
          verbatim: text('All of it, one line for each turn; doubtful words in [brackets?].'),
          clean: text('The same without fillers, repetitions and false starts.'),
        },
      ),
    ),
    quality: ref(Quality, 'How good recording and recognition are.'),
  },
  { $id: 'Analysis', description: 'Score by score, how it came about.' },
);

export type Quality = Static<typeof Quality>;
export type OverallAnalysis = Static<typeof OverallAnalysis>;
export type Analysis = Static<typeof Analysis>;
