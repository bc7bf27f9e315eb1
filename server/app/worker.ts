import { randomUUID } from 'node:crypto';
import { getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config/env.ts';
import { machineIdOf, thisHost } from '../dispatch/host.ts';
import { createHousekeeping, type Housekeeping } from '../dispatch/housekeeping.ts';
import { checkServices, type RunServices, stepsOf } from '../dispatch/registry.ts';
import { createWebhookDeliveries } from '../dispatch/webhook-deliveries.ts';
import { createWorkFolders, type WorkFolders } from '../dispatch/work-folders.ts';
import { createDispatchWorker } from '../dispatch/worker.ts';
import { createSmtpSender } from '../engines/mail/smtp.ts';
import { createLanes, type Lanes } from '../lanes/lanes.ts';
import type { Logger } from '../logging.ts';
import { createAnchorPost } from '../modules/audit/anchor-post.ts';
import type { ComposeContext, Service } from '../process/service.ts';
import type { BlobStore } from '../storage/port.ts';
import { systemClock } from '../time.ts';
import { composeScheduledBackup } from './backup.ts';
import { openInstallation } from './installation.ts';
import { servicesOf } from './installation-services.ts';
import { composeRequestedInstall } from './languages.ts';
import type { Parts } from './parts.ts';
import { composeSearchWorker } from './search-worker.ts';
import {
  createFileServices,
  createInterviewHolder,
  createMailsOfInvitations,
  type Services,
} from './services.ts';
import { checkModels, checkSandbox, recogniserOf, withoutKey } from './start.ts';

/** 0 is that of other processes, 19 the last. */
const workerNiceness = 5;

/** The process that runs the steps. */
export async function composeWorker(
  parts: Parts,
  config: Config,
  { logger, onFatal, renew, deaths }: ComposeContext,
): Promise<Service> {
  const bornAtMs = systemClock.now();
  // Recordings can wait, people in interviews cannot. Threads and programs made from here on have it, too.
  // The operator may have started all of this with `nice`: only root may go back from there.
  setPriority(Math.max(getPriority(), workerNiceness));
  // A worker that runs alone has no supervisor that checked before.
  const [model, sandbox] = await Promise.all([checkModels(config), checkSandbox(config, logger)]);
  const recogniser = await recogniserOf(config, model);
  logger.info({ recogniser: withoutKey(recogniser) }, 'recogniser chosen');
  const { db, blobs, keyPepper, leave } = await openInstallation(config, { logger });
  const services = servicesOf(config, { db, keyPepper, logger });
  const { queue, types, clock, webhooks, schedule } = services;
  const files = createFileServices(services, { ...{ blobs, config }, audio: parts.createAudio() });
  const workerId = `worker_${randomUUID()}`;
  let search: Awaited<ReturnType<typeof composeSearchWorker>>;
  const runServices = await parts.createRunServices({
    ...{ blobs, cvs: files.cvs },
    retriever: { retrieve: (question) => search.retriever.retrieve(question) },
  });
  const lanes = createWorkerLanes(parts, { runServices, config, recogniser, onFatal });
  checkServices(runServices, { types: types.processed.map(types.of), lanes: lanes.names });
  // While the threads load what they need.
  search = await composeSearchWorker({ db, config, clock, logger, owner: workerId }).catch(async (error) => {
    await lanes.close();
    leave();
    await db.destroy();
    throw error;
  });
  const anchorPost = composeAnchorPost(services, config, logger);
  const deliveries = createWebhookDeliveries({ outbox: webhooks.outbox, logger });
  const workFolders = createWorkFolders({ root: join(config.scratchDir, 'work'), queue });
  const housekeeping = await composeHousekeeping(services, files, {
    ...{ blobs, config, workFolders, workerId, logger },
  });
  const backups = composeScheduledBackup({ db, schedule, config, clock, logger, owner: workerId });
  const install = composeRequestedInstall({ schedule, config, logger, owner: workerId, bornAtMs, renew });
  const worker = createDispatchWorker({
    ...{ types, queue, lanes, blobs, workFolders, clock, logger, workerId, deaths },
    services: runServices,
    host: thisHost(),
    checks: { sandbox: { ok: sandbox.status === 'ok', detail: sandbox.detail } },
    concurrency: config.workerConcurrency,
  });
  return {
    async start() {
      // Deliveries need no engines.
      deliveries.start();
      anchorPost.start();
      search.embedding.start();
      await housekeeping.start();
      backups?.start();
      install.start();
      await worker.start();
      return {};
    },
    async stop() {
      await Promise.all([worker.stop(), deliveries.stop(), housekeeping.stop(), anchorPost.stop()]);
      await backups?.stop();
      await install.stop();
      await search.embedding.stop();
      await lanes.close();
      await search.close();
      leave();
      await db.destroy();
    },
  };
}

async function composeHousekeeping(
  services: Services,
  files: ReturnType<typeof createFileServices>,
  {
    blobs,
    config,
    workFolders,
    workerId,
    logger,
  }: { blobs: BlobStore; config: Config; workFolders: WorkFolders; workerId: string; logger: Logger },
): Promise<Housekeeping> {
  const { machines, retention, deletions, analysis } = files;
  const { candidateRecords, pool } = services;
  return createHousekeeping({
    ...{ machines, retention, deletions, analysis, candidates: candidateRecords, pool },
    interviews: createInterviewHolder(services, { blobs, processId: workerId }),
    invitations: createMailsOfInvitations(services, config, createSmtpSender),
    machine: { id: await machineIdOf(config.scratchDir), host: thisHost() },
    workFolders,
    owner: workerId,
    logger,
  });
}

/** Threads that have the engines of the worker's steps. */
function createWorkerLanes(
  { laneEntryPath, cvLaneEntryPath }: Parts,
  {
    runServices,
    config,
    recogniser,
    onFatal,
  }: {
    runServices: RunServices;
    config: Config;
    recogniser: Awaited<ReturnType<typeof recogniserOf>>;
    onFatal: ComposeContext['onFatal'];
  },
): Lanes {
  const settings = {
    modelsDir: config.modelsDir,
    recogniser: recogniser.settings,
    minMeanConfidence: config.asrMinMeanConfidence,
    minWordConfidence: config.asrMinWordConfidence,
    maxWordErrors: config.asrMaxWordErrors,
  };
  const hearing = Math.min(config.laneThreads, recogniser.copies);
  return createLanes({
    lanes: {
      speech: {
        entryPath: laneEntryPath,
        threads: hearing,
        steps: stepsOf(runServices, 'speech'),
        settings,
      },
      cpu: {
        entryPath: laneEntryPath,
        // Each recording that is transcribed has its speakers told apart here meanwhile; short steps wait for none of them.
        threads: hearing + 1,
        steps: stepsOf(runServices, 'cpu'),
        settings,
      },
      cv: {
        entryPath: cvLaneEntryPath,
        threads: config.laneThreads,
        steps: stepsOf(runServices, 'cv'),
        settings: { languageModel: config.languageModel },
      },
    },
    onStuck: ({ lane, step }) => onFatal(`A thread of lane "${lane}" is stuck in step "${step}".`),
  });
}

function composeAnchorPost({ audit }: Pick<Services, 'audit'>, config: Config, logger: Logger) {
  return createAnchorPost({
    current: () => audit.currentAnchor(),
    url: config.auditAnchors.url,
    key: config.auditAnchors.key ?? '',
    log: logger,
  });
}
