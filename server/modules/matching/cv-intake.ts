import { ApiError } from '../../errors.ts';
import type { BlobStore } from '../../storage/port.ts';
import { kindOfFile } from '../cvs/queries.ts';
import type { CvsService, ReceivedCv } from '../cvs/types.ts';
import type { QueuePlace, Run, RunsService } from '../runs/types.ts';
import { type matchRuns, type readingRuns, uploadKey } from './run-type.ts';

export interface IntakeDeps {
  runs: Pick<RunsService, 'find'>;
  blobs: BlobStore;
  cvs: Pick<CvsService, 'receive' | 'store' | 'discard'>;
}

/**
 * Takes an uploaded CV out of the run's folder and has a run made of it. ApiError UNSUPPORTED_FORMAT, and what `prepare` and `admit`
 * throw; after any error there is neither run nor file.
 *
 * @param prepare asked before the file is looked into
 * @param admit makes the run, which needs `cv` or the same one that the client has already
 */
export async function takeInCv<
  Prepared,
  Made extends { run: Run<{ cvId?: string | null }>; place: QueuePlace },
>(
  { runs, blobs, cvs }: IntakeDeps,
  { type, clientId, runId }: { type: typeof matchRuns | typeof readingRuns; clientId: string; runId: string },
  prepare: () => Promise<Prepared>,
  admit: (cv: ReceivedCv, prepared: Prepared) => Promise<Made>,
): Promise<Made> {
  const key = uploadKey(runId, type);
  let cv: ReceivedCv | undefined;
  try {
    const prepared = await prepare();
    const { refusal } = await kindOfFile(blobs, key);
    if (refusal !== undefined) throw new ApiError('UNSUPPORTED_FORMAT', refusal);
    cv = await cvs.receive({ clientId, uploadKey: key });
    const made = await admit(cv, prepared);
    // The client has this CV already. What cannot be removed now, the sweep of orphans removes.
    if (made.run.input.cvId !== cv.id) await cvs.discard(cv).catch(() => undefined);
    return made;
  } catch (error) {
    // A lost database connection may hide a commit that happened: the run then still needs its file.
    const isRefused = error instanceof ApiError;
    if (isRefused || !(await runs.find({ clientId, runId }))) {
      await blobs.delete(type.folderOf(runId));
      if (cv) await cvs.discard(cv);
    }
    throw error;
  }
}
