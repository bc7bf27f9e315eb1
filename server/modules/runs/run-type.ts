import type { Static, TSchema } from 'typebox';
import type { RunStatus } from '../../db/tables.ts';
import type { FailureCode } from '../../errors.ts';
import type { AnyPipeline, InputOf, StateOf } from '../../pipeline/pipeline.ts';
import type { StepOutcome } from '../../pipeline/step.ts';
import type { RunUsage } from '../credits/types.ts';
import type { ModulePermission } from '../identity/types.ts';
import type { RowScores } from '../shapes/scores.ts';
import type { RetentionKind, Run } from './types.ts';

export interface BuiltResult<Result, Summary> {
  /** What the module's `present` makes answers from; stored as JSON. */
  result: Result;
  /** The small part that list rows show. */
  summary: Summary;
  scoresProduced: number;
  scoresExpected: number;
}

/** How runs of one type are processed. */
export interface RunService<
  P extends AnyPipeline = AnyPipeline,
  // biome-ignore lint/suspicious/noExplicitAny: the worker holds services of every input
  Input = any,
  Result = unknown,
  Summary = unknown,
> {
  pipeline: P;
  /** Null where nothing was uploaded. */
  uploadKey(run: Run<Input>): string | null;
  /**
   * Throws RunFailure when what it needs is not there (any more).
   *
   * @param uploadPath where the uploaded file lies while the pipeline runs; empty where nothing was uploaded
   * @param signal aborted when the run is to be dropped: what is rejected then is no verdict
   */
  buildInput(run: Run<Input>, uploadPath: string, signal: AbortSignal): Promise<InputOf<P>>;
  /** Files the run keeps after its working folder is gone: blob key -> path. Stored before `buildResult`. */
  keptFiles(state: StateOf<P>, run: Run<Input>): Record<string, string>;
  buildResult(finished: {
    state: StateOf<P>;
    outcomes: readonly StepOutcome[];
    run: Run<Input>;
  }): BuiltResult<Result, Summary>;
  /** Plain data that is needed later: blob key -> content, kept as compressed JSON beside the files. */
  keptDocuments?(state: StateOf<P>, run: Run<Input>): Record<string, unknown>;
  /** Called once a step has gone well and its outcome is stored, with all that is known by then; not for what an earlier attempt stored. */
  stepDone?(step: string, state: Partial<StateOf<P>>, run: Run<Input>): Promise<void>;
}

/** What a row of a list shows of a run, whatever its type. */
export interface RowFacts {
  name?: string | null;
  score?: number | null;
  cefr?: string | null;
  speech?: {
    languageCode: string | null;
    speakerCount: number | null;
    scores: RowScores;
  };
}
/** What is stored of a run: JSON of these three. */
interface Facts<Input, Result, Summary> {
  /**
   * The type of the runs that such a run is a part of; null for what clients submit. A part is in no list, costs nothing,
   * keeps no result of its own, and goes when its whole goes.
   */
  partOf: string | null;
  /** What its ledger entries are called; null where nothing is ever charged. */
  ledgerLabel: string | null;
  /** Under which figure of a client's usage its charges are summed. */
  usage: RunUsage;
  /** The module that a key needs to submit one. */
  permission: ModulePermission;
  /** Every code such a run can fail with; the interface description lists the same. */
  failureCodes: readonly FailureCode[];
  /** What a run that no worker could finish ends with. */
  stuckMessage?: string;
  caps: {
    /** Processed at once by one worker; null: as many as the installation's setting says. Per client the client's own maximum holds, for each type. */
    perWorker: number | null;
  };
  files: {
    /** Blobs lie in `<folder>/<run id>`. */
    folder: string;
    /** Files in it that hold what was said rather than what was sent. */
    transcripts: readonly string[];
  };
  retention: {
    /** Kind of data that the upload is; null where nothing is uploaded. */
    upload: RetentionKind | null;
    /** What stays of a result when transcripts go; absent where there are none. */
    withoutTranscript?(result: Result): Result;
    /** What stays when the results go. */
    withoutResults(result: Result): Result | null;
    /** What stays of the input when the upload goes: no name of the file, because people name files after candidates. */
    withoutUpload(input: Input): Input;
  };
  /** The job of the catalogue that it is judged by. */
  jobOf?(input: Input): string | null;
  /** Whether it is about one candidate, to whose record it then belongs. */
  ofCandidate?: true;
  /** The stored CV that it needs. */
  cvOf?(input: Input): string | null;
  fileName(input: Input): string | null;
  /** What people look for it by in the console, beside its ids; absent where they cannot. */
  searchNames?(input: Input, summary: Summary | null): (string | null | undefined)[];
  row(summary: Summary): RowFacts;
  /** What `runs.result` keeps of a result whose bulk the module stores in rows of its own, when the run ends; all of it where absent. */
  storedResult?(result: Result): Result;
  /** No worker takes it from the queue: it is held live, begins and ends by what people do, and has a list of its own. */
  isHeldLive?: true;
}

/** What the server knows of one type of run; made by `defineRunType`, listed in `app/run-types.ts`. How it is processed is said in `app/processing.ts`. */
export interface RunType<Name extends string = string, Input = unknown, Result = unknown, Summary = unknown>
  extends Facts<Input, Result, Summary> {
  /** The specification's serviceType. */
  name: Name;
  input: TSchema;
  result: TSchema;
  summary: TSchema;
  /** Whether a run is of this type, and so what its input, result and summary are. */
  is(run: Run): run is Run<Input, Result, Summary>;
  /** The same run, where it can only be of this type; throws otherwise. */
  of(run: Run): Run<Input, Result, Summary>;
  /** Of a run's blobs. */
  folderOf(runId: string): string;
}

/** A run of a type, with what is stored of it. */
export type RunOf<Type> =
  Type extends RunType<string, infer Input, infer Result, infer Summary>
    ? Run<Input, Result, Summary>
    : never;

/** Says once what a type of run is. `input`, `result` and `summary` are what `runs` holds of it as JSON. */
export function defineRunType<
  const Name extends string,
  const Part extends string | null,
  Input extends TSchema,
  Result extends TSchema,
  Summary extends TSchema,
>(
  given: { name: Name; partOf: Part; input: Input; result: Result; summary: Summary } & Facts<
    Static<Input>,
    Static<Result>,
    Static<Summary>
  >,
): RunType<Name, Static<Input>, Static<Result>, Static<Summary>> & { partOf: Part } {
  type Own = Run<Static<Input>, Static<Result>, Static<Summary>>;
  const is = (run: Run): run is Own => run.serviceType === given.name;
  return {
    ...given,
    is,
    of(run) {
      if (is(run)) return run;
      throw new Error(`Run ${run.id} is of type "${run.serviceType}", not "${given.name}".`);
    },
    folderOf: (runId) => `${given.files.folder}/${runId}`,
  };
}

/** Every type of run there is, as services are handed them. */
export interface RunTypes {
  all: readonly RunType[];
  /** Of what clients submit, live interviews included. */
  submitted: readonly RunType[];
  /** Names of what workers take from the queue. */
  processed: readonly string[];
  /** Names of what belongs to the record of a candidate. */
  ofCandidates: readonly string[];
  /** Throws for a name that is none: nothing is guessed of a run that no module has defined. */
  of(serviceType: string): RunType;
  /** Whether it waits for people rather than for a worker, has a list of its own and no place in any line. */
  isHeldLive(serviceType: string): boolean;
  /** Whether a worker is at it, or will be without being asked again. */
  isUnderWay(run: { serviceType: string; status: RunStatus }): boolean;
  /** What is stored for people to look for a run by. */
  searchNamesOf(serviceType: string, input: unknown, summary: unknown): string | null;
}

export function createRunTypes(all: readonly RunType[]): RunTypes {
  const byName = new Map(all.map((type) => [type.name, type]));
  const of = (serviceType: string): RunType => {
    const type = byName.get(serviceType);
    if (!type) throw new Error(`Nobody says what runs of type "${serviceType}" are.`);
    return type;
  };
  const submitted = all.filter(({ partOf }) => partOf === null);
  const isHeldLive = (serviceType: string) => of(serviceType).isHeldLive ?? false;
  return {
    all,
    submitted,
    processed: all.filter((type) => !type.isHeldLive).map(({ name }) => name),
    ofCandidates: submitted.filter(({ ofCandidate }) => ofCandidate).map(({ name }) => name),
    of,
    isHeldLive,
    isUnderWay: ({ serviceType, status }) =>
      status === 'processing' || (status === 'queued' && !isHeldLive(serviceType)),
    searchNamesOf(serviceType, input, summary) {
      const names = of(serviceType).searchNames?.(input, summary) ?? [];
      // PostgreSQL cannot store NUL in text.
      return names.filter(Boolean).join('\n').toLowerCase().replaceAll('\0', '') || null;
    },
  };
}
