import { type Static, Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import type { ParsedCv } from '../../../domain/cv/parsed-cv.ts';
import type { RequirementsConfig } from '../../../domain/requirements/types.ts';
import { shownStatuses } from '../../runs/types.ts';
import type { FoundRequirement } from '../../search/types.ts';
import { embeddingStatuses } from '../../search/types.ts';
import { ExpiredPart } from '../retention/contract.ts';
import {
  type ContractOf,
  closed,
  Fault,
  limitOf,
  Nullable,
  NullableText,
  NullableTime,
  Offset,
  Time,
} from '../shapes.ts';
import type { searchAccess } from './access.ts';

const { search, tags, externalId } = limits;

/** Whether people are told by name; without, names leave the server for no page. */
const names = Type.Boolean({ default: false });
const ExternalId = Type.String({ minLength: 1, maxLength: externalId.maxChars });
const Tag = Type.String({ minLength: 1, maxLength: tags.maxChars });

export const CorpusRow = Type.Object({
  corpusId: Type.String(),
  candidates: Type.Integer(),
  /** Found by meaning, too. */
  embedded: Type.Integer(),
  pending: Type.Integer(),
  failed: Type.Integer(),
  createdAt: Time,
  changedAt: Time,
});
export type CorpusRow = Static<typeof CorpusRow>;

export const CorpusList = Type.Object({ items: Type.Array(CorpusRow) });

export const CorpusDetails = Type.Object({
  ...CorpusRow.properties,
  /** The most frequent first. */
  tags: Type.Array(Type.Object({ tag: Type.String(), candidates: Type.Integer() })),
});
export type CorpusDetails = Static<typeof CorpusDetails>;

export const EmbeddingStatus = Type.Enum(embeddingStatuses);
export type EmbeddingStatus = Static<typeof EmbeddingStatus>;

const person = {
  externalId: Type.String(),
  /** Null where it was not asked for or is not known. */
  name: Nullable(Type.String()),
  /** The CV's headline, or the title of its newest position. */
  headline: Nullable(Type.String()),
  tags: Type.Array(Type.String()),
  /** Those of `tags` that were given in the console. */
  lists: Type.Array(Type.String()),
};

export const PersonRow = Type.Object({
  ...person,
  embeddingStatus: EmbeddingStatus,
  embeddingError: Nullable(Type.String()),
  createdAt: Time,
  updatedAt: Time,
});
export type PersonRow = Static<typeof PersonRow>;

export const PeopleQuery = Type.Object({
  status: Type.Optional(EmbeddingStatus),
  tag: Type.Optional(Tag),
  /** The whole of it. */
  externalId: Type.Optional(ExternalId),
  names,
  cursor: Type.Optional(Type.String()),
  limit: limitOf(search.candidatesPage),
});

export const PeopleList = Type.Object({
  items: Type.Array(PersonRow),
  /** Pass as `cursor` for the next page; null at the end. */
  next: Nullable(Type.String()),
});

export const PersonQuery = Type.Object({ names });
export const PersonDetails = Type.Object({
  ...PersonRow.properties,
  /** As it was sent; without `names`, without what says who it is. */
  cv: Type.Unsafe<ParsedCv>(Type.Object({})),
  metadata: Type.Record(Type.String(), Type.Unknown()),
});
export type PersonDetails = Static<typeof PersonDetails>;

export const ListChange = Type.Object(
  {
    name: Tag,
    externalIds: Type.Array(ExternalId, { minItems: 1, maxItems: search.results.max }),
    isMember: Type.Boolean(),
  },
  closed,
);
/** How many candidates that changed. */
export const ListChanged = Type.Object({ changed: Type.Integer() });

export const SearchStatus = Type.Enum(shownStatuses);
export type SearchStatus = Static<typeof SearchStatus>;

const Filters = Type.Object(
  {
    tags: Type.Array(Tag, { maxItems: tags.maxCount }),
    requireMinimalQualifications: Type.Boolean(),
  },
  closed,
);

const SearchProgress = Type.Object({ label: Type.String(), step: Type.Integer(), steps: Type.Integer() });

/** A CV search as lists show it. */
export const SearchRow = Type.Object({
  id: Type.String(),
  status: SearchStatus,
  corpusId: Type.String(),
  job: Type.Object({
    /** Null where it was sent with the search. */
    id: Nullable(Type.String()),
    version: Nullable(Type.Integer()),
    positionId: Nullable(Type.String()),
    title: Type.String(),
  }),
  filters: Filters,
  /** Candidates that it names, and those that it looked at; null until it is finished. */
  found: Nullable(Type.Integer()),
  searched: Nullable(Type.Integer()),
  error: Nullable(Fault),
  createdAt: Time,
  finishedAt: NullableTime,
});
export type SearchRow = Static<typeof SearchRow>;

export const SearchesQuery = Type.Object({
  /** A part of the corpus' id, of the job's title or its position id; or how the search's id begins. */
  search: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  jobId: Type.Optional(Type.String({ minLength: 1 })),
  limit: limitOf(limits.cvPage),
  offset: Offset,
});

export const SearchList = Type.Object({
  items: Type.Array(SearchRow),
  /** Pass as `offset` for the next page; null at the end. */
  next: Nullable(Type.Integer()),
});

export const NewSearch = Type.Object(
  {
    corpusId: Type.String(),
    /** Of a job of the catalogue; null: what is typed here. */
    jobId: NullableText,
    description: Type.String(),
    /** Judged by the one validator. */
    config: Type.Unknown(),
    filters: Filters,
    limit: Type.Integer({ minimum: search.results.min, maximum: search.results.max }),
  },
  closed,
);
export type NewSearch = Static<typeof NewSearch>;

export const FoundPerson = Type.Object({
  ...person,
  /** From 1. */
  rank: Type.Integer(),
  /** 0–100. */
  score: Type.Number(),
  reasons: Type.Array(Type.String()),
  requirements: Type.Unsafe<FoundRequirement[]>(Type.Array(Type.Object({}))),
  /** Share of the importance that could be told, 0–1. */
  knownShare: Type.Number(),
});
export type FoundPerson = Static<typeof FoundPerson>;

export const SearchQuery = Type.Object({ names });

/** Everything known of a search. */
export const SearchDetails = Type.Object({
  ...SearchRow.properties,
  /** The job as it stood when the search was made. */
  description: Type.String(),
  config: Type.Unsafe<RequirementsConfig>(Type.Object({})),
  limit: Type.Integer(),
  /** The best first; null until it is finished, and once it is no longer kept. */
  people: Nullable(Type.Array(FoundPerson)),
  compared: Nullable(Type.Integer()),
  method: Nullable(Type.String()),
  warnings: Type.Array(Type.String()),
  /** What is missing because the time that it is kept was over. */
  expired: Type.Array(ExpiredPart),
  creditsCharged: Nullable(Type.Number()),
  processingTimeMs: Nullable(Type.Number()),
});
export type SearchDetails = Static<typeof SearchDetails>;

/** One server-sent event of a search under way; the last one has an end state. */
export const SearchEvent = Type.Object({
  status: SearchStatus,
  progress: Nullable(SearchProgress),
  /** Its place in the client's line while queued. */
  queuePosition: Nullable(Type.Integer()),
});
export type SearchEvent = Static<typeof SearchEvent>;

export const searchContract = {
  'GET /clients/:clientId/corpora': { answer: CorpusList },
  'GET /clients/:clientId/corpora/:corpusId': { answer: CorpusDetails },
  'GET /clients/:clientId/corpora/:corpusId/candidates': {
    query: PeopleQuery,
    answer: PeopleList,
  },
  'GET /clients/:clientId/corpora/:corpusId/candidates/:externalId': {
    query: PersonQuery,
    answer: PersonDetails,
  },
  'DELETE /clients/:clientId/corpora/:corpusId/candidates/:externalId': { answer: 'nothing' },
  'POST /clients/:clientId/corpora/:corpusId/lists': { body: ListChange, answer: ListChanged },
  'GET /clients/:clientId/searches': { query: SearchesQuery, answer: SearchList },
  'POST /clients/:clientId/searches': { body: NewSearch, answer: SearchRow, status: 202 },
  'GET /clients/:clientId/searches/:runId': { query: SearchQuery, answer: SearchDetails },
  'GET /clients/:clientId/searches/:runId/export': { query: SearchQuery, answer: 'raw' },
  'GET /clients/:clientId/searches/:runId/events': { answer: 'raw' },
} as const satisfies ContractOf<typeof searchAccess>;
