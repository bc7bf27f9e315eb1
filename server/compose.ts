import { randomUUID } from 'node:crypto';
import { availableParallelism, getPriority, setPriority, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { putInPlace } from './backup/put-in-place.ts';
import { composeAccessRecord, composeAudit } from './compose-audit.ts';
import { composeBackupCheck, composeScheduledBackup } from './compose-backup.ts';
import { checkBlobs, openBlobs } from './compose-blobs.ts';
import { composeConsole } from './compose-console.ts';
import { composeInterviews, composeLiveInterviews } from './compose-interviews.ts';
import { composeLive } from './compose-live.ts';
import { joinMachines } from './compose-machines.ts';
import { composeMetrics } from './compose-metrics.ts';
import { composeRetention } from './compose-retention.ts';
import { composeSearchWorker } from './compose-search.ts';
import type { Config } from './config/env.ts';
import { limits } from './config/limits.ts';
import { DatabaseFault, fileOf } from './db/database-fault.ts';
import { openDatabase } from './db/open-database.ts';
import type { Tables } from './db/tables.ts';
import { machineIdOf, thisHost } from './dispatch/host.ts';
import { createHousekeeping } from './dispatch/housekeeping.ts';
import { type BlobPlace, sweepOrphanBlobs } from './dispatch/orphan-blobs.ts';
import { checkServices, type RunServices, stepsOf } from './dispatch/registry.ts';
import { createWebhookDeliveries } from './dispatch/webhook-deliveries.ts';
import { createWorkFolders } from './dispatch/work-folders.ts';
import { createDispatchWorker } from './dispatch/worker.ts';
import { type ChosenRecogniser, chooseRecogniser } from './engines/asr/choose-recogniser.ts';
import { createFfmpegAudio } from './engines/audio/ffmpeg.ts';
import type { AudioEngine } from './engines/audio/port.ts';
import { poolProbes } from './engines/audio/probe-pool.ts';
import { createReach } from './engines/language-model/reach.ts';
import { checkModelsAtBoot, hashCachePath } from './engines/models/boot-check.ts';
import { embeddedModels, type LocalModel, modelPlaces, projectModels } from './engines/models/local.ts';
import { installedVoices } from './engines/tts/installed-voices.ts';
import { createWebhookSender } from './engines/webhook-sender/sender.ts';
import { buildApp } from './http/build-app.ts';
import { createLanes } from './lanes/lanes.ts';
import { createPasses } from './live/pass.ts';
import type { Logger } from './logging.ts';
import { addressGroup } from './modules/accounts/attempts.ts';
import { createAnchorPost } from './modules/audit/anchor-post.ts';
import { createCreditsService } from './modules/credits/service.ts';
import { folder as cvsFolder } from './modules/cvs/files.ts';
import { createCvsService } from './modules/cvs/service.ts';
import { cvsAmong } from './modules/cvs/shared-queries.ts';
import { createHealthChecks } from './modules/health/checks.ts';
import { createHealthService } from './modules/health/service.ts';
import { createIdempotencyService } from './modules/idempotency/service.ts';
import { KeyPepperError, openKeyPepper } from './modules/identity/key-pepper.ts';
import { createRateWindows } from './modules/identity/rate-windows.ts';
import { createIdentityService } from './modules/identity/service.ts';
import { createInterviewAnalysis } from './modules/interview/analysis.ts';
import { createInterviewAnnouncer } from './modules/interview/announce.ts';
import { createJobsService } from './modules/jobs/service.ts';
import { createMatchAnnouncer } from './modules/matching/announce.ts';
import { createMatchService } from './modules/matching/service.ts';
import { createPricesService } from './modules/prices/service.ts';
import { createResultReplacer } from './modules/rescoring/service.ts';
import { createPollNotes } from './modules/runs/poll-notes.ts';
import { createRunQueue } from './modules/runs/queue.ts';
import { processedTypes, submittedTypes } from './modules/runs/registry.ts';
import type { ProcessingDeps } from './modules/runs/run-type.ts';
import { createRunsService } from './modules/runs/service.ts';
import { runsAmong } from './modules/runs/shared-queries.ts';
import { createSearchEnder } from './modules/search/announce.ts';
import { createCandidatesService } from './modules/search/candidates.ts';
import { createSearchService } from './modules/search/service.ts';
import { createSpeechService } from './modules/speech/service.ts';
import { createWebhooksService } from './modules/webhooks/service.ts';
import { isBucketAway } from './outages.ts';
import { createApiServer } from './process/api-server.ts';
import { HopelessError } from './process/run-child.ts';
import type { Composition, Service } from './process/service.ts';
import { makePrivate } from './storage/private-folder.ts';
import { hours, minutes, seconds, systemClock } from './time.ts';

/** What differs between the appliance and a test of its processes. */
export interface Parts {
  /** The entry file of the threads of lanes "speech" and "cpu". */
  laneEntryPath: string;
  /** The entry file of the threads of lane "cv". */
  cvLaneEntryPath: string;
  createServices: (deps: ProcessingDeps) => RunServices | Promise<RunServices>;
  createAudio: () => AudioEngine;
}

const clock = systemClock;

/** 0 is that of other processes, 19 the last. */
const workerNiceness = 5;

const DATABASE_PATIENCE_MS = minutes(2);
const DATABASE_LOOK_EVERY_MS = seconds(2);

/** Where uploads lie, and whose ids their folders are named by. */
const blobPlaces = (db: Kysely<Tables>): BlobPlace[] => [
  ...submittedTypes.map(({ files }) => ({
    folder: files.folder,
    knownAmong: (ids: readonly string[]) => runsAmong(db, ids),
  })),
  { folder: cvsFolder, knownAmong: (ids) => cvsAmong(db, ids) },
];

/** @throws HopelessError when a model that would be used is not what was installed */
const checkModels = (config: Config) =>
  checkModelsAtBoot({
    places: modelPlaces(config),
    bundledFolder: projectModels,
    cachePath: hashCachePath(config.dataDir),
  }).catch((cause: Error) => {
    throw new HopelessError(cause.message, { cause });
  });

/**
 * What hears, and how much of the machine it gets. More recognitions at once than runs would only hold memory.
 *
 * @throws HopelessError when the chosen model cannot be used
 */
const recogniserOf = async (config: Config, model: LocalModel | null): Promise<ChosenRecogniser> =>
  chooseRecogniser({
    wishes: config,
    model,
    embedded: await embeddedModels(config),
    copies: Math.min(config.laneThreads, config.workerConcurrency),
    machine: {
      cores: availableParallelism(),
      memoryBytes: Math.min(totalmem(), process.constrainedMemory() || totalmem()),
    },
  }).catch((cause: Error) => {
    throw new HopelessError(cause.message, { cause });
  });

/**
 * Waits for a PostgreSQL that is not there yet: after a power cut both start together.
 *
 * @throws HopelessError when the database cannot be used as it is
 */
const openPatiently = async (
  config: Config,
  { logger, whole }: { logger?: Logger; whole?: boolean } = {},
): Promise<Kysely<Tables>> => {
  const giveUpAt = performance.now() + DATABASE_PATIENCE_MS;
  for (;;) {
    try {
      return await openDatabase(config, { whole: whole ?? false });
    } catch (error) {
      if (!(error instanceof DatabaseFault)) throw error;
      if (!error.mayPass || performance.now() > giveUpAt)
        throw new HopelessError(error.message, { cause: error });
      logger?.warn({ fault: error.message }, 'waiting for the database');
      await delay(DATABASE_LOOK_EVERY_MS);
    }
  }
};

/** @throws HopelessError when the database knows another pepper */
const pepperOf = (db: Kysely<Tables>, config: Config): Promise<string> =>
  openKeyPepper(db, config, clock).catch((cause: Error) => {
    throw cause instanceof KeyPepperError ? new HopelessError(cause.message, { cause }) : cause;
  });

const withoutKey = ({ settings, copies, capacity }: ChosenRecogniser) => ({
  ...settings,
  ...(settings.kind === 'http' && { apiKey: settings.apiKey && '[set]' }),
  copies,
  memoryMb: capacity && Math.round(capacity.memoryBytes / 1024 ** 2),
});

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

/** Wires the processes; every concrete adapter is named here and in `lanes/entry`. */
export function createComposition(parts: Parts): Composition {
  const { laneEntryPath, cvLaneEntryPath, createServices, createAudio } = parts;
  return {
    async migrate(config) {
      const db = await openPatiently(config);
      await db.destroy();
    },

    async prepare(config, { logger }) {
      const restored = await putInPlace(config);
      if (restored) logger.warn({ restored }, 'finished a restore that was cut off');
      await checkModels(config);
      const open = await makePrivate(config.dataDir, { except: config.modelsDir });
      if (open.length > 0) logger.warn({ open }, 'other users can open these; see "assay doctor"');
      const db = await openPatiently(config, { logger, whole: true });
      try {
        const keyPepper = await pepperOf(db, config);
        const fault = await composeAudit({ db, clock, config, keyPepper }).takeUp();
        if (fault) logger.error({ fault }, 'the audit log is not what it was; see "assay audit verify"');
        // One machine, and the data folder is ours alone: no upload can be under way, so nothing need grow old
        // first. With PostgreSQL another machine may be receiving one into the same folder.
        const olderThanMs = config.databaseUrl ? limits.orphanBlobAgeMs : 0;
        if (!(await checkBlobs(config, logger))) return;
        const blobs = openBlobs(config);
        const removed = await sweepOrphanBlobs(
          { blobs, nowMs: clock.now() },
          { places: blobPlaces(db), olderThanMs },
        ).catch((error: unknown) => {
          if (!isBucketAway(error)) throw error;
          logger.error({ err: error }, 'what killed uploads left is looked for later');
          return [];
        });
        if (removed.length > 0) logger.info({ ids: removed }, 'removed uploads that became no run');
      } finally {
        await db.destroy();
      }
    },

    async api(config, { logger }) {
      const db = await openPatiently(config, { logger });
      const blobs = openBlobs(config);
      const { credits, runs, queue, jobs, prices } = composeData(db);
      const keyPepper = await pepperOf(db, config);
      const leave = await joinMachines({ db, config, blobs, clock, logger });
      const webhooks = composeWebhooks(db, { config, keyPepper });
      const identity = createIdentityService({ db, clock, keyPepper });
      const speech = createSpeechService({
        runs,
        blobs,
        audio: poolProbes(createAudio(), { atOnce: limits.probesAtOnce }),
        workers: queue.workers,
        credits,
        prices,
        clock,
      });
      const matches = createMatchService({
        runs,
        jobs,
        webhooks,
        blobs,
        cvs: createCvsService({ db, blobs, clock, newId: randomUUID }),
        workers: queue.workers,
        credits,
        prices,
        clock,
        newId: randomUUID,
      });
      const searches = createSearchService({
        db,
        runs,
        jobs,
        webhooks,
        workers: queue.workers,
        prices,
        clock,
        newId: randomUUID,
      });
      const health = createHealthService({
        checks: createHealthChecks({
          db,
          databaseFile: config.databaseUrl ? null : fileOf(config),
          blobs,
          workers: queue.workers,
          languageModel: config.languageModel && createReach(config.languageModel),
          backup: composeBackupCheck({ db, config, clock }),
          clock,
        }),
        languages: speech.languages,
        clock,
      });
      const { personas, sessions, presence, interviewSettings } = composeInterviews({
        db,
        runs,
        jobs,
        credits,
        prices,
        webhooks,
        keyPepper,
        clock,
      });
      const shared = {
        identity,
        runs,
        credits,
        speech,
        jobs,
        matches,
        searches,
        candidates: createCandidatesService({ db, clock }),
        personas,
        sessions,
        webhooks,
        health,
        blobs,
        config,
        clock,
        logger,
        newId: randomUUID,
      };
      const audit = composeAudit({
        db,
        clock,
        config,
        keyPepper,
        whenNotKept: (error) => logger.error({ err: error }, 'the end of the audit log could not be noted'),
      });
      const consoleDeps = composeConsole({
        ...shared,
        ...{ db, queue, audit, keyPepper, interviewSettings },
        interviews: sessions,
        voices: await installedVoices(config),
      });
      const app = await buildApp({
        ...shared,
        rates: createRateWindows({ db, clock }),
        polls: createPollNotes({ db, clock }),
        idempotency: createIdempotencyService({ db, clock }),
        ...composeAccessRecord({ db, audit, clock, logger }),
        liveAddress: presence.addressFor,
        livePasses: createPasses(keyPepper, clock),
        visitorOf: addressGroup,
        metrics: composeMetrics({ db, clock, config, health, workers: queue.workers }),
        consolePages: resolve(import.meta.dirname, 'web-dist/console'),
        candidatePages: resolve(import.meta.dirname, 'web-dist/candidate'),
        console: consoleDeps,
      });
      return createApiServer({
        app,
        config,
        logger,
        sweep: () =>
          sweepOrphanBlobs(
            { blobs, nowMs: clock.now() },
            { places: blobPlaces(db), olderThanMs: limits.orphanBlobAgeMs },
          ),
        sweepEveryMs: hours(1),
        setUpToken: async () => {
          const link = await consoleDeps.accounts.invites.setUp('first start');
          if (!link) return null;
          await consoleDeps.audit.record(db, {
            actor: { kind: 'system', id: 'start', name: 'first start' },
            action: 'owner.invite',
            clientId: null,
            target: `invite:${link.inviteId}`,
            details: {},
            ipAddress: null,
          });
          return link.token;
        },
        async close() {
          leave();
          await db.destroy();
        },
      });
    },

    async live(config, { logger }) {
      const model = await checkModels(config);
      const recogniser = await recogniserOf({ ...config, laneThreads: 1 }, model);
      logger.info({ recogniser: withoutKey(recogniser) }, 'recogniser chosen');
      const db = await openPatiently(config, { logger });
      const keyPepper = await pepperOf(db, config);
      const webhooks = composeWebhooks(db, { config, keyPepper });
      const blobs = openBlobs(config);
      const leave = await joinMachines({ db, config, blobs, clock, logger });
      return composeLive({
        ...composeData(db, { interview: createInterviewAnnouncer({ webhooks }) }),
        ...{ db, config, keyPepper, clock, logger, blobs, leave },
        recogniser: recogniser.settings,
      });
    },

    async worker(config, { logger, onFatal, deaths }): Promise<Service> {
      // Recordings can wait, people in interviews cannot. Threads and programs made from here on have it, too.
      // Somebody may have started all of this with `nice`: only root may go back from there.
      setPriority(Math.max(getPriority(), workerNiceness));
      // A worker by itself has nobody who looked before.
      const model = await checkModels(config);
      const recogniser = await recogniserOf(config, model);
      logger.info({ recogniser: withoutKey(recogniser) }, 'recogniser chosen');
      const blobs = openBlobs(config);
      const db = await openPatiently(config, { logger });
      const keyPepper = await pepperOf(db, config);
      const leave = await joinMachines({ db, config, blobs, clock, logger });
      const cvs = createCvsService({ db, blobs, clock, newId: randomUUID });
      const workerId = `worker_${randomUUID()}`;
      const search = await composeSearchWorker({ db, config, clock, logger, owner: workerId });
      const services = await createServices({ blobs, cvs, retriever: search.retriever });
      const settings = {
        modelsDir: config.modelsDir,
        recogniser: recogniser.settings,
        minMeanConfidence: config.asrMinMeanConfidence,
        minWordConfidence: config.asrMinWordConfidence,
      };
      const lanes = createLanes({
        lanes: {
          speech: {
            entryPath: laneEntryPath,
            threads: Math.min(config.laneThreads, recogniser.copies),
            steps: stepsOf(services, 'speech'),
            settings,
          },
          cpu: { entryPath: laneEntryPath, threads: 1, steps: stepsOf(services, 'cpu'), settings },
          cv: {
            entryPath: cvLaneEntryPath,
            threads: config.laneThreads,
            steps: stepsOf(services, 'cv'),
            settings: { languageModel: config.languageModel },
          },
        },
        onStuck: ({ lane, step }) => onFatal(`A thread of lane "${lane}" is stuck in step "${step}".`),
      });
      checkServices(services, { lanes: lanes.names });
      const webhooks = composeWebhooks(db, { config, keyPepper });
      const audit = composeAudit({
        db,
        clock,
        config,
        keyPepper,
        whenNotKept: (error) => logger.error({ err: error }, 'the end of the audit log could not be noted'),
      });
      const anchorPost = createAnchorPost({
        current: () => audit.currentAnchor(),
        url: config.auditAnchors.url,
        key: config.auditAnchors.key ?? '',
        log: logger,
      });
      const data = composeData(db, {
        cv_deepmatch: createMatchAnnouncer({ webhooks }),
        cv_deepsearch: createSearchEnder({ webhooks }),
        speech_rescore: createResultReplacer(audit),
        interview: createInterviewAnnouncer({ webhooks }),
      });
      const { queue } = data;
      const deliveries = createWebhookDeliveries({ outbox: webhooks.outbox, logger });
      const workFolders = createWorkFolders({
        root: join(config.scratchDir, 'work'),
        queue,
      });
      const housekeeping = createHousekeeping({
        ...composeRetention({ db, blobs, clock, audit, config }),
        interviews: composeLiveInterviews({ ...data, db, blobs, keyPepper, clock, processId: workerId }),
        analysis: createInterviewAnalysis({
          ...{ db, blobs, identity: createIdentityService({ db, clock, keyPepper }) },
          speech: createSpeechService({
            ...{ ...data, blobs, clock, workers: queue.workers },
            audio: createAudio(),
          }),
        }),
        machine: { id: await machineIdOf(config.scratchDir), host: thisHost() },
        workFolders,
        owner: workerId,
        logger,
      });
      const backups = composeScheduledBackup({ db, config, clock, logger, owner: workerId });
      const worker = createDispatchWorker({
        queue,
        lanes,
        services,
        blobs,
        workFolders,
        clock,
        logger,
        workerId,
        host: thisHost(),
        deaths,
        concurrency: config.workerConcurrency,
      });
      return {
        async start() {
          // Results wait for nobody's engines.
          deliveries.start();
          anchorPost.start();
          search.embedding.start();
          await housekeeping.start();
          backups?.start();
          await worker.start();
          return {};
        },
        async stop() {
          await Promise.all([worker.stop(), deliveries.stop(), housekeeping.stop(), anchorPost.stop()]);
          await backups?.stop();
          await search.embedding.stop();
          await lanes.close();
          await search.close();
          leave();
          await db.destroy();
        },
      };
    },
  };
}

/** How each type of run is processed in the appliance. */
export const runServices = (deps: ProcessingDeps): RunServices =>
  Object.fromEntries(processedTypes.map(({ name, processing }) => [name, processing!(deps)]));

/** The appliance. */
export const composition: Composition = createComposition({
  laneEntryPath: resolve(import.meta.dirname, 'lanes/entry/speech.ts'),
  cvLaneEntryPath: resolve(import.meta.dirname, 'lanes/entry/cv.ts'),
  createServices: runServices,
  createAudio: () => createFfmpegAudio(),
});
