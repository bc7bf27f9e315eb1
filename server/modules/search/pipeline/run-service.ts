import { limits } from '../../../config/limits.ts';
import { RunFailure } from '../../../errors.ts';
import { outageErrorOf } from '../../../outages.ts';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import type { StepOutcome } from '../../../pipeline/step.ts';
import type { Run } from '../../runs/types.ts';
import type { SearchSummary, StoredSearch, WholeSearchResult } from '../stored.ts';
import type { Retriever } from '../types.ts';
import type { CandidatesRanked, SearchInput } from './state.ts';

/** How long finding who may be meant may take before the search is given up. */
const retrievalMs = 60_000;

/** How a CV search is processed: who may be meant is found beside the database, who is meant in the lane. */
export function createSearchRunService<State extends SearchInput & CandidatesRanked>({
  pipeline,
  retriever,
}: {
  pipeline: Pipeline<SearchInput, State>;
  retriever: Retriever;
}) {
  return {
    pipeline,

    uploadKey: (): string | null => null,

    async buildInput(run: Run<StoredSearch>): Promise<SearchInput> {
      const { corpus, jobDescription, config, filters, limit } = run.input;
      const job = { description: jobDescription, config };
      const signal = AbortSignal.timeout(retrievalMs);
      const retrieved = await retriever.retrieve({ corpus, job, filters, signal }).catch((error: unknown) => {
        // What passes is waited for: the run is tried again.
        if (outageErrorOf(error)) throw error;
        throw new RunFailure('SCORING_FAILED', 'The corpus could not be searched.', { cause: error });
      });
      return {
        runId: run.id,
        jobDescription,
        config,
        submittedAt: run.createdAt,
        candidates: retrieved.candidates.slice(0, limits.search.compared),
        searched: retrieved.searched,
        retrievalWarnings: retrieved.warnings,
        limit,
        requireMinimalQualifications: filters.requireMinimalQualifications,
      };
    },

    keptFiles: (): Record<string, string> => ({}),

    buildResult: ({
      state: { found, compared, method, searchedAtRanking: searched, warningsAtRanking: warnings },
    }: {
      state: State;
      outcomes: readonly StepOutcome[];
    }): {
      result: WholeSearchResult;
      summary: SearchSummary;
      scoresProduced: number;
      scoresExpected: number;
    } => ({
      result: { found, searched, compared, method, warnings },
      summary: { found: found.length, searched },
      scoresProduced: 1,
      scoresExpected: 1,
    }),
  };
}
