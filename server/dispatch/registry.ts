import { cvFailureCodes, type FailureCode, speechFailureCodes } from '../errors.ts';
import type { Run } from '../modules/runs/types.ts';
import type { AnyPipeline, InputOf, Pipeline, StateOf } from '../pipeline/pipeline.ts';
import type { LaneName, StepOutcome } from '../pipeline/step.ts';

export interface BuiltResult {
  /** What the module's `present` makes answers from; stored as JSON. */
  result: Record<string, unknown>;
  /** The small part that list rows show. */
  summary: Record<string, unknown>;
  scoresProduced: number;
  scoresExpected: number;
}

/** How runs of one service type are processed. A module supplies one; `compose.ts` lists them. */
export interface RunService<P extends AnyPipeline = AnyPipeline> {
  pipeline: P;
  uploadKey(run: Run): string;
  /** @param uploadPath where the uploaded file lies while the pipeline runs */
  buildInput(run: Run, uploadPath: string): Promise<InputOf<P>>;
  /** Files the run keeps after its working folder is gone: blob key -> path. Stored before `buildResult`. */
  keptFiles(state: StateOf<P>, run: Run): Record<string, string>;
  buildResult(finished: { state: StateOf<P>; outcomes: readonly StepOutcome[]; run: Run }): BuiltResult;
  /** Plain data that a later rescoring needs: blob key -> content, kept as compressed JSON beside the files. */
  keptDocuments?(state: StateOf<P>, run: Run): Record<string, unknown>;
  /** How a finished run is scored again for another speaker; absent where that means nothing. */
  rescoring?: RescoreService;
}

/** What a person decided about a finished run. */
export interface Rescoring {
  id: string;
  speaker: string;
}

export interface RescoreService<P extends AnyPipeline = AnyPipeline> {
  pipeline: P;
  uploadKey(run: Run): string;
  /**
   * Throws RunFailure when what it needs is not there (any more).
   *
   * @param uploadPath where the uploaded file lies while the pipeline runs, or nothing when it is no longer kept
   */
  buildInput(run: Run, uploadPath: string, rescoring: Rescoring): Promise<InputOf<P>>;
  /** Under keys of the rescoring's own: the earlier result's files stay until the new one has taken its place. */
  keptFiles(state: StateOf<P>, run: Run, rescoring: Rescoring): Record<string, string>;
  buildResult(finished: {
    state: StateOf<P>;
    outcomes: readonly StepOutcome[];
    run: Run;
    rescoring: Rescoring;
  }): BuiltResult;
}

/** Forgets the types, which `definition` has made sure of. */
export function runService<Input, State>(definition: RunService<Pipeline<Input, State>>): RunService {
  return definition as unknown as RunService;
}

export type RunServices = Readonly<Record<string, RunService>>;

/** Every code a run can fail with; the interface description lists the same. */
const failureCatalogue: ReadonlySet<FailureCode> = new Set([...speechFailureCodes, ...cvFailureCodes]);

/**
 * Refuses to boot on a gap that would only show when a run meets it: a service type without a pipeline, a step
 * whose lane has no threads, a failure code that no client has been told about. Reports every fault at once.
 */
export function checkServices(
  services: RunServices,
  { serviceTypes, lanes }: { serviceTypes: readonly string[]; lanes: readonly LaneName[] },
): void {
  const faults: string[] = [];
  for (const type of serviceTypes) {
    if (!services[type]) faults.push(`Runs of type "${type}" have no pipeline.`);
  }
  const pipelines = Object.entries(services).flatMap(([type, { pipeline, rescoring }]) => [
    [type, pipeline] as const,
    ...(rescoring ? [[`${type}, again`, rescoring.pipeline] as const] : []),
  ]);
  for (const [type, pipeline] of pipelines) {
    if (pipeline.steps.length === 0) faults.push(`The pipeline of "${type}" has no steps.`);
    for (const step of pipeline.steps) {
      const where = `Step "${step.name}" of "${type}"`;
      if (!lanes.includes(step.lane))
        faults.push(`${where} runs in lane "${step.lane}", which has no threads.`);
      for (const code of [step.failsAs, step.timesOutAs]) {
        if (code && !failureCatalogue.has(code)) {
          faults.push(`${where} fails with "${code}", which is not in the catalogue.`);
        }
      }
      if (!(step.timeoutMs > 0)) faults.push(`${where} has no time limit.`);
    }
  }
  if (faults.length > 0) throw new Error(`The server cannot start:\n${faults.join('\n')}`);
}
