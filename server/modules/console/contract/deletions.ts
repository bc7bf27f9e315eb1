import type { RunStatus } from './runs.ts';

export type DeletionSubject =
  | { kind: 'run'; runId: string }
  | { kind: 'externalId'; externalId: string }
  | { kind: 'metadata'; key: string; value: string };

/** `POST /clients/:clientId/deletions/preview`, body `{ subject }` */
export interface DeletionPreview {
  /** The oldest fifty. */
  runs: { id: string; serviceType: string; createdAt: string; status: RunStatus }[];
  count: number;
  /** Of them, those that are deleted only once they have ended. */
  underWay: number;
  files: number;
  sizeBytes: number;
  webhookMessages: number;
}

/** `POST /clients/:clientId/deletions`, body `{ subject, note }`, answers one, 202. */
export interface Deletion {
  id: string;
  subjectKind: DeletionSubject['kind'];
  /** The run's id, or "sha256:…": the record does not keep what was deleted. */
  subject: string;
  note: string;
  requestedBy: { name: string; email: string };
  status: 'open' | 'done';
  createdAt: string;
  finishedAt: string | null;
  runCount: number;
  doneCount: number;
  /** Hosts that have yet to look for intermediate files on their disks, once all else is gone. */
  waitsForMachines: string[];
  certificateSha256: string | null;
}

/** `GET /clients/:clientId/deletions`, with `externalId` those of one external id. */
export interface DeletionList {
  items: Deletion[];
  /** Send as `offset`; null at the end. */
  next: number | null;
}

/** `GET /clients/:clientId/deletions/:deletionId` */
export interface DeletionDetails {
  deletion: Deletion;
  /** Exactly the text that `certificateSha256` is of; null until all is deleted. */
  certificateText: string | null;
  certificate: Certificate | null;
}

export interface Certificate {
  deletionId: string;
  client: { id: string; name: string };
  subject: { kind: DeletionSubject['kind']; name: string };
  note: string;
  requestedBy: { id: string; name: string; email: string };
  requestedAt: string;
  completedAt: string;
  totals: { runs: number; files: number; sizeBytes: number; rows: number };
  runs: CertifiedRun[];
  leftAfterwards: { rows: number; files: number };
  freedSpace: 'overwritten' | 'given back to the database';
  kept: string[];
  notCovered: string[];
}

export interface CertifiedRun {
  runId: string;
  serviceType: string;
  submittedAt: string | null;
  endedAt: string | null;
  resultSha256: string | null;
  /** Rows by table. */
  rows: Record<string, number>;
  files: { name: string; sizeBytes: number; sha256: string }[];
}
