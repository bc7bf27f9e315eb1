import { Type } from 'typebox';
import { degreeLevels } from '../../domain/cv/types.ts';

/** What is shown of the CV itself: see present-profile.ts. */

const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const closed = { additionalProperties: false };
const Share = Type.Number({ minimum: 0, maximum: 1 });
const Text = nullable(Type.String());

export const CvQuote = Type.Object(
  {
    text: Type.String(),
    page: Type.Integer({ minimum: 1 }),
    box: Type.Object(
      { x: Share, y: Share, width: Share, height: Share },
      { ...closed, description: "In shares of the page's width and height, from its upper left corner." },
    ),
  },
  { $id: 'CvQuote', ...closed, description: 'Words of the CV and where they stand.' },
);
export const Quotes = Type.Array(Type.Ref('CvQuote'));

const field = Type.Object({ value: Type.String(), evidence: Quotes }, closed);
const fields = Type.Array(field);
const dates = { start: Text, end: Text, is_current: Type.Boolean() };

export const CvProfileSchema = Type.Object(
  {
    language: Text,
    name: nullable(field),
    headline: nullable(field),
    emails: fields,
    phones: fields,
    links: fields,
    location: nullable(field),
    total_experience_months: nullable(Type.Integer({ minimum: 0 })),
    positions: Type.Array(
      Type.Object(
        {
          title: Text,
          employer: Text,
          location: Text,
          ...dates,
          months: nullable(Type.Integer({ minimum: 0 })),
          evidence: Quotes,
        },
        closed,
      ),
    ),
    education: Type.Array(
      Type.Object(
        {
          degree: Text,
          degree_level: nullable(Type.Enum([...degreeLevels])),
          field: Text,
          institution: Text,
          ...dates,
          is_ongoing: Type.Boolean(),
          evidence: Quotes,
        },
        closed,
      ),
    ),
    skills: fields,
    languages: Type.Array(
      Type.Object(
        {
          code: Type.String(),
          level: nullable(Type.Enum(['A1', 'A2', 'B1', 'B2', 'C1', 'C2'])),
          is_native: Type.Boolean(),
          evidence: Quotes,
        },
        closed,
      ),
    ),
    certificates: fields,
  },
  { $id: 'CvProfile', ...closed, description: 'What the CV says; nothing in here is guessed.' },
);
