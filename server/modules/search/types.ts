import type { Db } from '../../db/db.ts';
import type { ParsedCv } from '../../domain/cv/parsed-cv.ts';
import type { RequirementsConfig } from '../../domain/requirements/types.ts';
import type { VectorTexts } from '../../domain/search/vector-text.ts';
import type { JobAuthor, JobReference } from '../jobs/types.ts';
import type { QueuePlace, Run } from '../runs/types.ts';
import type { WebhookMessage } from '../webhooks/types.ts';
import type { SearchRun } from './run-type.ts';
import type { FoundCandidate } from './stored.ts';

export type { FoundCandidate, FoundRequirement } from './stored.ts';

export const embeddingStatuses = ['pending', 'embedded', 'failed'] as const;
export type EmbeddingStatus = (typeof embeddingStatuses)[number];

/** A candidate as sent, checked. */
export interface NewCandidate {
  externalId: string;
  cv: ParsedCv;
  tags: string[];
  metadata: Record<string, unknown>;
}

/** A row of a batch: a candidate, or what is wrong with it, by path within the row. */
export type BatchRow =
  | { candidate: NewCandidate }
  /** `externalId` null where not even that can be told. */
  | { externalId: string | null; faults: Record<string, string> };

export const upsertOutcomes = ['created', 'updated', 'unchanged', 'failed'] as const;
export type UpsertOutcome = (typeof upsertOutcomes)[number];

/** What became of a row, in the order of the batch. */
export interface UpsertResult {
  externalId: string | null;
  status: UpsertOutcome;
  faults: Record<string, string> | null;
}

/** A candidate as lists show it: what is in the CV is not. */
export interface Candidate {
  number: number;
  externalId: string;
  embeddingStatus: EmbeddingStatus;
  embeddingError: string | null;
  embeddedAt: string | null;
  tags: string[];
  metadata: Record<string, unknown>;
  createdAt: string;
  updatedAt: string;
}

export interface CandidatesService {
  /**
   * Stores what is good of a batch, all of it or nothing, and says of each row what became of it. A corpus is made when it gets its
   * first candidate. What is there already in the same words stays untouched. ApiError INVALID_INPUT for one corpus too many.
   *
   * @param holdKey called in the same transaction; when it throws, nothing is stored
   */
  upsert(
    request: { clientId: string; corpusId: string; rows: readonly BatchRow[] },
    holdKey?: (trx: Db) => Promise<void>,
  ): Promise<UpsertResult[]>;
  /** Newest first. ApiError CORPUS_NOT_FOUND. */
  list(filter: {
    clientId: string;
    corpusId: string;
    status?: EmbeddingStatus;
    limit: number;
    /** Only what came before this number. */
    before?: number;
  }): Promise<{ candidates: Candidate[]; hasMore: boolean }>;
  /** ApiError CORPUS_NOT_FOUND; undefined when the corpus has no such candidate. */
  find(request: { clientId: string; corpusId: string; externalId: string }): Promise<Candidate | undefined>;
  /**
   * Deletes a candidate with words, vector and its rows in the results of searches. ApiError CORPUS_NOT_FOUND; false when the corpus
   * has no such candidate.
   */
  delete(request: { clientId: string; corpusId: string; externalId: string }): Promise<boolean>;
}

/** A corpus and how far its candidates are. */
export interface CorpusStanding {
  corpusId: string;
  candidates: number;
  /** Found by meaning, too. */
  embedded: number;
  pending: number;
  failed: number;
  createdAt: string;
  changedAt: string;
}

/** A candidate as people look at them. */
export interface PersonInCorpus extends Omit<Candidate, 'metadata'> {
  name: string | null;
  /** The headline of the CV, or the title of its newest position. */
  headline: string | null;
  /** Those of `tags` that were given in the console. */
  lists: string[];
}

export interface CorporaService {
  /** Last changed first. */
  list(clientId: string): Promise<CorpusStanding[]>;
  /** With its most frequent tags. */
  find(request: {
    clientId: string;
    corpusId: string;
  }): Promise<(CorpusStanding & { tags: { tag: string; candidates: number }[] }) | undefined>;
  /** Newest first; undefined where there is no such corpus. */
  browse(filter: {
    clientId: string;
    corpusId: string;
    status?: EmbeddingStatus;
    tag?: string;
    externalId?: string;
    limit: number;
    /** Only what came before this number. */
    before?: number;
  }): Promise<{ people: PersonInCorpus[]; hasMore: boolean } | undefined>;
  read(request: {
    clientId: string;
    corpusId: string;
    externalId: string;
  }): Promise<{ person: PersonInCorpus; cv: ParsedCv; metadata: Record<string, unknown> } | undefined>;
  /** Of these, those who are still there. @param corpus `corpora.number` */
  people(corpus: number, externalIds: readonly string[]): Promise<Map<string, PersonInCorpus>>;
}

export interface ListsService {
  /** Puts candidates on a list or takes them off; answers how many that changed. ApiError CORPUS_NOT_FOUND, INVALID_INPUT. */
  change(request: {
    clientId: string;
    corpusId: string;
    /** Of the list: a tag. */
    name: string;
    externalIds: readonly string[];
    isMember: boolean;
  }): Promise<{ changed: number }>;
}

/** What a search looks for. */
export interface SearchedJob {
  /** Empty where nothing was said. */
  description: string;
  config: RequirementsConfig;
}

/** The body of a search, parsed. */
export interface SearchFields {
  corpusId: string;
  /** Both null for an inline search without a name. */
  reference: JobReference;
  /** Null: the job that the reference means. */
  inline: SearchedJob | null;
  saveJob: boolean;
  /** As the client said it; counts for inline searches only. */
  jobUpdated: string | null;
  filters: SearchFilters;
  limit: number;
  webhookUrl: string | null;
  /** Exactly as supplied. */
  metadata: Record<string, unknown>;
  tags: string[];
}

export interface SearchFilters {
  /** Candidates that have all of these. */
  tags: string[];
  /** Without those of whom a minimal qualification is told to be unmet. */
  requireMinimalQualifications: boolean;
}

export interface SearchSubmission extends SearchFields {
  clientId: string;
  projectId: string | null;
  apiKeyId: string | null;
  by: JobAuthor;
  runId: string;
  /** Called in the transaction that makes the run; when it throws, there is none. */
  holdKey?: (trx: Db) => Promise<void>;
}

export interface ResultsPage {
  rows: FoundCandidate[];
  /** Rank of the last row where more follow; null at the end. */
  next: number | null;
}

/** A candidate whose CV is to be compared with the requirements. */
export interface RetrievedCandidate {
  externalId: string;
  /** JSON text of a `ParsedCv`. */
  cv: string;
  tags: string[];
  metadata: Record<string, unknown>;
}

export interface Retrieved {
  /** The likeliest first, at most `limits.search.compared`. */
  candidates: RetrievedCandidate[];
  /** How many the corpus has that pass the filters. */
  searched: number;
  warnings: string[];
}

/** Finds who may be meant, by words and by vectors. */
export interface Retriever {
  retrieve(question: {
    corpus: number;
    job: SearchedJob;
    filters: SearchFilters;
    signal: AbortSignal;
  }): Promise<Retrieved>;
}

export interface PendingCandidate {
  number: number;
  corpus: number;
  /** What is embedded of it. */
  texts: VectorTexts;
}

export interface EmbeddedCandidate {
  number: number;
  corpus: number;
  vector: Int8Array;
}

/** Candidates that wait for their vectors. One process at a time has one. */
export interface EmbeddingQueue {
  /** Leases the next batch, oldest first; what a dead process had is free again after a while. */
  claim(owner: string): Promise<PendingCandidate[]>;
  /** Stores vectors of those that `owner` still has: who was changed or deleted meanwhile is left alone. Answers how many. */
  store(owner: string, model: string, embedded: readonly EmbeddedCandidate[]): Promise<number>;
  /** Says of one why it has no vector; it is tried again with another model. */
  fail(owner: string, model: string, number: number, reason: string): Promise<void>;
  /** Keeps what `owner` has. */
  renew(owner: string): Promise<void>;
  /** Gives back what `owner` has. */
  release(owner: string): Promise<void>;
  /** Queues all again that were embedded by another model. They keep their old vectors until they have new ones. Answers how many. */
  requeueOthers(model: string): Promise<number>;
}

export interface NearestCandidates {
  /** Numbers, nearest first. */
  candidates: number[];
  /** False while the index is being made: nothing was found by vectors. */
  isReady: boolean;
}

/** The vectors of each corpus in a file, kept in step with the database. */
export interface VectorIndex {
  /** @param allowed limits the search to these numbers, which rise; all where absent */
  nearest(question: {
    corpus: number;
    query: Int8Array;
    limit: number;
    allowed?: Int32Array;
  }): Promise<NearestCandidates>;
  /**
   * Writes the file of a corpus anew where much has changed since.
   *
   * @param isAtRest nothing more is coming for now: little is enough
   */
  keepUp(corpus: number, isAtRest?: boolean): Promise<void>;
  /** Takes the vectors of those out of the files who have been deleted since. Answers of how many corpora. */
  tidy(): Promise<number>;
  close(): Promise<void>;
}

export interface SearchService {
  /** ApiError SERVICE_WARMING_UP until a worker has reported ready since this process began. */
  assertReady(): Promise<void>;
  /**
   * Finds or saves the job, holds the credits and makes the run. ApiError CORPUS_NOT_FOUND, JOB_NOT_FOUND, POSITION_ID_CONFLICT,
   * INSUFFICIENT_CREDITS; after any of them neither run nor job exists.
   */
  submit(submission: SearchSubmission): Promise<{ run: SearchRun; place: QueuePlace }>;
  /** Undefined for an unknown id and for another client's alike. */
  find(request: { clientId: string; runId: string }): Promise<SearchRun | undefined>;
  place(run: Run): Promise<QueuePlace>;
  /** @param after rank of the last row of the page before; 0 for the first */
  results(run: Pick<Run, 'id'>, page: { limit: number; after: number }): Promise<ResultsPage>;
  announcement(run: Run): Promise<WebhookMessage | undefined>;
}
