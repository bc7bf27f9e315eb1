import type { ExpiredParts, RetentionDays, RetentionKind, Run } from '../runs/types.ts';

/** A missing kind follows the installation. */
export type OwnRetention = Partial<RetentionDays>;

/** What would go, counted in runs. */
export interface RetentionPreview {
  runs: number;
  /** When the oldest of them ended; null when there are none. */
  oldestEndedAt: string | null;
}

/** When the rules were last enforced, and what that did. */
export interface EnforcementState {
  startedAt: string | null;
  finishedAt: string | null;
  nextAt: string | null;
  /** Runs that lost something, by kind. */
  deleted: Record<RetentionKind, number> | null;
  error: string | null;
}

export interface RetentionService extends ExpiredParts {
  installation(): Promise<RetentionDays>;
  ofClientAlone(clientId: string): Promise<OwnRetention>;
  /** What holds for a client. */
  of(clientId: string): Promise<RetentionDays>;
  /** ApiError INVALID_INPUT naming each bad kind. */
  setInstallation(changes: OwnRetention): Promise<RetentionDays>;
  /** `undefined` values are left as they are; 'installation' goes back to the installation's rule. */
  setClient(
    clientId: string,
    changes: Partial<Record<RetentionKind, number | null | 'installation'>>,
  ): Promise<OwnRetention>;
  preview(clientId: string, kind: RetentionKind, days: number): Promise<RetentionPreview>;
  /** Over all clients that follow the installation. */
  previewInstallation(kind: RetentionKind, days: number): Promise<RetentionPreview>;
  enforcement(): Promise<EnforcementState>;
}

/** What the scheduled job calls. */
export interface RetentionKeeper {
  /**
   * Deletes whatever's time is over, if the job is due and no other process has it. Cut off at any moment, the next
   * round goes on where this one was. Answers undefined when there was nothing to do for this process.
   */
  enforceIfDue(owner: string, signal: AbortSignal): Promise<Record<RetentionKind, number> | undefined>;
}

export type DeletionSubject =
  | { kind: 'run'; runId: string }
  | { kind: 'externalId'; externalId: string }
  | { kind: 'metadata'; key: string; value: string }
  /** A person with everything of theirs: runs, entries of CV search, what was written and decided. */
  | { kind: 'candidate'; candidateId: string };

export interface DeletionPreview {
  runs: { id: string; serviceType: string; createdAt: string; status: Run['status'] }[];
  /** Also of those that `runs` does not list. */
  count: number;
  /** Of the runs, those still queued or being processed: they are deleted when they have ended. */
  underWay: number;
  files: number;
  sizeBytes: number;
  webhookMessages: number;
  /** Candidates of CV search with this external id. */
  candidates: number;
  /** Rows of the candidate's own record: notes, decisions, what they are found by. */
  recordRows: number;
}

/** Enough to find the same again in an older database, and nothing of the person. */
export interface DeletedCandidate {
  recordIds: string[];
  /** "sha256:…" of each. */
  externalIds: string[];
}

export interface Deletion {
  id: string;
  clientId: string;
  subjectKind: DeletionSubject['kind'];
  /** The id of the run or candidate, or "sha256:…" of an external id or of a metadata pair: the record does not keep what was deleted. */
  subject: string;
  note: string;
  requestedBy: { id: string; name: string; email: string };
  status: 'open' | 'done';
  createdAt: string;
  finishedAt: string | null;
  runCount: number;
  /** Candidates of CV search with this external id, gone since it was asked for. */
  candidateCount: number;
  /** Rows of candidates' own records that went with it, likewise. */
  recordRows: number;
  /** What of candidates it took; null for deletions that took none. */
  candidate: DeletedCandidate | null;
  /** Runs gone so far. */
  doneCount: number;
  /** Hosts whose disks may still hold intermediate files of the runs, once all else is gone. */
  waitsForMachines: string[];
  certificateSha256: string | null;
}

/** A deletion as it is written down outside the database: enough to delete the same again, and nothing of what was deleted. */
export interface DeletionNote
  extends Pick<
    Deletion,
    'id' | 'clientId' | 'subjectKind' | 'subject' | 'note' | 'requestedBy' | 'createdAt' | 'candidateCount'
  > {
  /** Missing in notes of earlier releases. */
  candidate?: DeletedCandidate | null;
  runIds: string[];
}

export interface DeletionsService {
  preview(clientId: string, subject: DeletionSubject): Promise<DeletionPreview>;
  /**
   * Writes down what is to go; the worker does it. ApiError INVALID_INPUT when there is nothing under this subject, or
   * when all of it is being deleted already.
   */
  request(request: {
    clientId: string;
    subject: DeletionSubject;
    note: string;
    by: Deletion['requestedBy'];
  }): Promise<Deletion>;
  list(filter: {
    clientId: string;
    limit: number;
    offset: number;
    about?: DeletionSubject;
  }): Promise<{ deletions: Deletion[]; hasMore: boolean }>;
  /** Undefined for an unknown id and for another client's alike. */
  find(of: {
    clientId: string;
    deletionId: string;
  }): Promise<{ deletion: Deletion; certificate: string | null } | undefined>;
}

/** What the scheduled job calls. */
export interface DeletionWorker {
  /** Goes on with every open deletion, unless another process does. Answers the ids of those that are done now. */
  work(owner: string, signal: AbortSignal): Promise<string[]>;
}

/** What each worker does for the machine it is on: work folders lie on its own disk, out of other machines' reach. */
export interface MachineKeeper {
  /** Makes deletions wait for this machine. Before its first work folder, and now and then. */
  enlist(machine: { id: string; host: string }): Promise<void>;
  /**
   * Sweeps when deletions wait for this machine, and says that it is done. Answers their ids.
   *
   * @param sweep removes the folders of all runs that have ended or are not in the database
   */
  clear(machineId: string, sweep: () => Promise<unknown>): Promise<string[]>;
}
