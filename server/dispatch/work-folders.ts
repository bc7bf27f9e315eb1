import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../make-folder.ts';
import type { RunQueue } from '../modules/runs/types.ts';

/** Folders for the intermediate files of a run, DATA_DIR/work/<id>. They outlive a worker, so that a run can resume. */
export interface WorkFolders {
  make(runId: string): Promise<string>;
  remove(runId: string): Promise<void>;
  /** Removes the folders of runs that ended or never were. Answers the run ids. */
  sweep(): Promise<string[]>;
}

/** Ids asked about in one question: databases limit the parameters of a statement. */
const BATCH = 500;

export function createWorkFolders({
  root,
  queue,
}: {
  root: string;
  queue: Pick<RunQueue, 'endedAmong'>;
}): WorkFolders {
  const remove = (runId: string) => rm(join(root, runId), { recursive: true, force: true, maxRetries: 3 });
  return {
    async make(runId) {
      const folder = join(root, runId);
      makeFolder(folder);
      return folder;
    },
    remove,
    async sweep() {
      const names = await readdir(root).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      const removed: string[] = [];
      for (let from = 0; from < names.length; from += BATCH) {
        for (const runId of await queue.endedAmong(names.slice(from, from + BATCH))) {
          await remove(runId);
          removed.push(runId);
        }
      }
      return removed;
    },
  };
}
