import type { Db } from '../../db/db.ts';
import type { BlobStore } from '../../storage/port.ts';
import type { Clock } from '../../time.ts';
import type { AccountServices, SessionService, SignedIn, User } from '../accounts/types.ts';
import type { AuditService } from '../audit/types.ts';
import type { CandidateRecords, ShareLinks } from '../candidates/types.ts';
import type { CreditsService, PricesService } from '../credits/types.ts';
import type { IdentityService, RateWindows } from '../identity/types.ts';
import type {
  InterviewAnswers,
  InterviewNotices,
  InterviewSettings,
  PersonaPreview,
  PersonasService,
  PersonaTrials,
  SessionsService,
} from '../interview/types.ts';
import type { InvitationsService } from '../invitations/types.ts';
import type { JobsService } from '../jobs/types.ts';
import type { MatchService, ReadingsService } from '../matching/types.ts';
import type { OverviewService } from '../overview/types.ts';
import type { DeletionsService, RetentionService } from '../retention/types.ts';
import type { RunTypes } from '../runs/run-type.ts';
import type { RunQueue, RunsService } from '../runs/types.ts';
import type { CandidatesService, CorporaService, ListsService, SearchService } from '../search/types.ts';
import type { ListeningService, ReportService, RescoringService, SpeechService } from '../speech/types.ts';
import type { UploadsService } from '../uploads/types.ts';
import type { HealthService, SystemService } from '../watching/types.ts';
import type { WebhookAdmin, WebhookAnnouncer } from '../webhooks/types.ts';
import type { ConsoleRoute, Role } from './access.ts';
import type { BackupsAnswer } from './backups/contract.ts';
import type { LanguagesInstall, ModelInfo } from './installation/contract.ts';

/** What is there of models, told by the part that knows their folders. */
export interface ModelInventory {
  /** Of installed models. */
  folder: string;
  /** Nothing may be downloaded. */
  isOffline: boolean;
  inventory(): Promise<ModelInfo[]>;
}

/** The recogniser of more languages: how its installation stands. */
export interface LanguagesOfConsole {
  /** Null where nothing may be fetched, or the settings name another recogniser. */
  describe(): Promise<LanguagesInstall | null>;
  /** A worker begins within seconds. @throws ApiError INVALID_INPUT where `describe` gives null */
  request(): Promise<void>;
  /** The worker ends it within seconds; what was fetched is kept for the next time. */
  cancel(): Promise<void>;
}

/** The server's own backups, told by the part that knows where they are. */
export interface BackupsOfConsole {
  describe(): Promise<BackupsAnswer>;
  /** A worker begins within seconds. @throws ApiError INVALID_INPUT where the server makes none */
  request(what: 'backup' | 'verification'): Promise<void>;
}

/**
 * What the console's routes are made of. Each area adds its services here, `composeConsole` makes them.
 */
export interface ConsoleDeps {
  db: Db;
  types: RunTypes;
  clock: Clock;
  sessions: Pick<SessionService, 'find' | 'look'>;
  accounts: AccountServices;
  audit: AuditService;
  /** How people reach this server, without a slash at the end; null: as each request did. */
  publicUrl: string | null;
  /** Roles that need a second factor. */
  secondFactorRoles: readonly Role[];
  /** Whether there is such a client, active or not. */
  clientExists(clientId: string): Promise<boolean>;
  newId: () => string;
  identity: IdentityService;
  credits: CreditsService;
  prices: PricesService;
  overview: OverviewService;
  health: HealthService;
  workers: RunQueue['workers'];
  models: ModelInventory;
  languages: LanguagesOfConsole;
  system: SystemService;
  backups: BackupsOfConsole;
  runs: RunsService;
  speech: SpeechService;
  reports: ReportService;
  listening: ListeningService;
  rescoring: RescoringService;
  retention: RetentionService;
  deletions: DeletionsService;
  jobs: JobsService;
  matches: MatchService;
  readings: ReadingsService;
  uploads: UploadsService;
  searches: SearchService;
  candidateRecords: CandidateRecords;
  shareLinks: ShareLinks;
  /** Of CV search. */
  candidates: CandidatesService;
  corpora: CorporaService;
  lists: ListsService;
  personas: PersonasService;
  personaPreview: PersonaPreview;
  personaTrials: PersonaTrials;
  /** Of voices that are tried out. */
  rates: RateWindows;
  interviews: SessionsService;
  invitations: InvitationsService;
  interviewSettings: InterviewSettings;
  interviewNotices: InterviewNotices;
  interviewAnswers: InterviewAnswers;
  /** Of interviews that were held. */
  interviewListening: ListeningService;
  blobs: BlobStore;
  webhooks: WebhookAdmin & Pick<WebhookAnnouncer, 'checkUrl'>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every console route that is not public. */
    signedIn: SignedIn;
    /** The caller's role in the client of the address; owners are owners everywhere. */
    consoleRole: Role;
    /** Whether the session that began this request still lives, and may still use its route. */
    mayGoOn(): Promise<boolean>;
    /**
     * Writes what was done into the audit log, under the action of `access.ts`. Every route that changes something
     * calls it, once it is done and in the same transaction; a success that was not recorded is a bug and answers 500.
     *
     * @param entry.by who did it, where that is not yet who is signed in
     */
    audit(entry: {
      target?: string | null;
      details?: Record<string, unknown>;
      clientId?: string | null;
      by?: Pick<User, 'id' | 'email'>;
    }): Promise<void>;
  }
  interface FastifyInstance {
    /** Runs the handler of a route that changes something as one transaction, unless `access.ts` says otherwise. */
    inItsTransaction<Result>(route: ConsoleRoute, work: () => Promise<Result>): Promise<Result>;
  }
}
