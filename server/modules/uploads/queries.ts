import type { Db } from '../../db/db.ts';
import { isNamedAfter } from '../../domain/candidates/file-names.ts';

/**
 * What is left of a client's uploads after their time: people name files after candidates. What was not taken goes whole; of the others
 * the content's hash stays with the run, by which the same file is known again.
 */
export async function forgetOldUploads(
  trx: Db,
  { clientId, before }: { clientId: string; before: string },
): Promise<void> {
  const old = await trx
    .selectFrom('uploads')
    .select('id')
    .where('client_id', '=', clientId)
    .where('created_at', '<', before)
    .execute();
  for (const { id } of old) {
    await trx.deleteFrom('upload_files').where('upload_id', '=', id).where('run_id', 'is', null).execute();
    await trx
      .updateTable('upload_files')
      .set({ file_name: '', candidate: null, fault_message: null })
      .where('upload_id', '=', id)
      .where('file_name', '!=', '')
      .execute();
    await trx
      .deleteFrom('uploads')
      .where('id', '=', id)
      .where((upload) =>
        upload.not(
          upload.exists(
            upload
              .selectFrom('upload_files')
              .select('upload_files.id')
              .whereRef('upload_files.upload_id', '=', 'uploads.id'),
          ),
        ),
      )
      .execute();
  }
}

/** Files that became no run and are called after a person, or were said to be of one: no deletion of runs finds them. */
export async function untakenFilesOf(
  db: Db,
  { clientId, names }: { clientId: string; names: readonly string[] },
): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await db
    .selectFrom('upload_files')
    .select(['id', 'file_name', 'candidate'])
    .where('client_id', '=', clientId)
    .where('run_id', 'is', null)
    .execute();
  return rows
    .filter(({ file_name, candidate }) =>
      names.some((name) => isNamedAfter(file_name, name) || isNamedAfter(candidate ?? '', name)),
    )
    .map(({ id }) => id);
}

export async function deleteUntakenFiles(trx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await trx.deleteFrom('upload_files').where('id', 'in', ids).where('run_id', 'is', null).execute();
}
