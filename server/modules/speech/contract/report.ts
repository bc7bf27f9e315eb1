import { type Static, Type } from 'typebox';
import { reportLanguages, reportReaders, sectionKinds } from '../../../domain/report/types.ts';
import { cefrLevels } from '../../../domain/scoring/cefr-levels.ts';
import { choice, list, number, object, orNull, pair, share, text } from '../../shapes/schema.ts';
import { reportFormats } from '../types.ts';
import { times } from './transcript.ts';

export const ReportQuery = Type.Object({
  for: choice(
    reportReaders,
    'recruiter: level, how sure it is, reasons, what to ask next. candidate: what went well and what to practise, without level or score.',
  ),
  format: Type.Enum([...reportFormats], {
    default: 'json',
    description: 'json; html: one page without scripts that loads nothing; pdf: the same on A4.',
  }),
  language: Type.Enum([...reportLanguages], {
    default: 'en',
    description: 'Language of the report, whatever the interview was held in.',
  }),
  job_id: Type.Optional(
    Type.String({
      description:
        'A job of the catalogue: the level is compared with what it asks for in the interview’s language.',
    }),
  ),
});
export type ReportQuery = Static<typeof ReportQuery>;

const level = (description: string) => choice(cefrLevels, description);

const Quote = object('What the candidate said.', {
  text: text('The words; doubtful ones in [brackets?].'),
  ...times,
});

const Item = object('A sentence.', {
  text: text('For people.'),
  quote: orNull(
    Type.Object({ ...Quote.properties }, { description: 'What it rests on. Null where nothing is quoted.' }),
  ),
  measure: orNull(
    text('Measure of `analysis.<dimension>.features` that it tells. Null where it tells none.'),
  ),
  language: Type.Optional(
    Type.Literal('en', { description: 'Present where the sentence is not in the report’s language.' }),
  ),
});

const Section = object('A part of the page.', {
  kind: choice(
    sectionKinds,
    'answer: level and scores. job: what the job asks for. reasons: what moved the score most. measured: what was shown. askNext: what to ask. cautions: what makes it doubtful. wentWell, practise: for the candidate. about: what it does not tell.',
  ),
  title: text('Its heading.'),
  items: list(Item, 'Its sentences, at least one.'),
});

const Level = object(
  'Vocabulary and fluency together, or the one that was scored; accent is no part of it.',
  {
    level: level('Level of the score.'),
    from: level('Lowest level that the interval reaches.'),
    to: level('Highest level that it reaches.'),
    isLikeliest: Type.Boolean({ description: 'false: `level` is so narrow that another one is likelier.' }),
    score: number('0–5, one decimal.', { minimum: 0, maximum: 5 }),
    basedOn: list(choice(['vocabulary', 'fluency'], 'What was scored.'), 'What went into the score.'),
    interval: orNull(
      pair(number('0–5.', { minimum: 0, maximum: 5 }), '90 %: low, high. Null where no analysis is kept.'),
    ),
    confidence: orNull(
      choice(['high', 'medium', 'low'], 'That of the less sure dimension. Null where no analysis is kept.'),
    ),
  },
);

const Job = object('The level beside a job’s.', {
  title: orNull(text('The job’s title. Null where it has none.')),
  wording: text('What the job asks for, in its own word.'),
  level: level('What that means.'),
  probability: orNull(share('That the level is this one or higher. Null where no interval is known.')),
  verdict: choice(
    ['reached', 'notReached', 'open'],
    'reached: probability .9 or more. notReached: .1 or less. open: between.',
  ),
});

export const Report = Type.Object(
  {
    reader: choice(reportReaders, 'For whom it is.'),
    language: choice(reportLanguages, 'Language of its sentences.'),
    title: text('Heading of the page.'),
    subtitle: text('Language, length and day of the interview.'),
    person: orNull(text('Name of the candidate’s record, else `externalId`. Null where neither is known.')),
    level: orNull(
      Type.Object(
        { ...Level.properties },
        {
          description:
            'The level in figures. Null for the candidate, and where nothing of the language was scored.',
        },
      ),
    ),
    job: orNull(
      Type.Object(
        { ...Job.properties },
        {
          description:
            'Null for the candidate, without `job_id`, and where the job asks for no level of the language.',
        },
      ),
    ),
    sections: list(Section, 'The page from top to bottom.'),
  },
  { $id: 'SpeechReport', description: 'A report for one reader; HTML and PDF have the same sentences.' },
);

const recruiter: Static<typeof Report> = {
  reader: 'recruiter',
  language: 'en',
  title: 'Spoken language report',
  subtitle: 'Interview in English, 20:54 minutes, November 23, 2026',
  person: 'candidate-4711',
  level: {
    ...{ level: 'B2', from: 'B1', to: 'B2', isLikeliest: true },
    ...{ score: 3.2, interval: [2.6, 3.8], basedOn: ['vocabulary', 'fluency'], confidence: 'high' },
  },
  job: null,
  sections: [
    {
      kind: 'answer',
      title: 'The answer',
      items: [
        {
          text: 'Level B1 to B2, most likely B2 (3.2 of 5; 2.6 to 3.8 is likely), from vocabulary and fluency.',
          quote: null,
          measure: null,
        },
      ],
    },
    {
      kind: 'reasons',
      title: 'Why: what moved the score most',
      items: [
        {
          text: 'Lowers the score: the candidate pauses inside a clause 12 times in a minute of speech, clearly more than the 7 usual at B2.',
          quote: { text: 'we had to … decide', startMs: 83_000, endMs: 86_400 },
          measure: 'midClausePausesPerMinute',
        },
      ],
    },
  ],
};

export const reportExamples = {
  recruiter,
  'text/html': '<!doctype html>\n<html lang="en">…</html>\n',
  'application/pdf': '%PDF-1.3 …',
};
