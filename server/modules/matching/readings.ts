import type { BlobStore } from '../../storage/port.ts';
import type { CvsService } from '../cvs/types.ts';
import type { RunsService } from '../runs/types.ts';
import { takeInCv } from './cv-intake.ts';
import { readingRuns } from './run-type.ts';
import type { ReadingsService } from './types.ts';

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
