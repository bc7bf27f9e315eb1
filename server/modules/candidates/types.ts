import type { Decision, DecisionKind, Stage, Standing } from '../../domain/candidates/decisions.ts';
import type { Likeness } from '../../domain/candidates/identity.ts';
import type { Cursor } from '../../domain/paging/cursor.ts';
import type { Run } from '../runs/types.ts';

/** A person as a client knows them: everything of theirs, whatever record it was filed under. */
export interface CandidateSummary {
  id: string;
  clientId: string;
  /** Null while nothing says it. */
  name: string | null;
  email: string | null;
  phone: string | null;
  /** The customer's own ids of the person. */
  externalIds: string[];
  tags: string[];
  stage: Stage;
  standing: Standing;
  version: number;
  /** Order of making within the installation. */
  sequence: number;
  createdAt: string;
  updatedAt: string;
  /** When something last came of the person or was written of them. */
  activeAt: string;
  /** Without results, the newest first. */
  runs: Run[];
}

export interface Note {
  id: string;
  text: string;
  author: Author;
  createdAt: string;
}

export interface Author {
  id: string;
  name: string;
}

export interface TakenDecision {
  id: string;
  kind: DecisionKind;
  reason: string;
  from: { stage: Stage; standing: Standing };
  to: { stage: Stage; standing: Standing };
  author: Author;
  createdAt: string;
  /** Null while it holds. */
  undone: { at: string; by: string } | null;
}

/** A record that was merged into the person, and can be taken out again. */
export interface MergedRecord {
  id: string;
  name: string | null;
  externalIds: string[];
  mergedAt: string;
  /** Null where exact keys joined it. */
  mergedBy: string | null;
  runs: number;
}

/** A record that may be the same person. */
export interface Proposal {
  id: string;
  likeness: Likeness;
  other: { id: string; name: string | null; email: string | null; externalIds: string[]; runs: number };
}

export interface CandidateDetails extends CandidateSummary {
  /** The newest first. */
  notes: Note[];
  /** The newest first. */
  decisions: TakenDecision[];
  merged: MergedRecord[];
  proposals: Proposal[];
}

export interface CandidateFilter {
  clientId: string;
  limit: number;
  offset?: number;
  /** Only what comes behind it in the list of the newest first. */
  after?: Cursor;
  /** Only people of whom the API shows a run of these service types. */
  shownFor?: readonly string[];
  /** Words that all stand in name, address, ids or tags; case and accents do not count. */
  search?: string;
  externalId?: string;
  stage?: Stage;
  standing?: Standing;
  /** Only those who may be another record's person, too. */
  doubled?: boolean;
  sorting?: { by: 'active' | 'name' | 'made'; direction: 'asc' | 'desc' };
}

export interface NewCandidate {
  name: string | null;
  email: string | null;
  phone: string | null;
  externalId: string | null;
  tags: string[];
}

/** Undefined: stays as it is. */
export interface CandidateChanges {
  name?: string | null;
  email?: string | null;
  phone?: string | null;
  tags?: string[];
}

/** Who changes which candidate, and which state of it they have seen. */
export interface ChangeOf {
  clientId: string;
  candidateId: string;
  version: number;
}

export interface ImportReport {
  added: number;
  /** Existing candidates of whom the rows said more. */
  completed: number;
  unchanged: number;
  /** Lines of the file counted from 1, its heading included. */
  faults: { line: number; message: string }[];
}

/**
 * Candidates of a client. All but `find`, `list` and `ofRun` throw ApiError NOT_FOUND for an unknown candidate and another client's alike,
 * and ApiError CHANGED_MEANWHILE when another person has changed the candidate since the version that is given.
 */
export interface CandidateRecords {
  /**
   * Files the runs that have come, or ended, since it was last called. Answers whether there is more.
   *
   * @param most runs at once
   */
  catchUp(clientId: string, most?: number): Promise<boolean>;
  /** The same for every client, as far as it goes in one round; answers how many runs were looked at. */
  catchUpAll(signal: AbortSignal): Promise<number>;
  list(filter: CandidateFilter): Promise<{ candidates: CandidateSummary[]; total: number; hasMore: boolean }>;
  /** By the id of any record of the person: links go on working after a merge. */
  find(of: { clientId: string; candidateId: string }): Promise<CandidateDetails | undefined>;
  /** Whose a run is; null while nothing says it. */
  ofRun(of: { clientId: string; runId: string }): Promise<{ id: string; name: string | null } | null>;
  /** Whose an external id is. */
  ofExternalId(of: {
    clientId: string;
    externalId: string;
  }): Promise<{ id: string; name: string | null } | null>;
  /** ApiError INVALID_INPUT naming the field that says nothing, or that another candidate has. */
  create(clientId: string, given: NewCandidate): Promise<{ id: string }>;
  /**
   * Rows of a CSV file; existing candidates are completed and never overwritten. ApiError INVALID_INPUT for a file that is none.
   *
   * @param isTrial tells what would come of it, and changes nothing
   */
  importCsv(clientId: string, csv: string, isTrial: boolean): Promise<ImportReport>;
  change(of: ChangeOf, changes: CandidateChanges): Promise<void>;
  /** Notes only add up: no version is needed. */
  addNote(of: Omit<ChangeOf, 'version'>, text: string, author: Author): Promise<Note>;
  /** One's own only. */
  removeNote(of: Omit<ChangeOf, 'version'>, noteId: string, authorId: string): Promise<void>;
  /** ApiError NOT_POSSIBLE_NOW where it makes no sense. */
  decide(of: ChangeOf, decision: Decision, author: Author): Promise<TakenDecision>;
  /** The newest decision that holds. */
  undoDecision(of: ChangeOf, author: Author): Promise<TakenDecision>;
  merge(of: ChangeOf, otherId: string, author: Author): Promise<void>;
  /** Undoes a merge. Answers the id of who stands alone again. */
  separate(of: ChangeOf, recordId: string): Promise<{ id: string }>;
  /** Takes runs out to a candidate of their own, whose id it answers. Merging the two undoes it. */
  split(of: ChangeOf, runIds: readonly string[]): Promise<{ id: string }>;
  /** They are two people: the question is not asked again. */
  dismiss(of: Omit<ChangeOf, 'version'>, proposalId: string): Promise<void>;
  /** Files a run under a candidate by hand, wherever it was. */
  assign(of: ChangeOf, runId: string): Promise<void>;
}

/** A link that shows a candidate, read-only, to all who have it. */
export interface ShareLink {
  id: string;
  /** Whom it is for. */
  note: string;
  hidesNames: boolean;
  mayDownload: boolean;
  author: string;
  createdAt: string;
  expiresAt: string;
  revokedAt: string | null;
  openings: number;
  /** Last. */
  openedAt: string | null;
}

export interface NewShareLink {
  note: string;
  days: number;
  hidesNames: boolean;
  mayDownload: boolean;
}

export interface ShareLinks {
  /** The newest first. ApiError NOT_FOUND for an unknown candidate and another client's alike; so do the others. */
  list(of: Omit<ChangeOf, 'version'>): Promise<ShareLink[]>;
  /** The token is told this once; only its hash is stored. ApiError INVALID_INPUT naming the field. */
  create(
    of: Omit<ChangeOf, 'version'>,
    given: NewShareLink,
    author: Author,
  ): Promise<{ id: string; token: string }>;
  /** It opens nothing any more. */
  revoke(of: Omit<ChangeOf, 'version'>, linkId: string): Promise<void>;
  /**
   * What a token opens. ApiError NOT_FOUND, in the same words for one that is unknown, expired or revoked.
   *
   * @param counts notes the opening
   */
  open(token: string, counts: boolean): Promise<ShareLink & Omit<ChangeOf, 'version'>>;
}
