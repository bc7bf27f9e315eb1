import { randomUUID } from 'node:crypto';
import { limits } from '#server/config/limits.ts';
import type { Db } from '#server/db/db.ts';
import { createCreditsService } from '#server/modules/credits/service.ts';
import { createIdentityService } from '#server/modules/identity/service.ts';
import { createJobsService } from '#server/modules/jobs/service.ts';
import { createPricesService } from '#server/modules/prices/service.ts';
import { createRunQueue } from '#server/modules/runs/queue.ts';
import { createRunsService } from '#server/modules/runs/service.ts';
import type { NewRun, Settlement } from '#server/modules/runs/types.ts';
import { createMovingClock, type MovingClock } from './moving-clock.ts';

/** The real services on one database handle, with a clock that the test moves. */
export function createDataLayer(
  db: Db,
  clock: MovingClock = createMovingClock(),
  whenEnded: Parameters<typeof createRunQueue>[0]['whenEnded'] = {},
) {
  const credits = createCreditsService({ db, clock });
  return {
    db,
    clock,
    credits,
    identity: createIdentityService({ db, clock, keyPepper: 'a pepper for tests, 32 characters' }),
    jobs: createJobsService({ db, clock }),
    prices: createPricesService({ db, clock }),
    runs: createRunsService({ db, credits, clock }),
    queue: createRunQueue({ db, credits, clock, limits, whenEnded }),
  };
}

export type DataLayer = ReturnType<typeof createDataLayer>;

/** A valid four-minute submission; give what matters. */
export function newRun(given: Partial<NewRun> & { clientId: string }): NewRun {
  return {
    id: randomUUID(),
    serviceType: 'speech',
    projectId: null,
    apiKeyId: null,
    externalId: null,
    playground: false,
    metadata: {},
    tags: [],
    input: { language: 'en' },
    audioDurationMs: 240_000,
    language: 'en',
    costCredits: 4,
    ...given,
  };
}

export const succeeded = (charge = 4): Settlement => ({
  status: 'success',
  charge,
  error: null,
  result: { scores: { overall: 3.4 } },
  summary: { scores: { overall: 3.4 } },
});

export const failed: Settlement = {
  status: 'failed',
  charge: 0,
  error: { code: 'TRANSCRIPTION_FAILED', message: 'No speech was found.' },
  result: null,
  summary: null,
};

/** A worker that died by itself. */
export const crashed = (id: string) => ({ id, byItself: true });
