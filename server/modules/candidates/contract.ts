import { type Static, Type } from 'typebox';
import { limits } from '../../config/limits.ts';
import { stages, standings } from '../../domain/candidates/decisions.ts';
import type { Caller } from '../identity/types.ts';
import { hasPermission } from '../identity/types.ts';
import { interviewRuns } from '../interview/run-type.ts';
import { sessionStateOf } from '../interview/types.ts';
import { matchRuns } from '../matching/run-type.ts';
import { pageCursor, pageLimit } from '../runs/contract/lists.ts';
import type { RunTypes } from '../runs/run-type.ts';
import { type Run, shownStatusOf } from '../runs/types.ts';
import { answer, type Endpoint } from '../shapes/endpoint.ts';
import { choice, list, listOf, nextCursor, orNull, text, time } from '../shapes/schema.ts';
import { speechRuns } from '../speech/run-type.ts';
import type { CandidateSummary } from './types.ts';

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

const Candidate = Type.Object(
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

const CandidatesPage = Type.Object(
  { data: listOf(Candidate, 'The rows, the newest first.'), next_cursor: nextCursor },
  { $id: 'CandidateRecordsPage', description: 'One page of candidates.' },
);

const CandidatesQuery = Type.Object({
  limit: pageLimit(limits.candidatesPage),
  cursor: pageCursor,
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

/** Service types whose runs a key may read, and people by them. */
export const shownTo = ({ of, ofCandidates }: RunTypes, caller: Caller): string[] =>
  ofCandidates.filter((name) => hasPermission(caller, of(name).permission));

/**
 * As the API shows a candidate to a key: what the key may not submit, it does not see either.
 *
 * @param shown from `shownTo`
 * @returns null for a person of whom it may see no run: their name and address would tell of modules that it may not use
 */
export function presentCandidate(candidate: CandidateSummary, shown: readonly string[]) {
  // What was tried out in the console is in no list of the API.
  const visible = candidate.runs.filter(
    ({ playground, serviceType }) => !playground && shown.includes(serviceType),
  );
  if (visible.length === 0) return null;
  const of = (type: { is(run: Run): boolean }) => visible.filter((run) => type.is(run)).map(presentEntry);
  return {
    id: candidate.id,
    name: candidate.name,
    email: candidate.email,
    external_ids: candidate.externalIds,
    tags: candidate.tags,
    stage: candidate.stage,
    standing: candidate.standing,
    cv_matches: of(matchRuns),
    recordings: of(speechRuns),
    interviews: of(interviewRuns),
    created_at: candidate.createdAt,
    updated_at: candidate.updatedAt,
  };
}

const presentEntry = (run: Run) => ({
  id: run.id,
  status: interviewRuns.is(run) ? sessionStateOf(run) : matchRuns.is(run) ? shownStatusOf(run) : run.status,
  external_id: run.externalId,
  created_at: run.createdAt,
});

const candidate: Static<typeof Candidate> = {
  id: '0192f3a8-2d63-7e1f-9b52-6c7d8e9f0a12',
  name: 'Anna Kowalska',
  email: 'anna.kowalska@example.com',
  external_ids: ['anna-17'],
  tags: ['returning'],
  stage: 'interview',
  standing: 'active',
  cv_matches: [
    {
      id: '0192f3a8-3e74-7f20-8c63-7d8e9f0a1b23',
      status: 'finished',
      external_id: null,
      created_at: '2026-11-20T09:12:00.000Z',
    },
  ],
  recordings: [],
  interviews: [
    {
      id: '0192f3a8-4f85-7a31-9d74-8e9f0a1b2c34',
      status: 'completed',
      external_id: 'anna-17',
      created_at: '2026-11-22T14:00:00.000Z',
    },
  ],
  created_at: '2026-11-20T09:12:04.000Z',
  updated_at: '2026-11-23T08:30:00.000Z',
};

const tag = 'Candidates';

export const candidatesContract = {
  list: {
    method: 'GET',
    url: '/candidates',
    operationId: 'listCandidateRecords',
    summary: 'List your candidates, the newest first',
    description:
      'One row for each person: CV matches, recordings and interviews with the same external id, e-mail address or CV belong together. A key sees the people of runs that it may read. All filters that are sent have to fit.',
    tag,
    query: CandidatesQuery,
    errors: ['INVALID_INPUT'],
    answers: {
      200: answer(CandidatesPage, 'One page of candidates.', {
        page: { data: [candidate], next_cursor: null },
      }),
    },
  },
  get: {
    method: 'GET',
    url: '/candidates/:candidate_id',
    operationId: 'getCandidateRecord',
    summary: 'One candidate',
    description: 'By the id of any record of the person: one that was merged into another leads to that.',
    tag,
    params: Type.Object({ candidate_id: text('As the list shows it.') }),
    errors: ['REQUEST_NOT_FOUND'],
    answers: { 200: answer(Candidate, 'The candidate.', { candidate }) },
  },
} satisfies Record<string, Endpoint>;
