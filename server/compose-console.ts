import type { Kysely } from 'kysely';
import type { Config } from './config/env.ts';
import type { Tables } from './db/tables.ts';
import { createFfmpegAudio } from './engines/audio/ffmpeg.ts';
import type { AppDeps } from './http/build-app.ts';
import { createSessions } from './modules/accounts/sessions.ts';
import { createAuditService } from './modules/audit/service.ts';
import type { ConsoleDeps } from './modules/console/types.ts';
import type { IdentityService } from './modules/identity/types.ts';
import type { createRunQueue } from './modules/runs/queue.ts';
import type { RunsService } from './modules/runs/types.ts';
import { createListeningService } from './modules/speech/listening.ts';
import type { WebhooksService } from './modules/webhooks/types.ts';

/** What the console shares with the API; each area takes what it needs from here. */
export interface ConsoleParts
  extends Pick<AppDeps, 'credits' | 'speech' | 'jobs' | 'matches' | 'health' | 'blobs' | 'logger' | 'clock'> {
  db: Kysely<Tables>;
  config: Pick<Config, 'dataDir'>;
  identity: IdentityService;
  runs: RunsService;
  queue: ReturnType<typeof createRunQueue>;
  webhooks: WebhooksService;
  /** From `loadKeyPepper`. */
  keyPepper: string;
  newId: () => string;
}

/** Makes the services behind /console/api, for the api process and for tests alike. */
export function composeConsole(parts: ConsoleParts): ConsoleDeps {
  const { db, clock, keyPepper, newId, runs, speech, identity, blobs, jobs, matches, webhooks } = parts;
  return {
    jobs,
    matches,
    blobs,
    webhooks,
    db,
    clock,
    newId,
    runs,
    speech,
    identity,
    listening: createListeningService({ engine: createFfmpegAudio(), blobs }),
    sessions: createSessions({ db, clock, newId }),
    audit: createAuditService({ db, clock, keyPepper }),
    clientExists: async (clientId) =>
      (await db.selectFrom('clients').select('id').where('id', '=', clientId).executeTakeFirst()) !==
      undefined,
  };
}
