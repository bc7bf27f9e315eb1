import type { Pipeline } from '../../../pipeline/pipeline.ts';
import type { StepOutcome } from '../../../pipeline/step.ts';
import type { Run } from '../../runs/types.ts';
import { buildMatchResult, type MatchState } from '../result.ts';
import type { StoredMatch } from '../stored.ts';
import type { MatchInput } from './state.ts';

/** How a CV match is processed: what its pipeline reads and what is stored of it. */
export function createMatchRunService<State extends MatchState>({
  pipeline,
}: {
  pipeline: Pipeline<MatchInput, State>;
}) {
  return {
    pipeline,

    uploadKey: ({ input }: Run<StoredMatch>) => input.blobKey,

    async buildInput(run: Run<StoredMatch>, cvPath: string): Promise<MatchInput> {
      const { jobDescription, config } = run.input;
      return {
        runId: run.id,
        cvPath,
        jobDescription,
        config,
        submittedAt: run.createdAt,
      };
    },

    keptFiles: (): Record<string, string> => ({}),

    buildResult: ({ state, outcomes }: { state: State; outcomes: readonly StepOutcome[] }) =>
      buildMatchResult({ state, outcomes }),
  };
}
