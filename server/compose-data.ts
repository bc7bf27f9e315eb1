import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Config } from './config/env.ts';
import { limits } from './config/limits.ts';
import type { Tables } from './db/tables.ts';
import { createWebhookSender } from './engines/webhook-sender/sender.ts';
import { createCreditsService } from './modules/credits/service.ts';
import { createJobsService } from './modules/jobs/service.ts';
import { createPricesService } from './modules/prices/service.ts';
import { createRunQueue } from './modules/runs/queue.ts';
import { createRunsService } from './modules/runs/service.ts';
import { createWebhooksService } from './modules/webhooks/service.ts';
import { systemClock } from './time.ts';

const clock = systemClock;

/** Services over one database handle, for both processes and the command line. */
export function composeData(
  db: Kysely<Tables>,
  whenEnded: Parameters<typeof createRunQueue>[0]['whenEnded'] = {},
) {
  const credits = createCreditsService({ db, clock });
  const runs = createRunsService({ db, credits, clock });
  const queue = createRunQueue({ db, credits, clock, limits, whenEnded });
  const jobs = createJobsService({ db, clock });
  const prices = createPricesService({ db, clock });
  return { credits, runs, queue, jobs, prices };
}

/** Webhooks over one database handle, likewise. */
export function composeWebhooks(
  db: Kysely<Tables>,
  { config, keyPepper }: { config: Pick<Config, 'webhookAllowedNetworks'>; keyPepper: string },
) {
  const sender = createWebhookSender({ allowedNetworks: config.webhookAllowedNetworks });
  return createWebhooksService({ db, clock, sender, keyPepper, newId: randomUUID });
}
