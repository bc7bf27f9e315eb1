import type { Selectable } from 'kysely';
import { limits } from '../../config/limits.ts';
import type { Db, RowMaker } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import type { UploadFilesTable, UploadsTable } from '../../db/upload-tables.ts';
import { charCount, isStorable } from '../../domain/labels/labels.ts';
import { ApiError, fieldRefusal } from '../../errors.ts';
import { isoTime } from '../../time.ts';
import { cvOfContent } from '../cvs/queries.ts';
import { newestRunOfCv, runRows } from '../runs/queries.ts';
import { alikeFiles } from './repository.ts';
import type { KnownFile, NewFile, Upload, UploadFile, UploadsService } from './types.ts';

/** Which files people send in the console, and what became of each. */
export function createUploadsService({ db, clock, newId }: RowMaker): UploadsService {
  const now = () => isoTime(clock.now());

  /** A CV by its content, from any sender; a recording, and where the content is not told, by what was sent here before. */
  async function knownRun(
    clientId: string,
    jobId: string | null,
    file: Pick<NewFile, 'kind' | 'fileName' | 'sizeBytes' | 'sha256'>,
  ): Promise<string | undefined> {
    const { kind, sha256 } = file;
    if (kind === 'cv' && sha256 !== null) {
      const cvId = await cvOfContent(db, { clientId, sha256 });
      return cvId && newestRunOfCv(db, { cvId, ...(jobId !== null && { jobId }) });
    }
    return alikeFiles(db, { clientId, jobId, ...file });
  }

  return {
    async known({ clientId, jobId, files }) {
      const ids: (string | undefined)[] = [];
      for (const file of files) ids.push(await knownRun(clientId, jobId, file));
      const runs = new Map(
        (
          await runRows(
            db,
            ids.flatMap((id) => id ?? []),
          )
        ).map((run) => [run.id, run]),
      );
      return ids.map((id): KnownFile | null => {
        const run = id === undefined ? undefined : runs.get(id);
        return run && run.status !== 'failed' ? { runId: run.id, createdAt: run.createdAt } : null;
      });
    },

    async begin({ clientId, jobId, author, files }) {
      const read = files.map(readFile);
      const id = newId();
      const createdAt = now();
      await transaction(db, async (trx) => {
        await trx
          .insertInto('uploads')
          .values({
            id,
            client_id: clientId,
            job_id: jobId,
            author_id: author.id,
            author_name: author.name,
            created_at: createdAt,
          })
          .execute();
        for (const [position, file] of read.entries()) {
          await trx
            .insertInto('upload_files')
            .values({
              id: newId(),
              upload_id: id,
              client_id: clientId,
              position,
              kind: file.kind,
              file_name: file.fileName,
              size_bytes: file.sizeBytes,
              sha256: file.sha256,
              language: file.language,
              candidate: file.candidate,
              run_id: null,
              fault_code: null,
              fault_message: null,
            })
            .execute();
        }
      });
      return (await uploadsOf(db, clientId, { id }))[0]!;
    },

    list: (clientId) => uploadsOf(db, clientId, { since: isoTime(clock.now() - limits.uploadLists.keptMs) }),

    async find({ clientId, uploadId, fileId }) {
      const [upload] = await uploadsOf(db, clientId, { id: uploadId });
      if (!upload) throw unknownUpload(uploadId);
      const file = upload.files.find(({ id }) => id === fileId);
      if (!file) throw new ApiError('NOT_FOUND', `There is no file "${fileId}" in this upload.`);
      return { upload, file };
    },

    async taken(trx, { fileId }, runId) {
      await trx
        .updateTable('upload_files')
        .set({ run_id: runId, fault_code: null, fault_message: null })
        .where('id', '=', fileId)
        .execute();
    },

    async refused({ fileId }, { code, message }) {
      await db
        .updateTable('upload_files')
        .set({ fault_code: code, fault_message: message })
        .where('id', '=', fileId)
        .where('run_id', 'is', null)
        .execute();
    },

    clear: ({ clientId, uploadId }) =>
      transaction(db, async (trx) => {
        const [upload] = await uploadsOf(trx, clientId, { id: uploadId });
        if (!upload) throw unknownUpload(uploadId);
        await trx.deleteFrom('upload_files').where('upload_id', '=', uploadId).execute();
        await trx.deleteFrom('uploads').where('id', '=', uploadId).execute();
      }),
  };
}

const unknownUpload = (id: string) => new ApiError('NOT_FOUND', `There is no upload "${id}".`);

function readFile(file: NewFile): NewFile {
  const fileName = file.fileName.trim();
  const { maxNameChars, maxCandidateChars } = limits.uploadLists;
  const candidate = file.candidate?.replace(/\s+/gu, ' ').trim() || null;
  if (fileName === '' || charCount(fileName) > maxNameChars || !isStorable(fileName))
    throw fieldRefusal('files', `A file’s name must have 1 to ${maxNameChars} characters.`);
  if (candidate !== null && (charCount(candidate) > maxCandidateChars || !isStorable(candidate)))
    throw fieldRefusal('files', `A candidate’s name must have at most ${maxCandidateChars} characters.`);
  return { ...file, fileName, candidate };
}

async function uploadsOf(
  db: Db,
  clientId: string,
  wanted: { id: string } | { since: string },
): Promise<Upload[]> {
  if ('id' in wanted && wanted.id.includes('\0')) return [];
  let query = db.selectFrom('uploads').selectAll().where('client_id', '=', clientId);
  query = 'id' in wanted ? query.where('id', '=', wanted.id) : query.where('created_at', '>=', wanted.since);
  const rows = await query.orderBy('sequence', 'desc').limit(limits.uploadLists.shown).execute();
  if (rows.length === 0) return [];
  const files = await db
    .selectFrom('upload_files')
    .selectAll()
    .where(
      'upload_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('position')
    .execute();
  return rows.map((row) => toUpload(row, files));
}

const toUpload = (row: Selectable<UploadsTable>, files: readonly Selectable<UploadFilesTable>[]): Upload => ({
  id: row.id,
  clientId: row.client_id,
  jobId: row.job_id,
  author: row.author_name,
  createdAt: row.created_at,
  files: files.filter((file) => file.upload_id === row.id).map(toFile),
});

const toFile = (row: Selectable<UploadFilesTable>): UploadFile => ({
  id: row.id,
  kind: row.kind,
  fileName: row.file_name,
  sizeBytes: row.size_bytes,
  sha256: row.sha256,
  language: row.language,
  candidate: row.candidate,
  runId: row.run_id,
  fault: row.fault_code === null ? null : { code: row.fault_code, message: row.fault_message ?? '' },
});
