import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Config } from '../config/env.ts';
import { limits } from '../config/limits.ts';
import type { Passes } from '../live/pass.ts';
import { candidateApiRoutes } from '../modules/candidates/routes.ts';
import type { CandidateRecords } from '../modules/candidates/types.ts';
import { consoleRoutes } from '../modules/console/routes.ts';
import type { ConsoleDeps } from '../modules/console/types.ts';
import { creditsRoutes } from '../modules/credits/routes.ts';
import type { CreditsService } from '../modules/credits/types.ts';
import type { IdempotencyService } from '../modules/idempotency/types.ts';
import type { IdentityService, RateWindows } from '../modules/identity/types.ts';
import { interviewWebhooks } from '../modules/interview/contract.ts';
import { interviewRoutes } from '../modules/interview/routes.ts';
import type { PersonasService, SessionsService } from '../modules/interview/types.ts';
import { jobsRoutes } from '../modules/jobs/routes.ts';
import type { JobsService } from '../modules/jobs/types.ts';
import { matchWebhooks } from '../modules/matching/contract.ts';
import { matchRoutes } from '../modules/matching/routes.ts';
import type { MatchService } from '../modules/matching/types.ts';
import { runsRoutes } from '../modules/runs/routes.ts';
import type { RunTypes } from '../modules/runs/run-type.ts';
import type { PollNotes, RunsService } from '../modules/runs/types.ts';
import { searchWebhooks } from '../modules/search/contract.ts';
import { searchRoutes } from '../modules/search/routes.ts';
import type { CandidatesService, SearchService } from '../modules/search/types.ts';
import { speechRoutes } from '../modules/speech/routes.ts';
import type { ReportService, SpeechService } from '../modules/speech/types.ts';
import { addMetrics, healthRoutes } from '../modules/watching/routes.ts';
import type { HealthService, MetricsService } from '../modules/watching/types.ts';
import type { WebhookAnnouncer } from '../modules/webhooks/types.ts';
import type { BlobStore } from '../storage/port.ts';
import { type Clock, minutes } from '../time.ts';
import { addAccessLog } from './plugins/access-log.ts';
import { type AccessRecordDeps, addAccessRecord } from './plugins/access-record.ts';
import { addApiKey } from './plugins/api-key.ts';
import { addCandidatePages } from './plugins/candidate-pages.ts';
import { addConsolePages } from './plugins/console-pages.ts';
import { addEnvelope, sendError } from './plugins/envelope.ts';
import { addErrorPage } from './plugins/error-page.ts';
import { addIdempotency } from './plugins/idempotency.ts';
import { addKnownQuery } from './plugins/known-query.ts';
import { addLiveConnections, isLivePage } from './plugins/live-connections.ts';
import { malformedHttp } from './plugins/malformed-http.ts';
import { addNotFound } from './plugins/not-found.ts';
import { addOpenapi } from './plugins/openapi.ts';
import { addPermission } from './plugins/permission.ts';
import { addPollLimit } from './plugins/poll-limit.ts';
import { addRateLimit } from './plugins/rate-limit.ts';
import { addSubmission } from './plugins/submission.ts';
import { addUnreadBody, type RefusedBodyLimits } from './plugins/unread-body.ts';
import { addUpload } from './plugins/upload.ts';
import { requestIdOf } from './request-id.ts';
import { schemaCompilers } from './schema-compilers.ts';
import { createUploadSlots, type UploadSlots } from './upload-slots.ts';

export interface AppDeps extends AccessRecordDeps {
  identity: Pick<IdentityService, 'authenticate'>;
  rates: RateWindows;
  polls: PollNotes;
  runs: Pick<RunsService, 'list'>;
  types: RunTypes;
  credits: Pick<CreditsService, 'balance'>;
  speech: SpeechService;
  reports: ReportService;
  jobs: JobsService;
  matches: MatchService;
  searches: SearchService;
  candidateRecords: CandidateRecords;
  /** Of CV search. */
  candidates: CandidatesService;
  personas: PersonasService;
  sessions: SessionsService;
  webhooks: Pick<WebhookAnnouncer, 'checkUrl'>;
  health: HealthService;
  idempotency: IdempotencyService;
  blobs: BlobStore;
  /** Where a live process listens; null while there is none. */
  liveAddress: (device: string | null) => Promise<string | null>;
  livePasses: Pick<Passes, 'of'>;
  /** The part of an address that belongs to one visitor: of IPv6 the whole /64. */
  visitorOf: (address: string) => string;
  /** Folder of the console's built pages. */
  consolePages: string;
  /** Likewise, of the candidate's page. */
  candidatePages: string;
  /** From `composeConsole`. */
  console: ConsoleDeps;
  /** From `composeMetrics`. */
  metrics: MetricsService;
  config: Pick<Config, 'trustProxy' | 'metricsToken'>;
  clock: Clock;
  logger: FastifyBaseLogger;
  newId: () => string;
  /** How long an upload may pause; the limit of the appliance unless given. */
  idleUploadMs?: number;
  /** Likewise. */
  uploadSlots?: UploadSlots;
  /** Likewise, of batches of candidates. */
  batchSlots?: UploadSlots;
  /** What is still read of a refused body; the limits of the appliance unless given. */
  refusedBody?: RefusedBodyLimits;
}

/** A 25 MB upload at 30 KB/s; shorter pauses than this are an idle upload's own limit. */
const REQUEST_TIMEOUT_MS = minutes(15);

/** The HTTP interface over the services; the caller makes it listen. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { clock, newId, config } = deps;
  const submissions = { blobs: deps.blobs, newId, uploadSlots: deps.uploadSlots ?? createUploadSlots() };
  const app = createServer(deps);
  addAccessLog(app);
  addMetrics(app, { metrics: deps.metrics, token: config.metricsToken });
  addAccessRecord(app, deps);
  addEnvelope(app, { clock, publicUrl: deps.console.publicUrl });
  addNotFound(app, { clock });
  addUnreadBody(app, deps);
  await addOpenapi(app, { ...deps, webhooks: { ...matchWebhooks, ...searchWebhooks, ...interviewWebhooks } });
  addErrorPage(app);

  await app.register(
    async (api) => {
      await api.register(healthRoutes(deps));
      await api.register(async (guarded) => {
        addApiKey(guarded, deps);
        addPermission(guarded, deps);
        addRateLimit(guarded, deps);
        addIdempotency(guarded, deps);
        addKnownQuery(guarded);
        addPollLimit(guarded, deps);
        addUpload(guarded, deps);
        addSubmission(guarded, submissions);
        await guarded.register(creditsRoutes(deps));
        await guarded.register(runsRoutes(deps));
        await guarded.register(speechRoutes({ ...deps, retention: deps.console.retention }));
        await guarded.register(matchRoutes({ ...deps, retention: deps.console.retention }));
        await guarded.register(
          searchRoutes({
            ...deps,
            retention: deps.console.retention,
            batchSlots:
              deps.batchSlots ?? createUploadSlots(limits.search.batch.atOnce, 'batches of candidates'),
          }),
        );
        await guarded.register(jobsRoutes(deps));
        await guarded.register(candidateApiRoutes(deps));
        await guarded.register(interviewRoutes({ ...deps, publicUrl: deps.console.publicUrl }));
      });
    },
    { prefix: '/api/v1' },
  );
  await app.register(
    async (consoleApi) => {
      addIdempotency(consoleApi, deps);
      addUpload(consoleApi, deps);
      addSubmission(consoleApi, submissions);
      await consoleApi.register(consoleRoutes(deps.console));
    },
    { prefix: '/console/api' },
  );
  addLiveConnections(app, {
    live: deps.liveAddress,
    passes: deps.livePasses,
    visitorOf: deps.visitorOf,
    trustProxy: config.trustProxy,
    publicUrl: deps.console.publicUrl,
    logger: deps.logger,
    clock,
  });
  await addCandidatePages(app, { folder: deps.candidatePages, publicUrl: deps.console.publicUrl });
  await addConsolePages(app, { folder: deps.consolePages });
  return app;
}

function createServer({ logger, config, clock, newId }: AppDeps): FastifyInstance {
  return Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers }) => requestIdOf(headers) ?? newId(),
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    // An id of any length that fits a request line is an unknown id, not an unknown address.
    routerOptions: { maxParamLength: 16_384 },
    requestTimeout: REQUEST_TIMEOUT_MS,
    // While closing, requests on open connections are still served.
    return503OnClosing: false,
    schemaController: { compilersFactory: schemaCompilers },
    // Node's own refusal of a request without Host has no body; `addEnvelope` refuses it.
    http: { shouldUpgradeCallback: isLivePage, requireHostHeader: false },
    clientErrorHandler: malformedHttp({ clock }),
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply, clock),
  });
}
