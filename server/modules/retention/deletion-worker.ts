import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { blobPages } from '../../storage/port.ts';
import { type Clock, isoTime, seconds } from '../../time.ts';
import type { AuditRecorder } from '../audit/types.ts';
import { countRecordRows } from '../candidates/queries.ts';
import { clientNames } from '../identity/queries.ts';
import type { JobLease, Schedule } from '../installation/types.ts';
import type { RunTypes } from '../runs/run-type.ts';
import { writeCertificate } from './certificate.ts';
import * as rows from './deletion-rows.ts';
import type { ExpireDeps } from './expire.ts';
import { type Inventory, takeInventory, withoutCv } from './inventory.ts';
import { askMachines, machinesLeft } from './machines.ts';
import { isBeingRescored } from './old-runs.ts';
import { callOffParts, countRunRows, deleteRunRows, runTables } from './run-rows.ts';
import type { Deletion, DeletionWorker } from './types.ts';

export interface DeletionWorkerDeps extends ExpireDeps {
  clock: Clock;
  schedule: Schedule;
  audit: AuditRecorder;
  /** Makes the database let go of what was in the rows; answers whether it has. */
  overwriteFreedSpace: () => Promise<boolean>;
}

const JOB = 'deletions';
const AGAIN_AFTER_FAULT_MS = seconds(30);
const AGAIN_WHILE_UNDER_WAY_MS = seconds(2);
const IDLE_MS = seconds(1);

/**
 * Carries deletions out, so that being cut off at any moment only means going on later: first what a run had is written
 * down, then its files go, then its rows together with the note that they went. Then every machine looks for what its
 * workers left of it; the certificate comes when all are gone.
 */
export function createDeletionWorker(deps: DeletionWorkerDeps): DeletionWorker {
  const { db, types, blobs, cvs, clock, schedule, audit, overwriteFreedSpace } = deps;
  const now = () => isoTime(clock.now());

  const folderOf = ({ runId, serviceType }: Pick<Inventory, 'runId' | 'serviceType'>) =>
    serviceType === unknownType ? undefined : types.of(serviceType).folderOf(runId);

  /** False while the run, or a rescoring of it, is under way. */
  async function deleteRun(deletion: rows.OpenDeletion, item: rows.OpenItem): Promise<boolean> {
    const { runId } = item;
    const key = { clientId: deletion.clientId, runId };
    const itemKey = { deletionId: deletion.id, runId };
    if (!(await isAtRest(db, types, key))) return false;
    let inventory = item.inventory;
    if (!inventory) {
      inventory = (await takeInventory(deps, key)) ?? goneBefore(runId);
      await rows.setItem(db, itemKey, { status: 'listed', inventory });
    }
    const folder = folderOf(inventory);
    if (folder !== undefined) await blobs.delete(folder);
    const { cvId } = inventory;
    if (cvId !== undefined && !(await cvs.letGo({ ...key, cvId }))) inventory = withoutCv(inventory);
    const isDone = await transaction(db, async (trx) => {
      if (!(await isAtRest(trx, types, key))) return false;
      await deleteRunRows(trx, key);
      await rows.setItem(trx, itemKey, { status: 'done', inventory });
      return true;
    });
    // A request or a worker may have made a file while the row was still there.
    if (isDone && folder !== undefined) await blobs.delete(folder);
    return isDone;
  }

  /** What is still there of what should be gone. */
  async function lookAgain(
    clientId: string,
    inventories: readonly Inventory[],
    recordIds: readonly string[],
  ) {
    const left = { rows: await countRecordRows(db, recordIds), files: 0 };
    for (const inventory of inventories) {
      if (inventory.cvId !== undefined && !inventory.sharesCv) {
        const ofCv = await cvs.left(inventory.cvId);
        left.rows += ofCv.rows;
        left.files += ofCv.files;
      }
      const counts = await countRunRows(db, { clientId, runId: inventory.runId });
      left.rows += Object.values(counts).reduce((sum, count) => sum + count, 0);
      const folder = folderOf(inventory);
      if (folder === undefined) continue;
      for await (const page of blobPages(blobs, folder)) left.files += page.length;
    }
    return left;
  }

  /** False while a machine has not swept its disk yet. */
  async function certify(open: rows.OpenDeletion): Promise<boolean> {
    await askMachines(db, open.id);
    const { awaited, unreached } = await machinesLeft(db, open.id, clock.now());
    if (awaited.length > 0) return false;
    const inventories = await rows.inventoriesOf(db, open.id);
    const asked = (await rows.findDeletion(db, open.id, clock.now()))!.deletion;
    const leftAfterwards = await lookAgain(open.clientId, inventories, asked.candidate?.recordIds ?? []);
    if (leftAfterwards.rows > 0 || leftAfterwards.files > 0) {
      throw new Error(`Deletion ${open.id} left ${JSON.stringify(leftAfterwards)} behind.`);
    }
    const freedSpace = (await overwriteFreedSpace()) ? 'overwritten' : 'given back to the database';
    const { deletion } = (await rows.findDeletion(db, open.id, clock.now()))!;
    const certificate = writeCertificate({
      deletion,
      clientName: (await clientNames(db, [open.clientId])).get(open.clientId)!.name,
      inventories,
      completedAt: now(),
      leftAfterwards,
      freedSpace,
      unreached,
    });
    await transaction(db, async (trx) => {
      const end = {
        finishedAt: now(),
        certificate: certificate.text,
        certificateSha256: certificate.sha256,
      };
      if (!(await rows.endDeletion(trx, open.id, end))) return;
      await audit.record(trx, auditEntry(deletion, certificate.sha256));
    });
    return true;
  }

  async function goOnWith(
    lease: JobLease,
    signal: AbortSignal,
  ): Promise<{ done: string[]; waiting: boolean }> {
    const done: string[] = [];
    let waiting = false;
    for (const deletion of await rows.openDeletions(db)) {
      let isComplete = true;
      for (const item of await rows.openItems(db, deletion.id)) {
        if (signal.aborted || !(await lease.renew())) return { done, waiting: true };
        if (!(await deleteRun(deletion, item))) isComplete = false;
      }
      if (isComplete && (await certify(deletion))) done.push(deletion.id);
      else waiting = true;
    }
    return { done, waiting };
  }

  return {
    async work(owner, signal) {
      if ((await rows.openDeletions(db)).length === 0) return [];
      const lease = await schedule.claim(JOB, owner);
      if (!lease) return [];
      try {
        const { done, waiting } = await goOnWith(lease, signal);
        await lease.finish(clock.now() + (waiting ? AGAIN_WHILE_UNDER_WAY_MS : IDLE_MS), { done });
        return done;
      } catch (error) {
        await lease.fail(AGAIN_AFTER_FAULT_MS, error instanceof Error ? error.message : String(error));
        throw error;
      }
    },
  };
}

/**
 * Ended, and no worker holds a rescoring of it; a rescoring that no worker has begun is called off. An interview that its candidate has not
 * begun is at rest, too: its link may never be opened.
 */
async function isAtRest(
  db: Db,
  types: RunTypes,
  { clientId, runId }: { clientId: string; runId: string },
): Promise<boolean> {
  await callOffParts(db, { clientId, runId });
  if (await isBeingRescored(db, runId)) return false;
  const run = await db
    .selectFrom('runs')
    .select(['status', 'service_type'])
    .where('id', '=', runId)
    .forUpdate()
    .executeTakeFirst();
  return run === undefined || !types.isUnderWay({ serviceType: run.service_type, status: run.status });
}

const unknownType = 'unknown';

/** Retention was quicker. */
const goneBefore = (runId: string): Inventory => ({
  runId,
  serviceType: unknownType,
  submittedAt: null,
  endedAt: null,
  resultSha256: null,
  rows: Object.fromEntries(runTables.map((table) => [table, 0])) as Inventory['rows'],
  files: [],
});

const auditEntry = (deletion: Deletion, certificateSha256: string) => ({
  actor: { kind: 'system' as const, id: 'deletions', name: 'Deletion' },
  action: 'data.deleted',
  clientId: deletion.clientId,
  target: `deletion:${deletion.id}`,
  details: { runs: deletion.runCount, certificateSha256, requestedBy: deletion.requestedBy.id },
  ipAddress: null,
});
