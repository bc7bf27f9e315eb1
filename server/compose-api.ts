import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { composeAccessRecord, composeAudit } from './compose-audit.ts';
import { composeBackupCheck } from './compose-backup.ts';
import { composeConsole } from './compose-console.ts';
import { composeData, composeWebhooks } from './compose-data.ts';
import { composeInterviews } from './compose-interviews.ts';
import { openInstallation } from './compose-machines.ts';
import { composeMetrics } from './compose-metrics.ts';
import type { Parts } from './compose-parts.ts';
import { blobPlaces, checkSandbox } from './compose-start.ts';
import type { Config } from './config/env.ts';
import { limits } from './config/limits.ts';
import { fileOf } from './db/database-fault.ts';
import { removeOldCopies } from './db/kept-copy.ts';
import { sweepOrphanBlobs } from './dispatch/orphan-blobs.ts';
import { poolProbes } from './engines/audio/probe-pool.ts';
import { createReach } from './engines/language-model/reach.ts';
import { createReportPdf } from './engines/report-pdf/pdfkit.ts';
import { installedVoices } from './engines/tts/installed-voices.ts';
import { buildApp } from './http/build-app.ts';
import { createPasses } from './live/pass.ts';
import { addressGroup } from './modules/accounts/attempts.ts';
import { createCandidateRecords } from './modules/candidates/service.ts';
import { createCvsService } from './modules/cvs/service.ts';
import { createHealthChecks } from './modules/health/checks.ts';
import { createHealthService } from './modules/health/service.ts';
import { createIdempotencyService } from './modules/idempotency/service.ts';
import { createRateWindows } from './modules/identity/rate-windows.ts';
import { createIdentityService } from './modules/identity/service.ts';
import { createMatchService } from './modules/matching/service.ts';
import { createPollNotes } from './modules/runs/poll-notes.ts';
import { createCandidatesService } from './modules/search/candidates.ts';
import { createSearchService } from './modules/search/service.ts';
import { createReportService } from './modules/speech/report/service.ts';
import { createSpeechService } from './modules/speech/service.ts';
import { createApiServer } from './process/api-server.ts';
import type { ComposeContext, Service } from './process/service.ts';
import { hours, systemClock } from './time.ts';

const clock = systemClock;

/** The process that answers requests. */
export async function composeApi(
  { createAudio }: Pick<Parts, 'createAudio'>,
  config: Config,
  { logger }: ComposeContext,
): Promise<Service> {
  const [{ db, blobs, keyPepper, leave }, sandbox] = await Promise.all([
    openInstallation(config, { logger }),
    checkSandbox(config, logger),
  ]);
  const { credits, runs, queue, jobs, prices } = composeData(db);
  const webhooks = composeWebhooks(db, { config, keyPepper });
  const identity = createIdentityService({ db, clock, keyPepper });
  const speech = createSpeechService({
    runs,
    blobs,
    audio: poolProbes(createAudio()),
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
      sandboxHolds: sandbox.status === 'ok',
      languageModel: config.languageModel && createReach(config.languageModel),
      backup: composeBackupCheck({ db, config, clock }),
      clock,
    }),
    languages: speech.languages,
    clock,
  });
  const { personas, sessions, presence, interviewSettings, interviewNotices } = composeInterviews({
    db,
    runs,
    jobs,
    credits,
    prices,
    webhooks,
    keyPepper,
    clock,
    heard: speech.languages,
  });
  const candidateRecords = createCandidateRecords({ db, clock, newId: randomUUID });
  const shared = {
    identity,
    runs,
    credits,
    speech,
    jobs,
    matches,
    searches,
    candidateRecords,
    reports: createReportService({ jobs, people: candidateRecords, pdf: createReportPdf() }),
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
  const audit = composeAudit({ db, clock, config, keyPepper, logger });
  const consoleDeps = composeConsole({
    ...shared,
    ...{ db, queue, audit, keyPepper, interviewSettings, interviewNotices, sandbox },
    interviews: sessions,
    presence,
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
    sweep: async () => {
      const copies = await removeOldCopies(config, clock.now());
      if (copies.length > 0)
        logger.info({ copies }, 'removed old copies of the database from before an upgrade');
      return sweepOrphanBlobs(
        { blobs, nowMs: clock.now() },
        { places: blobPlaces(db), olderThanMs: limits.orphanBlobAgeMs },
      );
    },
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
}
