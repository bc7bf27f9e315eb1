import type { Pipeline } from '../../../pipeline/pipeline.ts';
import type { StepOutcome } from '../../../pipeline/step.ts';
import type { BlobStore } from '../../../storage/port.ts';
import type { Run } from '../../runs/types.ts';
import { buildMatchResult, type MatchState } from '../result.ts';
import type { StoredMatch } from '../stored.ts';
import type { MatchInput } from './state.ts';

/** How a CV match is processed: what its pipeline reads and what is stored of it. */
export function createMatchRunService<State extends MatchState>({
  pipeline,
  blobs,
}: {
  pipeline: Pipeline<MatchInput, State>;
  blobs: Pick<BlobStore, 'localPath'>;
}) {
  return {
    pipeline,

    async buildInput(run: Run<StoredMatch>): Promise<MatchInput> {
      const { blobKey, jobDescription, config } = run.input;
      return {
        runId: run.id,
        cvPath: await blobs.localPath(blobKey),
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
