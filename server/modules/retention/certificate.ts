import { createHash } from 'node:crypto';
import type { Inventory } from './inventory.ts';
import type { Deletion } from './types.ts';

/** What is said to the person who asked for a deletion. Its text is kept, its hash is in the audit log. */
export interface DeletionCertificate {
  certificate: 'assay-deletion-1';
  deletionId: string;
  client: { id: string; name: string };
  subject: { kind: Deletion['subjectKind']; name: string };
  note: string;
  requestedBy: Deletion['requestedBy'];
  requestedAt: string;
  completedAt: string;
  totals: {
    runs: number;
    files: number;
    sizeBytes: number;
    rows: number;
    /** Of CV search. */
    candidates: number;
    /** Of candidates' own records: notes, decisions, what they were found by. */
    recordRows: number;
  };
  runs: Inventory[];
  /** Counted again after everything was gone. */
  leftAfterwards: { rows: number; files: number };
  freedSpace: 'overwritten' | 'given back to the database';
  kept: string[];
  notCovered: string[];
}

const kept = [
  'Entries of the credit ledger: amount, time and id of each run.',
  'Entries of the audit log: who did what, when, and the ids of runs.',
  'This record: ids, times, counts and hashes of what was deleted.',
];
const notCovered = [
  'Backups and snapshots that were taken of the database or the data folder.',
  'What was sent out before: answers to API calls, webhooks, downloads, print-outs.',
  'Log files and forwarded logs, which name runs by their ids.',
];

const vectorFiles =
  'Files of vectors, which hold numbers and no names: each worker takes those of deleted candidates out within ten minutes.';

const sharedCvs = (count: number) =>
  `The CV of ${count === 1 ? '1 run' : `${count} runs`}: other matches of the same file need it, and it goes with the last of them.`;

const notReached = ({ host, seenAt }: { host: string; seenAt: string }) =>
  `Intermediate files on the machine "${host}", which was last seen at ${seenAt}; it removes them when its worker starts.`;

export function writeCertificate({
  deletion,
  clientName,
  inventories,
  completedAt,
  leftAfterwards,
  freedSpace,
  unreached,
}: {
  deletion: Deletion;
  clientName: string;
  inventories: readonly Inventory[];
  completedAt: string;
  leftAfterwards: DeletionCertificate['leftAfterwards'];
  freedSpace: DeletionCertificate['freedSpace'];
  /** Machines whose disks no worker could look at. */
  unreached: readonly { host: string; seenAt: string }[];
}): { text: string; sha256: string } {
  const sum = (of: (inventory: Inventory) => number) => inventories.reduce((all, one) => all + of(one), 0);
  const sharing = inventories.filter(({ sharesCv }) => sharesCv).length;
  const certificate: DeletionCertificate = {
    certificate: 'assay-deletion-1',
    deletionId: deletion.id,
    client: { id: deletion.clientId, name: clientName },
    subject: { kind: deletion.subjectKind, name: deletion.subject },
    note: deletion.note,
    requestedBy: deletion.requestedBy,
    requestedAt: deletion.createdAt,
    completedAt,
    totals: {
      runs: inventories.length,
      files: sum(({ files }) => files.length),
      sizeBytes: sum(({ files }) => files.reduce((all, { sizeBytes }) => all + sizeBytes, 0)),
      rows: sum(({ rows }) => Object.values(rows).reduce((all, count) => all + count, 0)),
      candidates: deletion.candidateCount,
      recordRows: deletion.recordRows,
    },
    runs: [...inventories],
    leftAfterwards,
    freedSpace,
    kept: sharing === 0 ? kept : [...kept, sharedCvs(sharing)],
    notCovered: [
      ...notCovered,
      ...(deletion.candidateCount > 0 ? [vectorFiles] : []),
      ...unreached.map(notReached),
    ],
  };
  const text = `${JSON.stringify(certificate, null, 2)}\n`;
  return { text, sha256: createHash('sha256').update(text).digest('hex') };
}
