import type { Db } from '../../db/db.ts';
import type { RunStatus } from '../../db/tables.ts';
import type { Cursor, SortedCursor } from '../../domain/paging/cursor.ts';
import type { FailureCode } from '../../errors.ts';
import type { StepOutcome } from '../../pipeline/step.ts';

export const runStatuses = [
  'queued',
  'processing',
  'success',
  'partial',
  'failed',
] as const satisfies readonly RunStatus[];

export const hasEnded = ({ status }: { status: RunStatus }): boolean =>
  status === 'success' || status === 'partial' || status === 'failed';

/** Of matches and searches: one with a result is finished, also when something optional was lost on the way. */
export const shownStatuses = ['queued', 'processing', 'finished', 'failed'] as const;
export type ShownStatus = (typeof shownStatuses)[number];
export const shownStatusOf = ({ status }: { status: RunStatus }): ShownStatus =>
  status === 'success' || status === 'partial' ? 'finished' : status;

/** The specification's serviceType: what clients submit and workers process. */
export const serviceTypes = ['speech', 'cv_deepmatch', 'cv_deepsearch'] as const;
export type ServiceType = (typeof serviceTypes)[number];

/** What the list at /speech/runs names, as the specification has it; searches are asked for by their ids. */
export const listedServiceTypes = ['speech', 'cv_deepmatch'] as const satisfies readonly ServiceType[];

/** Throws for a name that is not of what clients submit. */
export function serviceTypeOf(name: string): ServiceType {
  const known = serviceTypes.find((one) => one === name);
  if (!known) throw new Error(`Clients do not submit runs of type "${name}".`);
  return known;
}

/**
 * A run as the rest of the server sees it: JSON columns parsed, 0/1 as booleans. What its input, result and summary are
 * its type says: `speechRuns.is(run)`.
 */
export interface Run<Input = unknown, Result = unknown, Summary = unknown> {
  id: string;
  sequence: number;
  serviceType: string;
  clientId: string;
  projectId: string | null;
  externalId: string | null;
  status: RunStatus;
  /** From the console's playground: never in a client's own lists. */
  playground: boolean;
  /** The run that it is a part of. */
  partOf: string | null;
  metadata: Record<string, unknown>;
  tags: string[];
  input: Input;
  audioDurationMs: number | null;
  language: string | null;
  costCredits: number;
  chargedCredits: number | null;
  balanceAfter: number | null;
  result: Result | null;
  summary: Summary | null;
  error: { code: string; message: string } | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  leaseOwner: string | null;
  /** When a poll was last answered, while it was unfinished. */
  polledAt: string | null;
  lapses: number;
  /** To be worked on where nothing else is, because a worker died while it had this run and others, or a step had too little of the processor. */
  alone: boolean;
  progress: { step: string; fraction: number } | null;
}

/**
 * Kinds of data with a time of their own. `audio`: recordings, cut audio and what is made of them; `transcripts`: what
 * was said, in results and for rescoring; `cvs`: uploaded CVs; `results`: scores, texts, profiles and the webhooks that
 * carried them; `runs`: everything that is left, with ids, tags and metadata.
 */
export const retentionKinds = ['audio', 'transcripts', 'cvs', 'results', 'runs'] as const;
export type RetentionKind = (typeof retentionKinds)[number];

/** Days after a run's end; null: until a person deletes it. */
export type RetentionDays = Record<RetentionKind, number | null>;
/** What a run no longer has, because its time was over. */
export interface ExpiredPart {
  kind: RetentionKind;
  deletedAt: string;
  days: number;
}

/** Asks what has been deleted of a run. */
export interface ExpiredParts {
  expired(runId: string): Promise<ExpiredPart[]>;
}

export interface NewRun {
  id: string;
  /** The name of its type. */
  serviceType: string;
  /** The run that it is a part of, of a type that is one. */
  partOf?: string;
  clientId: string;
  projectId: string | null;
  apiKeyId: string | null;
  externalId: string | null;
  playground: boolean;
  /** Exactly as supplied. */
  metadata: Record<string, unknown>;
  tags: string[];
  input: object;
  audioDurationMs: number | null;
  language: string | null;
  costCredits: number;
}

export interface PollNotes {
  /** Notes that a poll of an unfinished run is answered now; milliseconds to wait where the last is too fresh, 0 otherwise. */
  note(run: Pick<Run, 'id' | 'polledAt'>): number;
  /** Once all notes are in the database. */
  written(): Promise<void>;
}

/** Where a run stands in its line: that of its client's runs of its type. Positions count from 1. */
export interface QueuePlace {
  queuePosition: number | null;
  /** Of the same type. */
  activeRequests: number;
  /** Learnt from past runs: median processing time per second of audio (or per CV), times what is ahead. */
  estimatedSeconds: number;
}

export interface RunFilter {
  clientId: string;
  limit: number;
  offset: number;
  status?: RunStatus | readonly RunStatus[];
  /** Of several: any of them; of none: no run. */
  serviceType?: string | readonly string[];
  /** A project id, or 'none' for runs without one. */
  project?: string;
  tags?: string[];
  metadata?: { key: string; value: string };
  externalId?: string;
  /** Runs whose externalId contains this, or whose id begins with it; either case. */
  search?: string;
  ids?: readonly string[];
  /** A part of one of its names (`searchNames` of its type), or of its id's beginning; either case. */
  name?: string;
  createdAfter?: string;
  createdBefore?: string;
  /** Only what comes after this row of the list, in place of an offset. */
  after?: Cursor;
  /** Judged by this job of the catalogue. */
  jobId?: string;
  /** `rank`: by falling score, runs without one at the end; not together with `after`. Newest first unless given. */
  order?: 'newest' | 'rank';
}

/** What people look for in the console. */
export interface BrowseFilter extends Omit<RunFilter, 'order' | 'after' | 'offset'> {
  playground: 'without' | 'only' | 'with';
  /** Newest first unless given. */
  sorting?: RunSorting;
  /** Only what comes after this row in the same sorting. */
  after?: SortedCursor;
}

/** Runs without the value that is sorted by come at the end, newest first, in both directions. */
export interface RunSorting {
  by: 'submitted' | 'overall' | 'vocabulary' | 'fluency' | 'accent' | 'audio';
  direction: 'asc' | 'desc';
}

export interface RunsService {
  /**
   * One transaction: holds the credits (ApiError INSUFFICIENT_CREDITS with details.cost and details.available
   * otherwise), inserts the run, `processing` while the client has a free slot for runs of its type, else `queued`. One that is
   * held live only waits, and nothing is held for it before it begins.
   *
   * @param alongside stores in the same transaction what belongs to the run; what it answers joins the run's input. Of a run
   *   that is held live, it is called once the run is there, and its answer is left alone
   */
  submit(newRun: NewRun, alongside?: (trx: Db) => Promise<object>): Promise<{ run: Run; place: QueuePlace }>;
  /** Undefined for an unknown id and for another client's alike. */
  find(request: { clientId: string; runId: string }): Promise<Run | undefined>;
  place(run: Run): Promise<QueuePlace>;
  /** The newest of the runs that are parts of this one. */
  newestPart(runId: string, trx?: Db): Promise<Run | undefined>;
  /** Never playground runs. Rows come without `result` (null): `summary` is what lists show. */
  list(filter: RunFilter): Promise<{ runs: Run[]; hasMore: boolean }>;
  /** How many runs of a type were judged by each of these jobs, and the best score among them; jobs without any are missing. */
  standingsByJob(request: {
    clientId: string;
    jobIds: readonly string[];
    serviceType: string;
  }): Promise<Map<string, { count: number; bestScore: number | null }>>;
  /** The same for the console, which may see playground runs, search and sort. */
  browse(filter: BrowseFilter): Promise<{
    runs: Run[];
    /** Where the next page begins; null at the end. */
    next: SortedCursor | null;
  }>;
  /** How many runs the whole filter finds, whatever the page. */
  count(filter: BrowseFilter): Promise<number>;
  /** How each finished step went, without what it gave; empty for a run that is unknown or forgotten. */
  steps(runId: string): Promise<Omit<StepOutcome, 'output'>[]>;
}

/** How a run ends; made by the pure function `settle` and the module's result builder. */
export interface Settlement {
  status: 'success' | 'partial' | 'failed';
  charge: number;
  error: { code: FailureCode; message: string } | null;
  result: unknown;
  summary: unknown;
}

/**
 * Called in the transaction that ends a run, with the run as it is then: announcements are kept with the result. Of a part
 * the settlement has the result, which the run itself does not keep.
 */
export type WhenEnded = (trx: Db, run: Run, settlement: Settlement) => Promise<void>;

/** What the dispatcher needs from storage; one SQL implementation serves both dialects. */
export interface RunQueue {
  /**
   * Leases one `processing` run that no worker holds: the client with the fewest leased runs first, then the oldest. One guarded statement:
   * two workers can never hold the same run.
   *
   * A run that must be alone comes before all others, to a worker that has nothing else (`idle`, true when absent); until one has taken it,
   * no worker gets anything.
   *
   * @param serviceType only a run of this type; any when absent
   */
  claim(workerId: string, serviceType?: string, idle?: boolean): Promise<Run | undefined>;
  /** False when the lease was lost (taken over after a lapse): the worker must drop the run without a trace. */
  heartbeat(
    runId: string,
    workerId: string,
    progress: { step: string; fraction: number } | null,
  ): Promise<boolean>;
  outcomes(runId: string): Promise<StepOutcome[]>;
  /**
   * Stored only while this worker holds the lease; resets what was held against the run. False otherwise.
   *
   * @param voidSteps steps whose outcomes are forgotten in the same transaction: they were made from what this step gave before
   */
  saveOutcome(
    runId: string,
    workerId: string,
    position: number,
    outcome: StepOutcome,
    voidSteps?: readonly string[],
  ): Promise<boolean>;
  /**
   * One transaction, only while this worker holds the lease: result, charge or release of the hold, status,
   * promotion of the next queued run of its line. False when the lease was lost; a second call changes nothing.
   */
  settle(run: Run, workerId: string, settlement: Settlement): Promise<boolean>;
  /**
   * Ends a run that no worker takes from the queue, inside the caller's transaction and likewise in one piece: result, charge or
   * release of the hold, announcement. False when it is not under way. Its `audioDurationMs` is kept as given, because only now it is
   * known.
   */
  end(trx: Db, run: Run, settlement: Settlement): Promise<boolean>;
  /**
   * Gives a run back untouched (orderly shutdown): another worker resumes it at once.
   *
   * @param how `alone`: the worker that takes it next must have nothing else to do
   */
  release(runId: string, workerId: string, how?: { alone: boolean }): Promise<void>;
  /**
   * Frees lapsed leases, and at once those of dead workers. A worker that died by itself is held against its run when it had
   * only that one; when it had several, each must be alone from then on. Without a finished step `maxDeathsPerStep` such
   * deaths end a run `failed` STUCK_TIMEOUT, uncharged, and so do `maxLapsesPerStep` lapses of any kind; the next queued run of
   * its line is promoted.
   */
  recoverLapsed(dead: readonly DeadWorker[]): Promise<{ freed: string[]; stuck: string[] }>;
  registerWorker(worker: {
    id: string;
    host: string;
    pid: number;
    capabilities: Record<string, unknown>;
  }): Promise<void>;
  markReady(workerId: string, capabilities: Record<string, unknown>): Promise<void>;
  workerHeartbeat(workerId: string): Promise<void>;
  removeWorker(workerId: string): Promise<void>;
  workers(): Promise<WorkerRecord[]>;
  /** Ids among `runIds` whose run is unknown or ended: their working folders can go. */
  endedAmong(runIds: readonly string[]): Promise<string[]>;
}

/** A worker whose process is gone. */
export interface DeadWorker {
  id: string;
  /** As far as is known: a crash, not a kill from outside or the end of the whole service. */
  byItself: boolean;
}

export interface WorkerRecord {
  id: string;
  host: string;
  pid: number;
  startedAt: string;
  readyAt: string | null;
  heartbeatAt: string;
  capabilities: Record<string, unknown>;
}
