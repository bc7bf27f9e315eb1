import type { Db } from '../../db/db.ts';
import type { BlobStore } from '../../storage/port.ts';
import type { Clock } from '../../time.ts';
import type { SignedIn } from '../accounts/types.ts';
import type { AuditRecorder } from '../audit/types.ts';
import type { MatchService } from '../cvdeepmatch/types.ts';
import type { IdentityService } from '../identity/types.ts';
import type { JobsService } from '../jobs/types.ts';
import type { RunsService } from '../runs/types.ts';
import type { SpeechService } from '../speech/service.ts';
import type { ListeningService } from '../speech/types.ts';
import type { WebhookAdmin, WebhookAnnouncer } from '../webhooks/types.ts';
import type { Role } from './access.ts';

/** What the guard asks. */
export interface Sessions {
  /** By the token of the session cookie; undefined when it is unknown, expired or ended. */
  find(token: string): Promise<SignedIn | undefined>;
}

/**
 * What the console's routes are made of. Each area adds its services here, `composeConsole` makes them.
 */
export interface ConsoleDeps {
  db: Db;
  clock: Clock;
  sessions: Sessions;
  audit: AuditRecorder;
  /** Whether there is such a client, active or not. */
  clientExists(clientId: string): Promise<boolean>;
  newId: () => string;
  identity: IdentityService;
  runs: RunsService;
  speech: SpeechService;
  listening: ListeningService;
  jobs: JobsService;
  matches: MatchService;
  blobs: BlobStore;
  webhooks: WebhookAdmin & Pick<WebhookAnnouncer, 'checkUrl'>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every console route that is not public. */
    signedIn: SignedIn;
    /** The caller's role in the client of the address; owners are owners everywhere. */
    consoleRole: Role;
    /**
     * Writes what was done into the audit log, under the action of `access.ts`. Every route that changes something
     * calls it, once it is done; a success that was not recorded is a bug and answers 500.
     */
    audit(entry: {
      target?: string | null;
      details?: Record<string, unknown>;
      clientId?: string | null;
    }): Promise<void>;
  }
}
