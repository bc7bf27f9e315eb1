import { resolve } from 'node:path';
import type { Config } from '../config/env.ts';
import { limits } from '../config/limits.ts';
import { fileOf } from '../db/database-fault.ts';
import { removeOldCopies } from '../db/kept-copy.ts';
import { sweepOrphanBlobs } from '../dispatch/orphan-blobs.ts';
import { poolProbes } from '../engines/audio/probe-pool.ts';
import { createReach } from '../engines/language-model/reach.ts';
import { installedVoices } from '../engines/models/installed-voices.ts';
import { createOpenIdProvider } from '../engines/openid/provider.ts';
import { programFindings } from '../engines/programs.ts';
import { createReportPdf } from '../engines/report-pdf/pdfkit.ts';
import { buildApp } from '../http/build-app.ts';
import { createPasses } from '../live/pass.ts';
import { addressGroup } from '../modules/accounts/attempts.ts';
import { createApiServer } from '../process/api-server.ts';
import type { ComposeContext, Service } from '../process/service.ts';
import { hours } from '../time.ts';
import { composeAccessRecord } from './access-record.ts';
import { composeBackupCheck } from './backup.ts';
import { bucketUse } from './blobs.ts';
import { composeConsole } from './console.ts';
import { openInstallation } from './installation.ts';
import { servicesOf } from './installation-services.ts';
import type { Parts } from './parts.ts';
import { createFileServices, createReports, createWatching } from './services.ts';
import { blobPlaces, checkSandbox } from './start.ts';

const pages = resolve(import.meta.dirname, '../web-dist');

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
  const openId = config.oidc && { label: config.oidc.label, provider: createOpenIdProvider(config.oidc) };
  const services = servicesOf(config, { db, keyPepper, logger, accounts: { openId } });
  const { audit, clock, presence, schedule } = services;
  const files = createFileServices(services, { blobs, audio: poolProbes(createAudio()), config });
  const watching = createWatching(services, {
    ...{ blobs, config },
    databaseFile: config.databaseUrl ? null : fileOf(config),
    sandboxHolds: sandbox.status === 'ok',
    languageModel: config.languageModel && createReach(config.languageModel),
    backup: composeBackupCheck({ schedule, config, clock }),
    findPrograms: async () => [...(await programFindings(config.searchPath)), sandbox],
    bucket: bucketUse(config),
  });
  const reports = createReports(services, { pdf: createReportPdf() });
  const consoleDeps = composeConsole({
    ...{ services, files, watching, reports, config },
    voices: await installedVoices(config),
  });
  const app = await buildApp({
    ...services,
    ...files,
    ...watching,
    reports,
    ...composeAccessRecord({ db, audit, clock, logger }),
    ...{ config, logger },
    liveAddress: presence.addressFor,
    livePasses: createPasses(keyPepper, clock),
    visitorOf: addressGroup,
    consolePages: resolve(pages, 'console'),
    candidatePages: resolve(pages, 'candidate'),
    console: consoleDeps,
  });
  return createApiServer({
    app,
    config,
    logger,
    sweep: async () => {
      const copies = await removeOldCopies(config, clock.now());
      if (copies.length > 0) logger.info({ copies }, 'removed old database copies made before upgrades');
      return sweepOrphanBlobs(
        { blobs, nowMs: clock.now() },
        { places: blobPlaces(db), olderThanMs: limits.orphanBlobAgeMs },
      );
    },
    sweepEveryMs: hours(1),
    setUpToken: async () => {
      const link = await services.accounts.invites.setUp('first start');
      if (!link) return null;
      await audit.record(db, {
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
