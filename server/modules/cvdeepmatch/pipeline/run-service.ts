import type { Pipeline } from '../../../pipeline/pipeline.ts';
import type { StepOutcome } from '../../../pipeline/step.ts';
import type { Run } from '../../runs/types.ts';
import { buildMatchResult, type MatchState } from '../result.ts';
import type { StoredMatch } from '../types.ts';
import type { MatchInput } from './state.ts';

const storedOf = (run: Run) => run.input as unknown as StoredMatch;

/** How a CV match is processed: what its pipeline reads and what is stored of it. */
export function createMatchRunService<State extends MatchState>({
  pipeline,
}: {
  pipeline: Pipeline<MatchInput, State>;
}) {
  return {
    pipeline,

    uploadKey: (run: Run) => storedOf(run).blobKey,

    async buildInput(run: Run, cvPath: string): Promise<MatchInput> {
      const { jobDescription, config } = storedOf(run);
      return {
        runId: run.id,
        cvPath,
        jobDescription,
        config,
        submittedAt: run.createdAt,
      };
    },

    keptFiles: (): Record<string, string> => ({}),

    buildResult({ state, outcomes }: { state: State; outcomes: readonly StepOutcome[]; run: Run }) {
      const { result, summary, ...scores } = buildMatchResult({ state, outcomes });
      return { result: { ...result }, summary: { ...summary }, ...scores };
    },
  };
}
