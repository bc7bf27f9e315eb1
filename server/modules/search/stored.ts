import { type Static, Type } from 'typebox';
import type { RequirementsConfig } from '../../domain/requirements/types.ts';
import type { OccupationFit } from '../../domain/titles/occupation-fit.ts';
import { nullable } from '../shapes/schema.ts';
import type { FoundRequirement } from './contract/row.ts';

/** What is kept of a search in `runs.input`: the job as it stood then, whatever becomes of it later. */
export const StoredSearch = Type.Object({
  corpusId: Type.String(),
  /** `corpora.number`. */
  corpus: Type.Number(),
  jobDescription: Type.String(),
  /** What the description calls it. */
  jobTitle: Type.String(),
  config: Type.Unsafe<RequirementsConfig>(Type.Object({})),
  /** Null for a job that was sent inline and not saved. */
  jobId: nullable(Type.String()),
  jobVersion: nullable(Type.Number()),
  positionId: nullable(Type.String()),
  /** When the stored job was last changed, or what the client said of an inline one. */
  jobUpdated: nullable(Type.String()),
  filters: Type.Object({ tags: Type.Array(Type.String()), requireMinimalQualifications: Type.Boolean() }),
  limit: Type.Number(),
  webhookUrl: nullable(Type.String()),
});
export type StoredSearch = Static<typeof StoredSearch>;

/** What is stored in `runs.result`; who was found lies in `search_results`. */
export const SearchResult = Type.Object({
  /** Candidates that pass the filters. */
  searched: Type.Number(),
  /** Candidates whose CVs were compared with the requirements. */
  compared: Type.Number(),
  /** Version and hash of what decided. */
  method: Type.String(),
  warnings: Type.Array(Type.String()),
});
export type SearchResult = Static<typeof SearchResult>;

/** What a search gives before it is stored. */
export interface WholeSearchResult extends SearchResult {
  found: FoundCandidate[];
}

/** What is stored in `runs.summary`: what list rows show. */
export const SearchSummary = Type.Object({ found: Type.Number(), searched: Type.Number() });
export type SearchSummary = Static<typeof SearchSummary>;

export type { FoundRequirement };

/** A candidate in the results of a search. */
export interface FoundCandidate {
  externalId: string;
  /** From 1. */
  rank: number;
  /** 0–100: occupation and requirements together. */
  score: number;
  /** Sentences, the most important first. */
  reasons: string[];
  /** How near the occupation lies to the job's; null where the job has no title, and in results of releases that did not compare it. */
  occupation?: OccupationFit | null;
  /** Names of requirements that are met. */
  matched: string[];
  /** Of those met in part. Missing in results of releases that counted them as met. */
  partly?: string[];
  missing: string[];
  requirements: FoundRequirement[];
  /** Share of the importance that could be told, 0–1. */
  knownShare: number;
  tags: string[];
  metadata: Record<string, unknown>;
}
