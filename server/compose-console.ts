import type { Kysely } from 'kysely';
import { composeBackupsPage } from './compose-backups-page.ts';
import { bucketUse } from './compose-blobs.ts';
import { composeLanguagesOfConsole } from './compose-languages-page.ts';
import { composeRetention } from './compose-retention.ts';
import type { Config } from './config/env.ts';
import type { Tables } from './db/tables.ts';
import { createFfmpegAudio } from './engines/audio/ffmpeg.ts';
import { listInventory } from './engines/models/inventory.ts';
import { modelPlaces, projectModels, thisMachine } from './engines/models/local.ts';
import { createOpenIdProvider } from './engines/openid/provider.ts';
import { type Finding, programFindings } from './engines/programs.ts';
import { createBestVoice } from './engines/tts/best-voice.ts';
import type { TtsEngine } from './engines/tts/port.ts';
import type { AppDeps } from './http/build-app.ts';
import { createAccounts } from './modules/accounts/service.ts';
import type { AuditService } from './modules/audit/types.ts';
import { createShareLinks } from './modules/candidates/links.ts';
import type { ConsoleDeps } from './modules/console/types.ts';
import type { CreditsService } from './modules/credits/types.ts';
import { createCvsService } from './modules/cvs/service.ts';
import { createRateWindows } from './modules/identity/rate-windows.ts';
import type { IdentityService } from './modules/identity/types.ts';
import { createPersonaPreview } from './modules/interview/preview.ts';
import { interviewRuns } from './modules/interview/run-type.ts';
import type {
  InterviewNotices,
  InterviewSettings,
  LivePresence,
  PersonasService,
  SessionsService,
} from './modules/interview/types.ts';
import { createReadingsService } from './modules/matching/readings.ts';
import { createOverviewService } from './modules/overview/service.ts';
import { createPricesService } from './modules/prices/service.ts';
import { createRescoringService } from './modules/rescoring/service.ts';
import type { createRunQueue } from './modules/runs/queue.ts';
import type { RunsService } from './modules/runs/types.ts';
import { createCorporaService } from './modules/search/corpora.ts';
import { createListsService } from './modules/search/lists.ts';
import { createListeningService } from './modules/speech/listening.ts';
import { createSystemService } from './modules/system/service.ts';
import { createUploadsService } from './modules/uploads/service.ts';
import { createSecretSeal } from './modules/webhooks/secret-seal.ts';
import type { WebhooksService } from './modules/webhooks/types.ts';
import { version } from './version.ts';

/** Version of Assay. */

/** What the console shares with the API; each area takes what it needs from here. */
export interface ConsoleParts
  extends Pick<
    AppDeps,
    | 'speech'
    | 'jobs'
    | 'matches'
    | 'searches'
    | 'candidates'
    | 'candidateRecords'
    | 'health'
    | 'blobs'
    | 'logger'
    | 'clock'
  > {
  db: Kysely<Tables>;
  config: Pick<
    Config,
    | 'dataDir'
    | 'backup'
    | 'blobs'
    | 's3'
    | 'databaseUrl'
    | 'modelsDir'
    | 'weightsDir'
    | 'offline'
    | 'asrEngine'
    | 'asrHttp'
    | 'searchPath'
    | 'publicUrl'
    | 'interviewModel'
    | 'oidc'
    | 'secondFactorRoles'
  >;
  identity: IdentityService;
  credits: CreditsService;
  runs: RunsService;
  queue: ReturnType<typeof createRunQueue>;
  webhooks: WebhooksService;
  audit: AuditService;
  personas: PersonasService;
  /** Of interviews; `sessions` of the console are people's. */
  interviews: SessionsService;
  interviewSettings: InterviewSettings;
  interviewNotices: InterviewNotices;
  presence: Pick<LivePresence, 'whyNotIn'>;
  /** From `installedVoices`. */
  voices: readonly TtsEngine[];
  /** What came of trying it at the start. */
  sandbox: Finding;
  /** From `loadKeyPepper`. */
  keyPepper: string;
  /** Of hashing passwords; that of the appliance unless given. */
  passwordCost?: Parameters<typeof createAccounts>[0]['passwordCost'];
  newId: () => string;
}

/** Makes the services behind /console/api, for the api process and for tests alike. */
export function composeConsole(parts: ConsoleParts): ConsoleDeps {
  const { db, clock, keyPepper, newId, runs, speech, identity, blobs, jobs, matches, webhooks } = parts;
  const { config, credits, health, queue, audit, personas, interviews, interviewSettings, interviewNotices } =
    parts;
  const places = modelPlaces(config);
  const seal = createSecretSeal(keyPepper, 'authenticator');
  const openId = config.oidc && { label: config.oidc.label, provider: createOpenIdProvider(config.oidc) };
  const accounts = createAccounts({
    db,
    clock,
    keyPepper,
    seal,
    audit,
    openId,
    passwordCost: parts.passwordCost,
    newId,
  });
  return {
    ...composeRetention({ db, blobs, clock, audit, config, newId }),
    accounts,
    sessions: accounts.sessions,
    audit,
    publicUrl: config.publicUrl,
    secondFactorRoles: config.secondFactorRoles,
    credits,
    health,
    prices: createPricesService({ db, clock }),
    overview: createOverviewService({ db, clock }),
    workers: queue.workers,
    models: {
      folder: config.modelsDir,
      isOffline: config.offline,
      inventory: async () =>
        (await listInventory({ places, projectFolder: projectModels, machine: thisMachine() })).map(
          ({ files, ...model }) => ({
            ...model,
            files: [...files],
          }),
        ),
    },
    languages: composeLanguagesOfConsole({ db, config, clock }),
    system: createSystemService({
      db,
      clock,
      config,
      version,
      startedAtMs: clock.now(),
      findPrograms: async () => [...(await programFindings(config.searchPath)), parts.sandbox],
      bucket: bucketUse(config),
    }),
    backups: composeBackupsPage({ db, config, clock }),
    jobs,
    matches,
    readings: createReadingsService({ runs, blobs, cvs: createCvsService({ db, blobs, clock, newId }) }),
    uploads: createUploadsService({ db, clock, newId }),
    searches: parts.searches,
    candidateRecords: parts.candidateRecords,
    shareLinks: createShareLinks({ db, clock, newId }),
    candidates: parts.candidates,
    corpora: createCorporaService({ db }),
    lists: createListsService({ db, clock }),
    personas,
    personaPreview: createPersonaPreview({
      voice: createBestVoice(parts.voices),
      presence: parts.presence,
      hasModel: config.interviewModel !== null,
    }),
    rates: createRateWindows({ db, clock }),
    interviews,
    interviewSettings,
    interviewNotices,
    interviewListening: createListeningService({
      engine: createFfmpegAudio(),
      blobs,
      folder: interviewRuns.files.folder,
    }),
    blobs,
    webhooks,
    db,
    clock,
    newId,
    runs,
    speech,
    identity,
    rescoring: createRescoringService({ db, runs, newId }),
    listening: createListeningService({ engine: createFfmpegAudio(), blobs }),
    clientExists: async (clientId) => (await identity.findClient(clientId)) !== undefined,
  };
}
