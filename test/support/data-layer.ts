import { randomUUID } from 'node:crypto';
import { createServices, type ServiceParts } from '#server/app/services.ts';
import type { Db } from '#server/db/db.ts';
import type { NewRun, Settlement, WhenEnded } from '#server/modules/runs/types.ts';
import type { Clock } from '#server/time.ts';
import { createMovingClock, type MovingClock } from './moving-clock.ts';
import { loopbackSender, testPepper } from './webhooks.ts';

/** The services of the appliance on one database handle, with a clock that the test moves. Nothing else happens when a run ends unless given. */
export function createDataLayer(
  db: Db,
  clock: MovingClock = createMovingClock(),
  whenEnded: Readonly<Record<string, WhenEnded>> = {},
) {
  return testServices({ db, clock, whenEnded });
}

/** The same, made of other parts. */
export const testServices = <Moved extends Clock>({
  clock,
  ...given
}: { clock: Moved } & Pick<ServiceParts, 'db'> & Partial<Omit<ServiceParts, 'clock'>>) => ({
  ...createServices({
    clock,
    keyPepper: testPepper,
    webhookSender: loopbackSender(),
    auditAnchors: null,
    ...given,
  }),
  clock,
});

/** Where no recording is uploaded. */
export const silence = { probe: () => Promise.reject(new Error('No recording is expected here.')) };

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
