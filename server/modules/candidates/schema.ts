import { Type } from 'typebox';
import { limits } from '../../config/limits.ts';
import { stages, standings } from '../../domain/candidates/decisions.ts';
import { pageLimit } from '../runs/contract/lists.ts';
import { choice, list, nextCursor, orNull, text, time } from '../shapes/schema.ts';

const entry = (what: string) =>
  Type.Object(
    {
      id: text('Its id, as submitting it returned it.'),
      status: text('As its own endpoint shows it.'),
      external_id: orNull(text('The id that was sent with it. Null where none was.')),
      created_at: time('When it was submitted.'),
    },
    { description: what },
  );

export const Candidate = Type.Object(
  {
    id: text('Our id of the person. It stays when two records turn out to be one person.'),
    name: orNull(text('As it was sent, or as the CV says it. Null while nothing says it.')),
    email: orNull(text('Likewise.')),
    external_ids: list(Type.String(), 'Your own ids of the person.'),
    tags: list(Type.String(), 'Tags given in the console.'),
    stage: choice(stages, 'How far the person has come.'),
    standing: choice(standings, 'hold: nobody goes on with them for now. rejected: somebody has decided so.'),
    cv_matches: list(entry('A CV match.'), 'Their CV matches, the newest first.'),
    recordings: list(entry('A speech analysis.'), 'Their analysed recordings, the newest first.'),
    interviews: list(entry('A live interview.'), 'Their live interviews, the newest first.'),
    created_at: time('When the record was made.'),
    updated_at: time('When somebody last changed it in the console.'),
  },
  {
    $id: 'CandidateRecord',
    description:
      'A person, with what there is of them. A key sees the people of runs that it may read, and of them only those runs.',
  },
);

export const CandidatesPage = Type.Object(
  { data: list(Type.Ref('CandidateRecord'), 'The rows, the newest first.'), next_cursor: nextCursor },
  { $id: 'CandidateRecordsPage', description: 'One page of candidates.' },
);

export const CandidatesQuery = Type.Object({
  limit: pageLimit(limits.candidatesPage),
  cursor: Type.Optional(Type.String({ minLength: 1, description: '`next_cursor` of the page before.' })),
  external_id: Type.Optional(
    Type.String({ minLength: 1, description: 'Only the person with exactly this id of yours.' }),
  ),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Words of name, e-mail address, ids and tags; case and accents do not count.',
    }),
  ),
  stage: Type.Optional(Type.Enum([...stages], { description: 'Only who is at this stage.' })),
});

export const candidateSchemas = [Candidate, CandidatesPage];
