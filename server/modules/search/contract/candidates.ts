import { type Static, Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import type { Faults } from '../../../domain/requirements/faults.ts';
import { pageCursor, pageLimit } from '../../runs/contract/lists.ts';
import { structuredMetadata } from '../../runs/contract/parts.ts';
import {
  closed,
  labels,
  list,
  listOf,
  map,
  nextCursor,
  object,
  orNull,
  ref,
  text,
  time,
  whole,
} from '../../shapes/schema.ts';
import {
  embeddingStatuses,
  type Candidate as StoredCandidate,
  type UpsertResult,
  upsertOutcomes,
} from '../types.ts';

const { search } = limits;
const { candidate: bounds } = search;

/** Null is the same as not sent. */
export const optional = <Schema extends Type.TSchema>(schema: Schema) => Type.Optional(orNull(schema));
const name = (description: string) => text(description, { maxLength: bounds.maxNameChars });
const prose = (description: string) => text(description, { maxLength: bounds.maxTextChars });
const month = (description: string) =>
  text(`${description} "2019-03" or "2019".`, { pattern: '^(19|20)\\d{2}(-(0[1-9]|1[0-2])(-\\d{2})?)?$' });
const lastMonth = text('Its last month or year, likewise; null, absent or "present" where it goes on.');

const corpusIdText = 'Your own id of the corpus.';
const corpusIdPattern = new RegExp(`^[A-Za-z0-9._-]{1,${search.corpusId.maxChars}}$`);
export const CorpusId = text(corpusIdText, { pattern: corpusIdPattern.source });
const externalId = (description: string) =>
  text(description, { minLength: 1, maxLength: limits.externalId.maxChars });
export const sentTags = (description: string) =>
  list(Type.String({ minLength: 1, maxLength: limits.tags.maxChars }), description, {
    maxItems: limits.tags.maxCount,
  });
export const sentMetadata = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    description: `${description} Limits as for speech.`,
  });
const entries = <Item extends Type.TSchema>(items: Item, description: string, maxItems: number) =>
  optional(list(items, description, { maxItems }));

export const PositionInput = Type.Object(
  {
    title: optional(name('The title: titles have a vector of their own.')),
    employer: optional(name('The employer.')),
    location: optional(name('The place; never part of any score.')),
    start: optional(month('Its first month or year:')),
    end: optional(lastMonth),
    description: optional(prose('What was done there.')),
  },
  closed,
);
export const EducationInput = Type.Object(
  {
    degree: optional(name('The degree.')),
    field: optional(name('Field of study.')),
    institution: optional(name('Where it was.')),
    start: optional(month('Its first month or year:')),
    end: optional(lastMonth),
    is_ongoing: optional(Type.Boolean({ description: 'It is not finished; false unless given.' })),
  },
  closed,
);
export const LanguageInput = Type.Object(
  {
    name: name('The language, by name.'),
    level: optional(name('"C1", "fluent", "native": in the words of CVs.')),
  },
  closed,
);

export const CandidateInput = Type.Object(
  {
    external_id: externalId('Your own id of the person, unique within the corpus.'),
    full_name: optional(name('The person’s name; never part of any score.')),
    headline: optional(name('The title that the person gives themselves: it has a vector of its own.')),
    summary: optional(prose('What the person says of themselves.')),
    location: optional(name('Where the person lives; never part of any score.')),
    skills: entries(name('A skill.'), 'Skills, one entry each.', bounds.skills),
    experience: entries(PositionInput, 'Jobs, newest first.', bounds.positions),
    education: entries(EducationInput, 'Courses of studies.', bounds.education),
    languages: entries(LanguageInput, 'Languages.', bounds.languages),
    certificates: entries(name('A certificate.'), 'Certificates, one entry each.', bounds.certificates),
    text: optional(text('Whatever else the CV says, or all of it.', { maxLength: bounds.maxFreeTextChars })),
    tags: optional(sentTags('Tags of the candidate: searches can be limited to them.')),
    metadata: optional(sentMetadata('Your own data about the candidate: comes back with it.')),
  },
  {
    $id: 'CandidateInput',
    ...closed,
    description: 'At least one of headline, summary, skills, experience, education and text is needed.',
  },
);

export const CandidateBatch = Type.Object(
  {
    corpus_id: CorpusId,
    candidates: listOf(CandidateInput, 'The candidates to store.', {
      minItems: 1,
      maxItems: search.batch.maxCandidates,
    }),
  },
  { $id: 'CandidateBatch', ...closed, description: 'Candidates of one corpus.' },
);

const UpsertOutcome = Type.Enum(upsertOutcomes, {
  $id: 'UpsertOutcome',
  description: 'unchanged: it was there in the same words. failed: not stored; `errors` says why.',
});
const EmbeddingStatus = Type.Enum(embeddingStatuses, {
  $id: 'EmbeddingStatus',
  description:
    'pending: found by words alone. embedded: found by meaning, too. failed: found by words alone; `embedding_error` says why.',
});

const counted = (what: string) => whole(`Rows that were ${what}.`);

export const CandidateBatchResult = Type.Object(
  {
    corpus_id: text(corpusIdText),
    results: list(
      object('What became of one row.', {
        index: whole('Place in the batch, from 0.'),
        external_id: orNull(text('As sent. Null where it is missing or at fault.')),
        status: ref(UpsertOutcome, 'What became of the row.'),
        errors: orNull(map(Type.String(), 'By field: what it must be. Null unless `status` is "failed".')),
      }),
      'Every row, in the order of the batch.',
    ),
    summary: object('The rows, counted.', {
      received: counted('in the batch'),
      created: counted('stored anew'),
      updated: counted('changed'),
      unchanged: counted('there in the same words'),
      failed: counted('not stored'),
    }),
  },
  { $id: 'CandidateBatchResult', description: 'What became of each row, in their order.' },
);

export const Candidate = Type.Object(
  {
    external_id: text('Your own id of the person.'),
    corpus_id: text(corpusIdText),
    embedding_status: ref(EmbeddingStatus, 'Whether it is found by meaning, too.'),
    embedding_error: orNull(text('Why it could not be embedded, for people. Null unless that failed.')),
    embedded_at: orNull(time('When it was embedded. Null until it is.')),
    ...labels,
    created_at: time('When it was first stored.'),
    updated_at: time('When it last changed.'),
  },
  {
    $id: 'Candidate',
    description: 'Found by words at once, by meaning once `embedding_status` is "embedded".',
  },
);
export const CandidatesPage = Type.Object(
  { data: listOf(Candidate, 'The rows, newest first.'), next_cursor: nextCursor },
  { $id: 'CandidatesPage', description: 'One page of candidates.' },
);

export const CorpusQuery = Type.Object({
  corpus_id: text(corpusIdText, { minLength: 1, maxLength: search.corpusId.maxChars }),
});
export const CandidatesQuery = Type.Object({
  ...CorpusQuery.properties,
  limit: pageLimit(search.candidatesPage),
  cursor: pageCursor,
  embedding_status: Type.Optional(
    Type.Enum(embeddingStatuses, { description: 'Only candidates of this status.' }),
  ),
});
export const candidateParams = Type.Object({ external_id: externalId('Your own id of the person.') });

export function readCorpusId(given: unknown, faults: Faults): string | undefined {
  if (typeof given === 'string' && corpusIdPattern.test(given)) return given;
  const { maxChars } = search.corpusId;
  faults.add(
    'corpus_id',
    given === undefined
      ? 'Is missing: nothing is ever searched or stored without it.'
      : `Must be 1 to ${maxChars} letters, digits, dots, underscores or hyphens.`,
  );
  return undefined;
}

/** What became of a batch, row by row and counted. */
export function presentBatch(corpusId: string, results: readonly UpsertResult[]) {
  const count = (status: UpsertResult['status']) => results.filter((one) => one.status === status).length;
  return {
    corpus_id: corpusId,
    results: results.map(({ externalId, status, faults }, index) => ({
      index,
      external_id: externalId,
      status,
      errors: faults,
    })),
    summary: {
      received: results.length,
      created: count('created'),
      updated: count('updated'),
      unchanged: count('unchanged'),
      failed: count('failed'),
    },
  };
}

export const presentCandidate = (candidate: StoredCandidate, corpusId: string): Static<typeof Candidate> => ({
  external_id: candidate.externalId,
  corpus_id: corpusId,
  embedding_status: candidate.embeddingStatus,
  embedding_error: candidate.embeddingError,
  embedded_at: candidate.embeddedAt,
  tags: candidate.tags,
  metadata: structuredMetadata(candidate.metadata),
  created_at: candidate.createdAt,
  updated_at: candidate.updatedAt,
});

const corpusId = 'applicants-2026';
const person: Static<typeof CandidateInput> = {
  external_id: 'candidate-4711',
  full_name: 'Alex Example',
  headline: 'Accountant',
  skills: ['SQL', 'General ledger'],
  experience: [
    {
      title: 'Accountant',
      employer: 'Example Ltd',
      start: '2021-03',
      end: null,
      description: 'Closed the books every month.',
    },
  ],
  education: [{ degree: 'Bachelor', field: 'Accounting', end: '2020' }],
  languages: [{ name: 'English', level: 'C1' }],
  tags: ['lisbon'],
};

const candidate: Static<typeof Candidate> = {
  external_id: person.external_id,
  corpus_id: corpusId,
  embedding_status: 'embedded',
  embedding_error: null,
  embedded_at: '2026-11-23T09:29:01.000Z',
  metadata: {},
  tags: ['lisbon'],
  created_at: '2026-11-23T09:29:00.000Z',
  updated_at: '2026-11-23T09:29:00.000Z',
};

/** What /docs and the interface description show. */
export const candidateExamples = {
  corpusId,
  candidate,
  sent: { corpus_id: corpusId, candidates: [person, { external_id: 'candidate-4712' }] },
  stored: {
    corpus_id: corpusId,
    results: [
      { index: 0, external_id: person.external_id, status: 'created', errors: null },
      {
        index: 1,
        external_id: 'candidate-4712',
        status: 'failed',
        errors: {
          candidate:
            'Says nothing to be found by; send at least one of headline, summary, skills, experience, education, text.',
        },
      },
    ],
    summary: { received: 2, created: 1, updated: 0, unchanged: 0, failed: 1 },
  } satisfies Static<typeof CandidateBatchResult>,
};
