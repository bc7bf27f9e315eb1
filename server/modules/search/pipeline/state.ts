import type { RequirementsConfig } from '../../../domain/requirements/types.ts';
import type { FoundCandidate } from '../stored.ts';
import type { RetrievedCandidate } from '../types.ts';

/** What a search is made from: the job as it stood when the search was submitted, and who may be meant. */
export interface SearchInput {
  runId: string;
  jobDescription: string;
  config: RequirementsConfig;
  /** ISO 8601: the day that "present" means in the CVs. */
  submittedAt: string;
  /** The likeliest first. */
  candidates: RetrievedCandidate[];
  /** Candidates that pass the filters. */
  searched: number;
  /** What the client is told of the retrieval. */
  retrievalWarnings: string[];
  /** How many may be named. */
  limit: number;
  requireMinimalQualifications: boolean;
}

/** `rankCandidates`: those that are named, best first, each with its reasons. */
export interface CandidatesRanked {
  found: FoundCandidate[];
  compared: number;
  method: string;
  /** Repeated from the input: a resumed run gives what the ranking was made of, and not what would be found now. */
  searchedAtRanking: number;
  warningsAtRanking: string[];
}
