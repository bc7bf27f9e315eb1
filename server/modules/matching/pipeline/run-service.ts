import type { Pipeline } from '../../../pipeline/pipeline.ts';
import type { StepOutcome } from '../../../pipeline/step.ts';
import type { CvsService } from '../../cvs/types.ts';
import type { Run } from '../../runs/types.ts';
import { buildMatchResult, buildReadingResult, type MatchState } from '../result.ts';
import type { StoredMatch, StoredReading } from '../stored.ts';
import { asOfMonth, isCurrent, parseCv } from './parse-cv.ts';
import type { CvParsed, MatchInput, ReadingInput, TextExtracted } from './state.ts';

type CvReadings = Pick<CvsService, 'reading' | 'saveReading'>;
/** Of any run that reads a CV. */
type Stored = Pick<StoredMatch, 'blobKey' | 'cvId'>;

/** How a CV match is processed: what its pipeline reads and what is stored of it. */
export function createMatchRunService<State extends MatchState & MatchInput & TextExtracted>({
  pipeline,
  cvs,
}: {
  pipeline: Pipeline<MatchInput, State>;
  cvs: CvReadings;
}) {
  return {
    pipeline,
    ...readingOf(cvs),

    async buildInput(run: Run<StoredMatch>, cvPath: string): Promise<MatchInput> {
      const { jobDescription, config } = run.input;
      return { ...(await readingInput(cvs, run, cvPath)), jobDescription, config };
    },

    buildResult: ({ state, outcomes }: { state: State; outcomes: readonly StepOutcome[] }) =>
      buildMatchResult({ state, outcomes }),
  };
}

/** How a CV for no job is processed. */
export function createReadingRunService<State extends CvParsed & ReadingInput & TextExtracted>({
  pipeline,
  cvs,
}: {
  pipeline: Pipeline<ReadingInput, State>;
  cvs: CvReadings;
}) {
  return {
    pipeline,
    ...readingOf(cvs),
    buildInput: (run: Run<StoredReading>, cvPath: string) => readingInput(cvs, run, cvPath),
    buildResult: ({ state }: { state: State }) => buildReadingResult(state),
  };
}

const readingInput = async (
  cvs: CvReadings,
  { id, input: { cvId }, createdAt }: Run<Stored>,
  cvPath: string,
): Promise<ReadingInput> => ({
  runId: id,
  cvPath,
  known: cvId ? await cvs.reading(cvId) : null,
  submittedAt: createdAt,
});

const readingOf = (cvs: CvReadings) => ({
  // The file of a run that has not ended is never let go of.
  uploadKey: ({ input }: Run<Stored>) => input.blobKey!,

  /** Once it is parsed, the next run of the same CV need not read it. */
  async stepDone(step: string, state: Partial<ReadingInput & TextExtracted & CvParsed>, run: Run<Stored>) {
    const { known, document, readingWarnings, parserVersion, profile } = state;
    const { cvId } = run.input;
    if (step !== parseCv.name || !cvId || !document || !readingWarnings || !parserVersion || !profile) return;
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
});
