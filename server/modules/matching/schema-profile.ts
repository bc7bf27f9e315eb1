import { Type } from 'typebox';
import { degreeLevels } from '../../domain/languages/pack.ts';
import { choice, flag, list, object, orNull, ref, share, text, whole } from '../shapes/schema.ts';

/** What is shown of the CV itself: see present-profile.ts. */

export const CvQuote = Type.Object(
  {
    text: text('A line of the CV, or a part of one, as it was read.'),
    page: whole('Number of the page, from 1.', { minimum: 1 }),
    box: object('Where it stands on the page as displayed; does not depend on how large a page is drawn.', {
      x: share('Left edge, as a share of the page’s width from its left.'),
      y: share('Upper edge, as a share of the page’s height from its top.'),
      width: share('Width, as a share of the page’s width.'),
      height: share('Height, as a share of the page’s height.'),
    }),
  },
  { $id: 'CvQuote', description: 'Words of the CV and where they stand.' },
);
export const quotes = (description: string) => list(Type.Ref('CvQuote'), description);
const readFrom = quotes('The words of the CV that it was read from.');

export const CvField = Type.Object(
  { value: text('What the CV says.'), evidence: readFrom },
  { $id: 'CvField', description: 'Something that the CV says, with the words it was read from.' },
);
const field = (description: string) =>
  orNull(ref('CvField', `${description} Null where the CV does not say.`));
const fields = (description: string) => list(Type.Ref('CvField'), description);
const said = (description: string) => orNull(text(`${description} Null where the CV does not say.`));

const dates = {
  start: said('First month or year, "2019-03" or "2019".'),
  end: orNull(
    text('Last month or year, "2023-11" or "2023". Null where it goes on, and where the CV does not say.'),
  ),
  is_current: flag('It has a start and goes on.'),
};

const CvPosition = Type.Object(
  {
    title: said('The title, as written.'),
    employer: said('The employer, as written.'),
    location: said('The place, as written.'),
    ...dates,
    months: orNull(
      whole('Whole months, both ends counted; a lone year counts 12. Null where the CV gives no dates.'),
    ),
    evidence: readFrom,
  },
  { $id: 'CvPosition', description: 'A job that the person has or had.' },
);

const CvEducation = Type.Object(
  {
    degree: said('The degree, as written.'),
    degree_level: orNull(
      choice(
        degreeLevels,
        'What the degree amounts to, in rising order: school, vocational, bachelor, master, doctorate. Null where no degree is given.',
      ),
    ),
    field: said('Field of study, as written.'),
    institution: said('Where it was, as written.'),
    ...dates,
    is_ongoing: flag('The CV says that it is not finished, or its dates go on.'),
    evidence: readFrom,
  },
  { $id: 'CvEducation', description: 'A course of studies.' },
);

const CvLanguage = Type.Object(
  {
    code: text('ISO 639-1.'),
    level: orNull(
      choice(
        ['A1', 'A2', 'B1', 'B2', 'C1', 'C2'],
        'CEFR level as the CV says it, or what its words mean ("fluent": C1). Null where it says none.',
      ),
    ),
    is_native: flag('The CV calls it a native language.'),
    evidence: readFrom,
  },
  { $id: 'CvLanguage', description: 'A language that the CV names.' },
);

const CvProfile = Type.Object(
  {
    language: orNull(text('Language that the CV is written in, ISO 639-1. Null where that is unclear.')),
    name: field('The person’s name; no part of any score.'),
    headline: field('The title that the person gives themselves.'),
    emails: fields('E-mail addresses.'),
    phones: fields('Telephone numbers: digits, with a leading "+" where one stood.'),
    links: fields('Web addresses, absolute.'),
    location: field('Where the person lives; no part of any score.'),
    total_experience_months: orNull(
      whole(
        'Months worked up to the day of submission, overlaps counted once. Null where no position has dates.',
      ),
    ),
    positions: list(Type.Ref('CvPosition'), 'In the order of the CV.'),
    education: list(Type.Ref('CvEducation'), 'In the order of the CV.'),
    skills: fields('What stands in sections of skills, one entry each, as written.'),
    languages: list(Type.Ref('CvLanguage'), 'Languages, in the order of the CV.'),
    certificates: fields('Certificates, as written.'),
  },
  { $id: 'CvProfile', description: 'What the CV says; nothing in here is guessed.' },
);

export const profileSchemas = [CvQuote, CvField, CvPosition, CvEducation, CvLanguage, CvProfile];
