import type { Db } from '../../db/db.ts';
import { ApiError } from '../../errors.ts';
import type { StepOutcome } from '../../pipeline/step.ts';
import { listRuns } from './list-runs.ts';
import { storedSteps } from './queue-repository.ts';
import { findRun } from './repository.ts';
import type { RunTypes } from './run-type.ts';
import type { Run, RunFilter } from './types.ts';

/** The operator's view: every client's runs, the playground's too, and what each step did. */
export interface RunsAdmin {
  /** Newest first, without results. */
  list(
    filter: Omit<RunFilter, 'clientId'> & { clientId?: string },
  ): Promise<{ runs: Run[]; hasMore: boolean }>;
  /** ApiError REQUEST_NOT_FOUND for an unknown id. Steps come without their outputs. */
  show(runId: string): Promise<{ run: Run; steps: Omit<StepOutcome, 'output'>[] }>;
}

export function createRunsAdmin({ db, types }: { db: Db; types: RunTypes }): RunsAdmin {
  return {
    async list(filter) {
      const rows = await listRuns(db, types, { ...filter, playground: 'with' });
      return { runs: rows.slice(0, filter.limit), hasMore: rows.length > filter.limit };
    },
    async show(runId) {
      const run = await findRun(db, runId);
      if (!run) throw new ApiError('REQUEST_NOT_FOUND', `There is no run "${runId}".`);
      return { run, steps: await storedSteps(db, runId) };
    },
  };
}
