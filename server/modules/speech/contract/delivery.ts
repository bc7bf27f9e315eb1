import { Type } from 'typebox';
import { connectiveKinds } from '../../../domain/languages/en/speech.ts';
import { list, listOf, number, object, orNull, share, text, whole } from '../../shapes/schema.ts';
import { times } from './transcript.ts';

const counted = (what: string, description: string) =>
  list(
    object(what, { text: text('Lower case.'), count: whole('How often it was said.', { minimum: 1 }) }),
    description,
  );

const perHundred = (what: string, whenNull = '') =>
  number(`${what} in 100 words, two decimals. ${whenNull}`.trim(), { minimum: 0 });
const englishOnly = 'Null outside English, for which there is no list.';

const RepeatedPassage = Type.Object(
  {
    text: text('Its first words as they were said again; doubtful ones in [brackets?].'),
    wordCount: whole('Words of the passage.', { minimum: 20 }),
    firstMs: whole('Where it was said first, in milliseconds from the beginning of the recording.'),
    ...times,
  },
  {
    $id: 'RepeatedPassage',
    description:
      'A passage of 20 words or more that was said before, almost word for word; its times are those of the second time.',
  },
);

export const Delivery = Type.Object(
  {
    talkShare: orNull(
      share('The candidate’s part of everybody’s speaking time, 0–1. Null where nobody speaks.'),
    ),
    pace: list(
      object('A minute of the recording.', {
        ...times,
        wordsPerMinute: whole('Words in a minute of the candidate’s own time, pauses included.'),
        pausedShare: orNull(
          share(
            'Share of that time in pauses of 250 ms or more, 0–1. Null where words have no times of their own.',
          ),
        ),
      }),
      'Minute by minute, those in which the candidate has the floor for 15 seconds or more.',
    ),
    fillers: counted('A filled pause.', 'Filled pauses, most often first.'),
    connectives: orNull(
      object(`Words that join thoughts ("because", "for example"). ${englishOnly}`, {
        per100Words: perHundred('Such words and phrases'),
        words: list(
          object('A word or phrase.', {
            text: text('Lower case.'),
            count: whole('How often it was said.', { minimum: 1 }),
            kind: Type.Optional(
              Type.Enum(connectiveKinds, {
                description:
                  'What it says of the thoughts that it joins; absent in results of earlier versions.',
              }),
            ),
          }),
          'Which, most often first.',
        ),
      }),
    ),
    freeTalk: object(
      'What people who talk freely have many of and readers few. It is no verdict: of 16 pieces of free talk and 133 of read text that were measured, no limit told them apart.',
      {
        fillers: perHundred('Filled pauses'),
        repairs: perHundred('Repetitions and restarts'),
        contractions: orNull(perHundred('Contractions ("I’m", "don’t")', englishOnly)),
        discourseMarkers: orNull(perHundred('Words such as "well" and "you know"', englishOnly)),
      },
    ),
    repeatedPassages: listOf(
      RepeatedPassage,
      'What was said twice. Intervals of vocabulary and fluency are wider by its share of the words.',
    ),
    notes: list(
      Type.String(),
      'What a reader of the scores should know of it, in neutral sentences for people; also at the beginning of `hrRecommendation`.',
    ),
  },
  {
    $id: 'Delivery',
    description: 'How it was said. None of it is scored, because it was not compared with experts’ ratings.',
  },
);
