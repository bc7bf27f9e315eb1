import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Config } from '../config/env.ts';
import { limits } from '../config/limits.ts';
import { describeDatabase } from '../db/dialects/describe.ts';
import { overwriteFreedSpace } from '../db/overwrite-freed-space.ts';
import type { Tables } from '../db/tables.ts';
import type { AudioEngine } from '../engines/audio/port.ts';
import type { MailSender } from '../engines/mail/port.ts';
import type { WebhookSender } from '../engines/webhook-sender/port.ts';
import { createAccounts } from '../modules/accounts/service.ts';
import type { AuditService } from '../modules/audit/types.ts';
import { createShareLinks } from '../modules/candidates/links.ts';
import { createCandidateRecords } from '../modules/candidates/service.ts';
import { createPricesService } from '../modules/credits/prices.ts';
import { createCreditsService } from '../modules/credits/service.ts';
import { createCvsService } from '../modules/cvs/service.ts';
import { createIdempotencyService } from '../modules/idempotency/service.ts';
import { createRateWindows } from '../modules/identity/rate-windows.ts';
import { createIdentityService } from '../modules/identity/service.ts';
import { createSchedule } from '../modules/installation/schedule.ts';
import { createInterviewAnalysis } from '../modules/interview/analysis.ts';
import { createInterviewAnnouncer } from '../modules/interview/announce.ts';
import { createLiveInterviews } from '../modules/interview/live.ts';
import { createInterviewNotices } from '../modules/interview/notices.ts';
import { createPersonasService } from '../modules/interview/personas.ts';
import { createLivePresence } from '../modules/interview/presence.ts';
import { interviewRuns } from '../modules/interview/run-type.ts';
import { createSessionsService } from '../modules/interview/service.ts';
import { createInterviewSettings } from '../modules/interview/settings.ts';
import { createPersonaTrials } from '../modules/interview/trials.ts';
import { createInvitationMails } from '../modules/invitations/mails.ts';
import { createInvitations } from '../modules/invitations/service.ts';
import { createJobsService } from '../modules/jobs/service.ts';
import { createMatchAnnouncer } from '../modules/matching/announce.ts';
import { createReadingsService } from '../modules/matching/readings.ts';
import { createMatchService } from '../modules/matching/service.ts';
import { createOverviewService } from '../modules/overview/service.ts';
import { createDeletionsService } from '../modules/retention/deletions.ts';
import { createMachineKeeper } from '../modules/retention/machines.ts';
import { effectiveRules } from '../modules/retention/queries.ts';
import { createRetentionService } from '../modules/retention/service.ts';
import { createRunsAdmin } from '../modules/runs/admin.ts';
import { createPollNotes } from '../modules/runs/poll-notes.ts';
import { createRunQueue } from '../modules/runs/queue.ts';
import { createReadiness, createRunsService } from '../modules/runs/service.ts';
import type { RunsService, WhenEnded } from '../modules/runs/types.ts';
import { createCorporaService } from '../modules/search/corpora.ts';
import { createCandidatesService } from '../modules/search/ingest/candidates.ts';
import { createPool } from '../modules/search/ingest/pool.ts';
import { createListsService } from '../modules/search/lists.ts';
import { forgetPooled } from '../modules/search/queries.ts';
import { createSearchEnder } from '../modules/search/search/announce.ts';
import { createSearchService } from '../modules/search/service.ts';
import { createHeardLanguages } from '../modules/speech/languages.ts';
import { createListeningService } from '../modules/speech/listening.ts';
import { createReportService } from '../modules/speech/report/service.ts';
import { createRescoringService, createResultReplacer } from '../modules/speech/rescoring.ts';
import { createSpeechService } from '../modules/speech/service.ts';
import { createUploadsService } from '../modules/uploads/service.ts';
import { createHealthService } from '../modules/watching/health.ts';
import { createHealthChecks } from '../modules/watching/health-checks.ts';
import { createMetricsService } from '../modules/watching/metrics.ts';
import { createEnded } from '../modules/watching/metrics-ended.ts';
import { createFigures } from '../modules/watching/metrics-registry.ts';
import { createStanding } from '../modules/watching/metrics-standing.ts';
import { createSystemService } from '../modules/watching/system.ts';
import { createSecretSeal } from '../modules/webhooks/secret-seal.ts';
import { createWebhooksService } from '../modules/webhooks/service.ts';
import type { BlobStore } from '../storage/port.ts';
import { version } from '../version.ts';
import { type AuditParts, createAudit } from './audit.ts';
import { runTypes } from './run-types.ts';

export interface ServiceParts extends AuditParts {
  db: Kysely<Tables>;
  newId?: () => string;
  webhookSender: WebhookSender;
  /** What happens in the transaction that ends a run, by the name of its type; what the appliance does unless given. */
  whenEnded?: Readonly<Record<string, WhenEnded>>;
  /** People's sign-in; without single sign-on, and at the appliance's cost of passwords, unless given. */
  accounts?: Pick<Parameters<typeof createAccounts>[0], 'openId' | 'passwordCost'>;
  /** What writes entries in place of the audit log; for tests. */
  replaceAudit?: (audit: AuditService) => AuditService;
  /** What submissions meet in place of the runs service; for tests. */
  replaceRuns?: (runs: RunsService) => RunsService;
}

/**
 * The services that need nothing but the database, in the order of the modules' floors: what every process, the command line and tests
 * work with. Services are made in this file alone, but for the audit log, which the supervisor needs without all others.
 */
export function createServices(parts: ServiceParts) {
  const { db, clock, newId = randomUUID, keyPepper } = parts;
  const types = runTypes;

  const credits = createCreditsService({ db, types, clock, newId });
  const prices = createPricesService({ db, clock });
  const idempotency = createIdempotencyService({ db, clock });
  const schedule = createSchedule({ db, clock });
  const webhooks = createWebhooksService({ db, clock, sender: parts.webhookSender, keyPepper, newId });
  const identity = createIdentityService({ db, clock, keyPepper, newId });

  const log = createAudit(parts);
  const audit = parts.replaceAudit?.(log) ?? log;

  const whenEnded = parts.whenEnded ?? {
    cv_deepmatch: createMatchAnnouncer({ webhooks }),
    cv_deepsearch: createSearchEnder({ webhooks }),
    interview: createInterviewAnnouncer({ webhooks }),
    speech_rescore: createResultReplacer(audit),
  };
  const runs = createRunsService({ db, types, credits, clock });
  const queue = createRunQueue({ db, types, credits, clock, limits, whenEnded });
  const submissions = parts.replaceRuns?.(runs) ?? runs;
  const { workers } = queue;
  const assertReady = createReadiness({ workers, clock });
  const jobs = createJobsService({ db, clock });

  const seal = createSecretSeal(keyPepper, 'authenticator');
  const accounts = createAccounts({ db, clock, keyPepper, seal, audit, newId, ...parts.accounts });
  const heard = createHeardLanguages({ workers, clock });

  const presence = createLivePresence({ db, clock, heard });
  const personas = createPersonasService({ db, jobs, presence, clock });
  const sessions = createSessionsService({
    ...{ db, runs, personas, jobs, presence, credits, prices, keyPepper, clock },
  });

  const candidates = createCandidatesService({ db, clock });

  return {
    ...{ db, clock, newId, types, keyPepper },
    ...{ credits, prices, idempotency, schedule, webhooks, identity, audit, runs, queue, assertReady, jobs },
    ...{ accounts, heard, presence, personas },
    /** Of interviews; those of people are `accounts.sessions`. */
    sessions,
    /** The runs service, as submissions meet it. */
    submissions,
    rates: createRateWindows({ db, clock }),
    polls: createPollNotes({ db, clock }),
    runsAdmin: createRunsAdmin({ db, types }),
    overview: createOverviewService({ db, clock }),
    rescoring: createRescoringService({ db, runs, newId }),
    personaTrials: createPersonaTrials({ personas, presence, keyPepper, clock, newId }),
    interviewSettings: createInterviewSettings({ db, webhooks, clock }),
    interviewNotices: createInterviewNotices({ db, rulesOf: effectiveRules, clock }),
    searches: createSearchService({
      ...{ db, runs: submissions, jobs, webhooks, assertReady, prices, newId },
    }),
    /** Of CV search. */
    candidates,
    pool: createPool({ db, candidates }),
    corpora: createCorporaService({ db }),
    lists: createListsService({ db, clock }),
    candidateRecords: createCandidateRecords({ db, types, clock, newId }),
    shareLinks: createShareLinks({ db, clock, newId }),
    uploads: createUploadsService({ db, clock, newId }),
  };
}

export type Services = ReturnType<typeof createServices>;

export interface FileServiceParts {
  blobs: BlobStore;
  /** `probe` alone where nothing is listened to. */
  audio: Pick<AudioEngine, 'probe'>;
  config: Pick<Config, 'databaseUrl'>;
}

/** The services that work with the files of runs, too. */
export function createFileServices(services: Services, { blobs, audio, config }: FileServiceParts) {
  const { db, clock, newId, types, schedule, audit, credits, prices, identity, queue, jobs } = services;
  const { assertReady, webhooks, submissions: runs } = services;
  const { workers } = queue;
  const cvs = createCvsService({ db, blobs, clock, newId, whenForgotten: forgetPooled });
  const speech = createSpeechService({ runs, blobs, audio, workers, assertReady, credits, prices, clock });
  const keeping = { db, types, blobs, cvs, clock, schedule };
  return {
    ...{ blobs, cvs, speech },
    matches: createMatchService({
      ...{ runs, jobs, webhooks, blobs, cvs, assertReady, credits, prices, newId },
    }),
    readings: createReadingsService({ runs, blobs, cvs }),
    analysis: createInterviewAnalysis({ db, blobs, speech, identity }),
    retention: createRetentionService(keeping),
    deletions: createDeletionsService({
      ...keeping,
      ...{ audit, newId },
      overwriteFreedSpace: () => overwriteFreedSpace(db, config),
    }),
    machines: createMachineKeeper({ db, clock }),
  };
}

export type FileServices = ReturnType<typeof createFileServices>;

export interface WatchingParts
  extends Pick<HealthParts, 'databaseFile' | 'sandboxHolds' | 'languageModel' | 'backup'> {
  blobs: BlobStore;
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'modelsDir'>;
  findPrograms: SystemParts['findPrograms'];
  bucket: SystemParts['bucket'];
}
type HealthParts = Parameters<typeof createHealthChecks>[0];
type SystemParts = Parameters<typeof createSystemService>[0];

/** How the installation does: for the process that answers requests. */
export function createWatching(
  { db, clock, queue, types, heard }: Services,
  { blobs, config, findPrograms, bucket, ...checked }: WatchingParts,
) {
  const { workers } = queue;
  const health = createHealthService({
    checks: createHealthChecks({ db, blobs, workers, clock, ...checked }),
    languages: heard,
    clock,
  });
  const figures = createFigures();
  const services = types.all.map(({ name }) => name);
  const metrics = createMetricsService({
    figures,
    reads: [
      createStanding({
        ...{ db, clock, figures, services, workers, health },
        dataDir: config.dataDir,
        databaseBytes: async () => (await describeDatabase(db, config)).sizeBytes,
      }),
      createEnded({ db, clock, figures, services }),
    ],
    version,
    clock,
  });
  const system = createSystem({ db, clock, config, findPrograms, bucket });
  return { health, metrics, system };
}

/** What this machine and its installation are made of. */
export const createSystem = (parts: Omit<SystemParts, 'version' | 'startedAtMs'>) =>
  createSystemService({ ...parts, version, startedAtMs: parts.clock.now() });

export type Watching = ReturnType<typeof createWatching>;

/**
 * What a process does to sessions: a live process that holds them, and a worker that ends those whose time is over.
 *
 * @param processId in leases
 */
export const createInterviewHolder = (
  { db, queue, credits, identity, jobs, clock, keyPepper }: Services,
  { blobs, processId }: { blobs: Pick<BlobStore, 'put'>; processId: string },
) =>
  createLiveInterviews({
    ...{ db, blobs, queue, credits, identity, jobs, clock, keyPepper, processId },
    rulesOf: effectiveRules,
  });

/** Reports of finished runs: for the process that answers requests. */
export const createReports = (
  { jobs, candidateRecords }: Services,
  { pdf }: { pdf: Parameters<typeof createReportService>[0]['pdf'] },
) => createReportService({ jobs, people: candidateRecords, pdf });
/** Invitations as the console makes them. */
export const createInvitationsOfConsole = (services: Services, config: Pick<Config, 'mail'>) =>
  createInvitations({ ...services, canMail: config.mail !== null });

/** The mails of invitations, for a worker. @param sender made of the settings; never asked where there is no mail server */
export const createMailsOfInvitations = (
  services: Services,
  { mail, publicUrl }: Pick<Config, 'mail' | 'publicUrl'>,
  senderOf: (mail: NonNullable<Config['mail']>) => MailSender,
) =>
  createInvitationMails({
    ...services,
    // Settings with the one have the other.
    outgoing:
      mail && publicUrl !== null ? { sender: senderOf(mail), from: mail.from.address, publicUrl } : null,
  });

/** Recordings for people's ears: of submissions, and of interviews that were held here. */
export const createEars = (parts: {
  engine: Parameters<typeof createListeningService>[0]['engine'];
  blobs: BlobStore;
}) => ({
  listening: createListeningService(parts),
  interviewListening: createListeningService({ ...parts, folder: interviewRuns.files.folder }),
});
