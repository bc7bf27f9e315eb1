import type { Db } from '../../db/db.ts';
import type { BlobStore } from '../../storage/port.ts';
import type { CvsService } from '../cvs/types.ts';
import type { QueuePlace, Run, RunsService } from '../runs/types.ts';
import { takeInCv } from './cv-intake.ts';
import { type ReadingRun, readingRuns } from './run-type.ts';

export interface ReadingsService {
  /**
   * Looks into the stored upload and makes a run of it, free of charge. ApiError UNSUPPORTED_FORMAT; after any error neither run nor
   * file exists.
   */
  submit(submission: {
    clientId: string;
    /** The upload is in the blob store already, at `uploadKey(runId, readingRuns)`. */
    runId: string;
    fileName: string | null;
    /** Called in the transaction that makes the run; when it throws, there is none. */
    holdKey: (trx: Db) => Promise<void>;
  }): Promise<{ run: ReadingRun; place: QueuePlace }>;
  /** Undefined for an unknown id and for another client's alike. */
  find(request: { clientId: string; runId: string }): Promise<ReadingRun | undefined>;
  place(run: Run): Promise<QueuePlace>;
  /** Removes the upload of a submission that became no run. */
  discardUpload(runId: string): Promise<void>;
}

/** CVs that are read for no job yet. */
export function createReadingsService({
  runs,
  blobs,
  cvs,
}: {
  runs: Pick<RunsService, 'submit' | 'find' | 'place'>;
  blobs: BlobStore;
  cvs: Pick<CvsService, 'receive' | 'store' | 'discard'>;
}): ReadingsService {
  return {
    submit: ({ clientId, runId, fileName, holdKey }) =>
      takeInCv(
        { runs, blobs, cvs },
        { type: readingRuns, clientId, runId },
        async () => undefined,
        async (cv) => {
          const { run, place } = await runs.submit(
            {
              id: runId,
              serviceType: readingRuns.name,
              clientId,
              projectId: null,
              apiKeyId: null,
              externalId: null,
              // The API has no such runs.
              playground: true,
              metadata: {},
              tags: [],
              input: { fileName },
              audioDurationMs: null,
              language: null,
              costCredits: 0,
            },
            async (trx) => {
              await holdKey(trx);
              return cvs.store(trx, cv);
            },
          );
          return { run: readingRuns.of(run), place };
        },
      ),

    async find(request) {
      const run = await runs.find(request);
      return run && readingRuns.is(run) ? run : undefined;
    },

    place: (run) => runs.place(run),
    discardUpload: (runId) => blobs.delete(readingRuns.folderOf(runId)),
  };
}
