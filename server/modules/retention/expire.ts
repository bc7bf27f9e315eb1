import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import type { BlobStore } from '../../storage/port.ts';
import type { CvsService } from '../cvs/types.ts';
import { sortedBy } from '../runs/queries.ts';
import type { RunType, RunTypes } from '../runs/run-type.ts';
import type { RetentionKind } from '../runs/types.ts';
import { forgetResultsOf } from '../search/queries.ts';
import { type EndedRun, isBeingRescored, noteExpired } from './old-runs.ts';
import { deleteRunFilesBut } from './run-files.ts';
import { deleteRunRows, deleteWebhooksAbout } from './run-rows.ts';

export interface ExpireDeps {
  db: Db;
  types: RunTypes;
  blobs: Pick<BlobStore, 'list' | 'open' | 'delete'>;
  cvs: Pick<CvsService, 'find' | 'forgetReading' | 'letGo' | 'left'>;
}

/**
 * Takes one kind of data from a run. Files go first and the record of it comes last, so that what is cut off is done again and
 * nothing is called deleted that is still there. False while the run is being rescored: later then.
 */
export async function expire(
  deps: ExpireDeps,
  run: EndedRun,
  { kind, days, nowIso }: { kind: RetentionKind; days: number; nowIso: string },
): Promise<boolean> {
  const { db, types, blobs, cvs } = deps;
  if (await isBeingRescored(db, run.id)) return false;
  const type = types.of(run.serviceType);
  const { retention } = type;
  const { transcripts } = type.files;
  const folder = type.folderOf(run.id);
  if (kind === retention.upload) await deleteRunFilesBut(blobs, folder, transcripts);
  else if (kind === 'runs') await blobs.delete(folder);
  else for (const name of transcripts) await blobs.delete(`${folder}/${name}`);
  const key = { clientId: run.clientId, runId: run.id };
  const cvId = await cvIdOf(db, type, run.id);
  if (cvId !== null && (kind === retention.upload || kind === 'runs')) await cvs.letGo({ ...key, cvId });

  return transaction(db, async (trx) => {
    if (await isBeingRescored(trx, run.id)) return false;
    if (kind === 'runs') {
      await deleteRunRows(trx, key);
      return true;
    }
    if (kind === retention.upload) await forgetUpload(trx, run.id, retention.withoutUpload);
    if (kind === 'transcripts') await rewriteResults(trx, run.id, retention.withoutTranscript);
    if (kind === 'results') {
      await trx.deleteFrom('run_versions').where('run_id', '=', run.id).execute();
      await rewriteResults(trx, run.id, retention.withoutResults);
      await forgetResultsOf(trx, run.id);
      await trx
        .updateTable('runs')
        .set({ summary: null, ...sortedBy(type, null) })
        .where('id', '=', run.id)
        .execute();
      await deleteWebhooksAbout(trx, key);
      if (cvId !== null) await cvs.forgetReading(trx, cvId);
    }
    await forgetNames(trx, types, run);
    await noteExpired(trx, { runId: run.id, kind, days, deletedAt: nowIso });
    return true;
  });
}

/** People can look for a run by what is still kept of it. */
async function forgetNames(
  trx: Db,
  types: RunTypes,
  { id, serviceType }: Pick<EndedRun, 'id' | 'serviceType'>,
): Promise<void> {
  const row = await trx
    .selectFrom('runs')
    .select(['input', 'summary'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return;
  const summary: unknown = row.summary === null ? null : JSON.parse(row.summary);
  await trx
    .updateTable('runs')
    .set({ search_names: types.searchNamesOf(serviceType, JSON.parse(row.input), summary) })
    .where('id', '=', id)
    .execute();
}

/** The stored CV that a run had at first. */
async function cvIdOf(db: Db, { cvOf }: Pick<RunType, 'cvOf'>, id: string): Promise<string | null> {
  const row = cvOf && (await db.selectFrom('runs').select('input').where('id', '=', id).executeTakeFirst());
  return row ? cvOf(JSON.parse(row.input)) : null;
}

async function forgetUpload(
  trx: Db,
  runId: string,
  withoutUpload: (input: unknown) => unknown,
): Promise<void> {
  const row = await trx.selectFrom('runs').select('input').where('id', '=', runId).executeTakeFirst();
  if (!row) return;
  await trx
    .updateTable('runs')
    .set({ input: JSON.stringify(withoutUpload(JSON.parse(row.input))) })
    .where('id', '=', runId)
    .execute();
}

/** The present result and the earlier ones. */
async function rewriteResults(
  trx: Db,
  runId: string,
  rewrite: (result: unknown) => unknown = (result) => result,
): Promise<void> {
  const rewritten = (text: string) => {
    const kept = rewrite(JSON.parse(text));
    return kept == null ? null : JSON.stringify(kept);
  };
  const run = await trx.selectFrom('runs').select('result').where('id', '=', runId).executeTakeFirst();
  if (typeof run?.result === 'string') {
    await trx
      .updateTable('runs')
      .set({ result: rewritten(run.result) })
      .where('id', '=', runId)
      .execute();
  }
  const versions = await trx
    .selectFrom('run_versions')
    .select(['version', 'result'])
    .where('run_id', '=', runId)
    .execute();
  for (const { version, result } of versions) {
    if (result === null) continue;
    await trx
      .updateTable('run_versions')
      .set({ result: rewritten(result) })
      .where('run_id', '=', runId)
      .where('version', '=', version)
      .execute();
  }
}
