import type { Db } from '../../db/db.ts';
import type { NewFile } from './types.ts';

/**
 * The run of the newest file alike that was sent here and taken: of the same content, or, where that is not told of both, of the same
 * name and size. For a job: only of what was sent for it.
 */
export async function alikeFiles(
  db: Db,
  {
    clientId,
    jobId,
    kind,
    fileName,
    sizeBytes,
    sha256,
  }: Pick<NewFile, 'kind' | 'fileName' | 'sizeBytes' | 'sha256'> & { clientId: string; jobId: string | null },
): Promise<string | undefined> {
  if (fileName.includes('\0')) return undefined;
  let query = db
    .selectFrom('upload_files')
    .innerJoin('uploads', 'uploads.id', 'upload_files.upload_id')
    .select('run_id')
    .where('upload_files.client_id', '=', clientId)
    .where('size_bytes', '=', sizeBytes)
    .where('kind', '=', kind)
    .where('run_id', 'is not', null);
  if (jobId !== null) query = query.where('uploads.job_id', '=', jobId);
  query =
    sha256 === null
      ? query.where('file_name', '=', fileName)
      : query.where((file) =>
          file.or([
            file('sha256', '=', sha256),
            file.and([file('sha256', 'is', null), file('file_name', '=', fileName)]),
          ]),
        );
  const row = await query.orderBy('uploads.sequence', 'desc').limit(1).executeTakeFirst();
  return row?.run_id ?? undefined;
}
