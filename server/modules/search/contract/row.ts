import { type Static, Type } from 'typebox';
import { knownShare, requirementFields } from '../../matching/contract/requirements.ts';
import { labels, list, listOf, number, object, orNull, text, whole } from '../../shapes/schema.ts';

/** A candidate in the results of a search. */

export const FoundRequirement = Type.Object(
  {
    ...requirementFields,
    evidence: list(
      object('Words of the candidate.', {
        text: text('A line of what was sent, or a part of one.'),
        field: text('Where it stands in what was sent, e.g. "experience[0].description".'),
      }),
      'Words of the candidate that speak for the verdict; at most 3, the most telling first.',
    ),
  },
  { $id: 'FoundRequirement', description: 'A requirement, and how far the candidate meets it.' },
);
export type FoundRequirement = Static<typeof FoundRequirement>;

export const Row = Type.Object(
  {
    external_id: text('Your own id of the person.'),
    rank: whole('Place in the results; 1 is best.', { minimum: 1 }),
    score: number(
      '0–100, one decimal: what the results are sorted by. Occupation and requirements together; without a title of the job the requirements alone.',
      { minimum: 0, maximum: 100 },
    ),
    reasons: list(
      Type.String(),
      'Why the score is as it is: sentences for people, the most important first.',
    ),
    occupation: orNull(
      object("How near a title of the candidate lies to the job's. Null where the job has none.", {
        score: number('0–1; 1: the same occupation.', { minimum: 0, maximum: 1 }),
        title: orNull(text('The title of the candidate that comes nearest. Null where none comes near.')),
        field: orNull(
          text('Where that stands in the candidate, e.g. "experience[0].title". Null without a title.'),
        ),
      }),
    ),
    matched: list(Type.String(), 'Names of the requirements that are met.'),
    partly: list(Type.String(), 'Names of the requirements that are met in part.'),
    missing: list(
      Type.String(),
      'Names of the requirements that are not met. What is unknown stands in none of the three lists.',
    ),
    requirements: listOf(FoundRequirement, 'Every requirement: minimal qualifications first.'),
    known_share: knownShare,
    ...labels,
  },
  { $id: 'SearchResultRow', description: 'A candidate, explained as a match is.' },
);
export type Row = Static<typeof Row>;

export const rowExample: Row = {
  external_id: 'candidate-4711',
  rank: 1,
  score: 88.4,
  reasons: [
    'Accountant: The CV has the title "Accountant", which means the same.',
    'SQL: The CV names it in 2 places, among them 1 position.',
  ],
  occupation: { score: 1, title: 'Accountant', field: 'headline' },
  matched: ['SQL'],
  partly: [],
  missing: [],
  requirements: [
    {
      name: 'SQL',
      kind: 'hard_skill',
      importance: 5,
      score: 0.884,
      met: 'yes',
      reason: 'The CV names it in 2 places, among them 1 position.',
      evidence: [{ text: 'SQL', field: 'skills[0]' }],
    },
  ],
  known_share: 1,
  metadata: {},
  tags: ['lisbon'],
};
