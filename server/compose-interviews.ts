import type { Db } from './db/db.ts';
import type { CreditsService } from './modules/credits/types.ts';
import { createIdentityService } from './modules/identity/service.ts';
import { createLiveInterviews, type LiveDeps } from './modules/interview/live.ts';
import { createInterviewNotices } from './modules/interview/notices.ts';
import { createPersonasService } from './modules/interview/personas.ts';
import { createLivePresence } from './modules/interview/presence.ts';
import { createSessionsService } from './modules/interview/service.ts';
import { createInterviewSettings } from './modules/interview/settings.ts';
import type { LiveInterviews } from './modules/interview/types.ts';
import type { JobsService } from './modules/jobs/types.ts';
import type { PricesService } from './modules/prices/types.ts';
import type { RunsService } from './modules/runs/types.ts';
import type { HeardLanguages } from './modules/speech/types.ts';
import type { WebhookAnnouncer } from './modules/webhooks/types.ts';
import type { Clock } from './time.ts';

/** Inviting to interviews, for the process that answers requests. */
export function composeInterviews(parts: {
  db: Db;
  runs: RunsService;
  jobs: JobsService;
  credits: CreditsService;
  prices: PricesService;
  webhooks: Pick<WebhookAnnouncer, 'checkUrl'>;
  keyPepper: string;
  clock: Clock;
  /** What the workers recognise. */
  heard?: () => Promise<HeardLanguages | null>;
}) {
  const presence = createLivePresence(parts);
  const personas = createPersonasService({ ...parts, presence });
  return {
    personas,
    presence,
    sessions: createSessionsService({ ...parts, personas, presence }),
    interviewSettings: createInterviewSettings(parts),
    interviewNotices: createInterviewNotices(parts),
  };
}

/**
 * What a process does to sessions: a live process that holds them, and a worker that ends those that nobody ends. The queue
 * announces with `createInterviewAnnouncer`.
 */
export const composeLiveInterviews = ({
  keyPepper,
  ...parts
}: Omit<LiveDeps, 'identity'> & { keyPepper: string }): LiveInterviews =>
  createLiveInterviews({ ...parts, identity: createIdentityService({ ...parts, keyPepper }) });
