import { createHash } from 'node:crypto';
import type { Db } from '../../db/db.ts';
import { lockClient } from '../../db/lock-client.ts';
import { transaction } from '../../db/transaction.ts';
import type { BlobStore, OpenedBlob } from '../../storage/port.ts';
import { type Clock, isoTime } from '../../time.ts';
import { forgetCvOf, runsWithCv } from '../runs/queries.ts';
import { cvFolder, cvKey } from './files.ts';
import { cvOfContent } from './queries.ts';
import { deleteCv, findCv, forgetReading, insertCv, noteUse, readingOf, saveReading } from './repository.ts';
import type { CvsService } from './types.ts';

export function createCvsService({
  db,
  blobs,
  clock,
  newId,
  whenForgotten,
}: {
  db: Db;
  blobs: BlobStore;
  clock: Clock;
  newId: () => string;
  /** Called in the transaction that forgets what a CV says, or that there was one. */
  whenForgotten: (trx: Db, cv: { clientId: string; cvId: string }, nowIso: string) => Promise<void>;
}): CvsService {
  const now = () => isoTime(clock.now());
  async function forget(trx: Db, cvId: string): Promise<void> {
    const clientId = await forgetReading(trx, cvId);
    if (clientId !== undefined) await whenForgotten(trx, { clientId, cvId }, now());
  }
  const hasFile = async (cvId: string) => (await blobs.open(cvKey(cvId))) !== undefined;

  return {
    async receive({ clientId, uploadKey }) {
      const upload = (await blobs.open(uploadKey))!;
      const sha256 = await hashOf(upload);
      const knownId = await cvOfContent(db, { clientId, sha256 });
      // A database can come back from a backup without its files.
      if (knownId !== undefined && !(await hasFile(knownId))) {
        await blobs.put(cvKey(knownId), upload.stream());
      }
      const id = newId();
      // Also where it is known: until the transaction says so, its last run may let go of it.
      await blobs.move(uploadKey, cvKey(id));
      return { id, clientId, sha256, sizeBytes: upload.sizeBytes };
    },

    async store(trx, received) {
      const knownId = await cvOfContent(trx, received);
      if (knownId === undefined) await insertCv(trx, received, now());
      else await noteUse(trx, knownId, now());
      const cvId = knownId ?? received.id;
      return { cvId, blobKey: cvKey(cvId) };
    },

    discard: ({ id }) => blobs.delete(cvFolder(id)),

    reading: (cvId) => readingOf(db, cvId),

    forgetReading: forget,

    saveReading: (cvId, reading) => saveReading(db, cvId, reading, now()),

    async find(cvId) {
      const cv = await findCv(db, cvId);
      return cv && { ...cv, hasFile: await hasFile(cvId) };
    },

    async left(cvId) {
      const rows = (await findCv(db, cvId)) ? 1 : 0;
      return { rows, files: (await hasFile(cvId)) ? 1 : 0 };
    },

    async letGo({ clientId, runId, cvId }) {
      const isGone = await transaction(db, async (trx) => {
        // No other request of the client can come to need it meanwhile.
        await lockClient(trx, clientId);
        await forgetCvOf(trx, runId);
        if ((await runsWithCv(trx, cvId)) > 0) {
          await forget(trx, cvId);
          return false;
        }
        await whenForgotten(trx, { clientId, cvId }, now());
        await deleteCv(trx, cvId);
        return true;
      });
      if (isGone) await blobs.delete(cvFolder(cvId));
      return isGone;
    },
  };
}

async function hashOf(blob: OpenedBlob): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of blob.stream()) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
