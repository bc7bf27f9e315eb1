import { createHash } from 'node:crypto';
import type { Db } from '../../db/db.ts';
import type { BlobStore } from '../../storage/port.ts';
import { runTypeOf } from '../runs/registry.ts';
import { listRunFiles, type StoredFile } from './run-files.ts';
import { countRunRows, type RowCounts } from './run-rows.ts';

/** What a run had when its deletion began. Of contents only hashes: this is kept. */
export interface Inventory {
  runId: string;
  serviceType: string;
  submittedAt: string | null;
  endedAt: string | null;
  /** Of the stored result's text; null where there was none. */
  resultSha256: string | null;
  rows: RowCounts;
  files: StoredFile[];
}

/** Undefined when there is no such run (any more). */
export async function takeInventory(
  { db, blobs }: { db: Db; blobs: Pick<BlobStore, 'list' | 'open' | 'delete'> },
  { clientId, runId }: { clientId: string; runId: string },
): Promise<Inventory | undefined> {
  const run = await db
    .selectFrom('runs')
    .select(['service_type', 'created_at', 'finished_at', 'result'])
    .where('id', '=', runId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (!run) return undefined;
  return {
    runId,
    serviceType: run.service_type,
    submittedAt: run.created_at,
    endedAt: run.finished_at,
    resultSha256: run.result === null ? null : createHash('sha256').update(run.result).digest('hex'),
    rows: await countRunRows(db, { clientId, runId }),
    files: await listRunFiles(blobs, runTypeOf(run.service_type).folderOf(runId)),
  };
}
