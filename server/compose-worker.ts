import { randomUUID } from 'node:crypto';
import { getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import { composeAudit } from './compose-audit.ts';
import { composeScheduledBackup } from './compose-backup.ts';
import { composeData, composeWebhooks } from './compose-data.ts';
import { composeLiveInterviews } from './compose-interviews.ts';
import { composeRequestedInstall } from './compose-languages.ts';
import { openInstallation } from './compose-machines.ts';
import type { Parts } from './compose-parts.ts';
import { composeRetention } from './compose-retention.ts';
import { composeSearchWorker } from './compose-search.ts';
import { checkModels, checkSandbox, recogniserOf, withoutKey } from './compose-start.ts';
import type { Config } from './config/env.ts';
import { machineIdOf, thisHost } from './dispatch/host.ts';
import { createHousekeeping } from './dispatch/housekeeping.ts';
import { checkServices, stepsOf } from './dispatch/registry.ts';
import { createWebhookDeliveries } from './dispatch/webhook-deliveries.ts';
import { createWorkFolders } from './dispatch/work-folders.ts';
import { createDispatchWorker } from './dispatch/worker.ts';
import { createLanes } from './lanes/lanes.ts';
import { createAnchorPost } from './modules/audit/anchor-post.ts';
import { createCandidateRecords } from './modules/candidates/service.ts';
import { createCvsService } from './modules/cvs/service.ts';
import { createIdentityService } from './modules/identity/service.ts';
import { createInterviewAnalysis } from './modules/interview/analysis.ts';
import { createInterviewAnnouncer } from './modules/interview/announce.ts';
import { createMatchAnnouncer } from './modules/matching/announce.ts';
import { createResultReplacer } from './modules/rescoring/service.ts';
import { createSearchEnder } from './modules/search/announce.ts';
import { createCandidatesService } from './modules/search/candidates.ts';
import { createPool } from './modules/search/pool.ts';
import { createSpeechService } from './modules/speech/service.ts';
import type { ComposeContext, Service } from './process/service.ts';
import { systemClock } from './time.ts';

const clock = systemClock;

/** 0 is that of other processes, 19 the last. */
const workerNiceness = 5;

/** The process that runs the steps. */
export async function composeWorker(
  { laneEntryPath, cvLaneEntryPath, createServices, createAudio }: Parts,
  config: Config,
  { logger, onFatal, renew, deaths }: ComposeContext,
): Promise<Service> {
  const bornAtMs = clock.now();
  // Recordings can wait, people in interviews cannot. Threads and programs made from here on have it, too.
  // Somebody may have started all of this with `nice`: only root may go back from there.
  setPriority(Math.max(getPriority(), workerNiceness));
  // A worker by itself has nobody who looked before.
  const [model, sandbox] = await Promise.all([checkModels(config), checkSandbox(config, logger)]);
  const recogniser = await recogniserOf(config, model);
  logger.info({ recogniser: withoutKey(recogniser) }, 'recogniser chosen');
  const { db, blobs, keyPepper, leave } = await openInstallation(config, { logger });
  const cvs = createCvsService({ db, blobs, clock, newId: randomUUID });
  const workerId = `worker_${randomUUID()}`;
  let search: Awaited<ReturnType<typeof composeSearchWorker>>;
  const services = await createServices({
    ...{ blobs, cvs },
    retriever: { retrieve: (question) => search.retriever.retrieve(question) },
  });
  const settings = {
    modelsDir: config.modelsDir,
    recogniser: recogniser.settings,
    minMeanConfidence: config.asrMinMeanConfidence,
    minWordConfidence: config.asrMinWordConfidence,
    maxWordErrors: config.asrMaxWordErrors,
  };
  const hearing = Math.min(config.laneThreads, recogniser.copies);
  const lanes = createLanes({
    lanes: {
      speech: {
        entryPath: laneEntryPath,
        threads: hearing,
        steps: stepsOf(services, 'speech'),
        settings,
      },
      cpu: {
        entryPath: laneEntryPath,
        // Each recording that is transcribed has its speakers told apart here meanwhile; short steps wait for none of them.
        threads: hearing + 1,
        steps: stepsOf(services, 'cpu'),
        settings,
      },
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
  // While the threads load what they need.
  search = await composeSearchWorker({ db, config, clock, logger, owner: workerId }).catch(async (error) => {
    await lanes.close();
    leave();
    await db.destroy();
    throw error;
  });
  const webhooks = composeWebhooks(db, { config, keyPepper });
  const audit = composeAudit({ db, clock, config, keyPepper, logger });
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
    candidates: createCandidateRecords({ db, clock, newId: randomUUID }),
    pool: createPool({ db, candidates: createCandidatesService({ db, clock }) }),
    machine: { id: await machineIdOf(config.scratchDir), host: thisHost() },
    workFolders,
    owner: workerId,
    logger,
  });
  const backups = composeScheduledBackup({ db, config, clock, logger, owner: workerId });
  const install = composeRequestedInstall({ db, config, clock, logger, owner: workerId, bornAtMs, renew });
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
    checks: { sandbox: { ok: sandbox.status === 'ok', detail: sandbox.detail } },
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
