import { limits } from '../../../config/limits.ts';
import { RunFailure } from '../../../errors.ts';
import { outageErrorOf } from '../../../outages.ts';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import type { StepOutcome } from '../../../pipeline/step.ts';
import { minutes } from '../../../time.ts';
import type { Run } from '../../runs/types.ts';
import type { SearchSummary, StoredSearch, WholeSearchResult } from '../stored.ts';
import type { Retriever } from '../types.ts';
import type { CandidatesRanked, SearchInput } from './state.ts';

/** How long finding who may be meant may take before the search is given up, as steps of the pipeline have it. */
const retrievalMs = minutes(1);

/** How a CV search is processed: who may be meant is found beside the database, who is meant in the lane. */
export function createSearchRunService<State extends SearchInput & CandidatesRanked>({
  pipeline,
  retriever,
  timeoutMs = retrievalMs,
}: {
  pipeline: Pipeline<SearchInput, State>;
  retriever: Retriever;
  timeoutMs?: number;
}) {
  return {
    pipeline,

    uploadKey: (): string | null => null,

    async buildInput(
      run: Run<StoredSearch>,
      _uploadPath: string,
      dropped: AbortSignal,
    ): Promise<SearchInput> {
      const { corpus, jobDescription, config, filters, limit } = run.input;
      const job = { description: jobDescription, config };
      const late = AbortSignal.timeout(timeoutMs);
      const signal = AbortSignal.any([dropped, late]);
      // Whether it listens to the signal or not: a question to the database that never ends must not keep the worker.
      const retrieved = await unlessAborted(
        retriever.retrieve({ corpus, job, filters, signal }),
        signal,
      ).catch((error: unknown) => {
        if (dropped.aborted) throw error;
        if (late.aborted) {
          const took = `Finding candidates took longer than the ${timeoutMs / 1000} seconds it may take.`;
          throw new RunFailure('STUCK_TIMEOUT', took, { cause: error });
        }
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

/** Rejects with the signal's reason as soon as it is aborted; what comes of the work after that is dropped. */
function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const over = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true, signal: over.signal });
  });
  return Promise.race([work, aborted]).finally(() => over.abort());
}
