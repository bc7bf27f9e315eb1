import { createHash } from 'node:crypto';
import type { ExpireDeps } from './expire.ts';
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
  /** `cvs`: the stored CV that went with it. */
  rows: RowCounts & { cvs?: number };
  files: StoredFile[];
  /** The stored CV it needed; missing where it had none. */
  cvId?: string;
  /** Other runs of the client need the CV, so that it stays. */
  sharesCv?: boolean;
}

/** The same, where the CV turns out to stay. */
export const withoutCv = ({ rows: { cvs: _, ...rows }, files, ...rest }: Inventory): Inventory => ({
  ...rest,
  rows,
  files: files.filter(({ name }) => name !== cvFile),
  sharesCv: true,
});

const cvFile = 'upload';

/** Undefined when there is no such run (any more). */
export async function takeInventory(
  { db, types, blobs, cvs }: Pick<ExpireDeps, 'db' | 'types' | 'blobs' | 'cvs'>,
  { clientId, runId }: { clientId: string; runId: string },
): Promise<Inventory | undefined> {
  const run = await db
    .selectFrom('runs')
    .select(['service_type', 'created_at', 'finished_at', 'result', 'input'])
    .where('id', '=', runId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (!run) return undefined;
  const type = types.of(run.service_type);
  const cvId = type.cvOf?.(JSON.parse(run.input)) ?? null;
  const cv = cvId === null ? undefined : await cvs.find(cvId);
  const files = await listRunFiles(blobs, type.folderOf(runId));
  if (cv?.hasFile) files.push({ name: cvFile, sizeBytes: cv.sizeBytes, sha256: cv.sha256 });
  return {
    runId,
    serviceType: run.service_type,
    submittedAt: run.created_at,
    endedAt: run.finished_at,
    resultSha256: run.result === null ? null : createHash('sha256').update(run.result).digest('hex'),
    rows: { ...(await countRunRows(db, { clientId, runId })), ...(cv && { cvs: 1 }) },
    files,
    ...(cvId !== null && { cvId }),
  };
}
