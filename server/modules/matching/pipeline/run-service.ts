import type { Pipeline } from '../../../pipeline/pipeline.ts';
import type { StepOutcome } from '../../../pipeline/step.ts';
import type { CvsService } from '../../cvs/types.ts';
import type { Run } from '../../runs/types.ts';
import { buildMatchResult, type MatchState } from '../result.ts';
import type { StoredMatch } from '../stored.ts';
import { asOfMonth, isCurrent, parseCv } from './parse-cv.ts';
import type { CvParsed, MatchInput, TextExtracted } from './state.ts';

/** How a CV match is processed: what its pipeline reads and what is stored of it. */
export function createMatchRunService<State extends MatchState & MatchInput & TextExtracted>({
  pipeline,
  cvs,
}: {
  pipeline: Pipeline<MatchInput, State>;
  cvs: Pick<CvsService, 'reading' | 'saveReading'>;
}) {
  return {
    pipeline,

    // Nobody lets go of the file of a run that has not ended.
    uploadKey: ({ input }: Run<StoredMatch>) => input.blobKey!,

    async buildInput(run: Run<StoredMatch>, cvPath: string): Promise<MatchInput> {
      const { jobDescription, config, cvId } = run.input;
      return {
        runId: run.id,
        cvPath,
        known: cvId ? await cvs.reading(cvId) : null,
        jobDescription,
        config,
        submittedAt: run.createdAt,
      };
    },

    /** Once it is parsed, the next match of the same CV need not read it. */
    async stepDone(
      step: string,
      state: Partial<MatchInput & TextExtracted & CvParsed>,
      run: Run<StoredMatch>,
    ) {
      const { known, document, readingWarnings, parserVersion, profile } = state;
      const { cvId } = run.input;
      if (step !== parseCv.name || !cvId || !document || !readingWarnings || !parserVersion || !profile)
        return;
      const submittedAt = run.createdAt;
      if (known && isCurrent(known, { parserVersion, submittedAt })) return;
      await cvs.saveReading(cvId, {
        document,
        warnings: readingWarnings,
        profile,
        profileAsOf: asOfMonth(submittedAt),
        parserVersion,
      });
    },

    keptFiles: (): Record<string, string> => ({}),

    buildResult: ({ state, outcomes }: { state: State; outcomes: readonly StepOutcome[] }) =>
      buildMatchResult({ state, outcomes }),
  };
}
