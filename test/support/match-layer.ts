import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { runServices } from '#server/app/processing.ts';
import { createFileServices } from '#server/app/services.ts';
import type { Db } from '#server/db/db.ts';
import { processRun } from '#server/dispatch/process-run.ts';
import { createWorkFolders } from '#server/dispatch/work-folders.ts';
import { createFaults } from '#server/domain/requirements/faults.ts';
import { readConfig } from '#server/domain/requirements/validate.ts';
import type { CvFileReading } from '#server/engines/cv-files/port.ts';
import { RunFailure } from '#server/errors.ts';
import type { StepRequest } from '#server/lanes/lanes.ts';
import type { LaneReply } from '#server/lanes/protocol.ts';
import { createLogger } from '#server/logging.ts';
import type { CvEngines } from '#server/modules/matching/pipeline/engines.ts';
import { matchPipeline } from '#server/modules/matching/pipeline/pipeline.ts';
import { uploadKey } from '#server/modules/matching/run-type.ts';
import { createDataLayer, silence } from './data-layer.ts';
import { createLendingBlobs } from './lending-blobs.ts';
import { createMovingClock } from './moving-clock.ts';
import { folderUntilExit } from './temp-folder.ts';
import { embeddings, statements, taxonomies, writtenCv } from './written-cv.ts';

const jobWith = (skill: string) => ({
  description: `We need somebody who knows ${skill}.`,
  config: readConfig(
    { requirements: { skills: { hard_skills: [{ name: skill, importance: 3 }] } } },
    'config',
    createFaults(),
  )!,
});

const nobodySearches = { retrieve: () => Promise.reject(new Error('Nobody searches here.')) };

/** The real services and steps of CV matching; a CV is a text, and what reads it counts how often it is asked. */
export async function matchLayer(db: Db, clock = createMovingClock()) {
  const dataDir = await folderUntilExit();
  const root = join(dataDir, 'blobs');
  const blobs = createLendingBlobs({ root });
  const layer = createDataLayer(db, clock);
  const servicesOn = (handle: Db) =>
    createFileServices(createDataLayer(handle, clock), {
      blobs,
      audio: silence,
      config: { databaseUrl: null },
    });
  const { cvs, matches } = servicesOn(db);

  const reader = { calls: 0, version: '1' };
  async function read(path: string): Promise<CvFileReading> {
    reader.calls++;
    const text = await readFile(path, 'utf8');
    if (text.includes('locked')) return { ok: false, fault: 'CV_UNREADABLE', reason: 'It is locked.' };
    const warnings = text.includes('torn') ? ['1 page could not be read.', 'Another neither.'] : [];
    return { ok: true, document: writtenCv(text.replace('%PDF-', '')), warnings };
  }

  async function runStep({ step: name, input, workDir, signal, onStarted }: StepRequest): Promise<LaneReply> {
    onStarted();
    const step = matchPipeline.steps.find((one) => one.name === name)!;
    const engines: Omit<CvEngines, 'cvFiles'> & { cvFiles: object } = {
      cvFiles: { read },
      parserVersion: reader.version,
      writtenLanguage: { of: async () => 'en' },
      taxonomies,
      embeddings: await embeddings,
      statements: await statements,
      narrator: null,
    };
    const reasons: string[] = [];
    try {
      const output = await step.run(structuredClone(input), {
        engines,
        workDir,
        signal,
        reportProgress: () => undefined,
        degrade: (reason) => reasons.push(reason),
      });
      return { ok: true, output, degraded: reasons.length > 0 ? reasons.join(' ') : null };
    } catch (error) {
      if (!(error instanceof RunFailure)) throw error;
      return { ok: false, code: error.code, message: error.message };
    }
  }

  const deps = {
    queue: layer.queue,
    lanes: { run: runStep },
    services: { cv_deepmatch: runServices({ blobs, cvs, retriever: nobodySearches }).cv_deepmatch! },
    blobs,
    workFolders: createWorkFolders({ root: join(dataDir, 'work'), queue: layer.queue }),
    clock,
    logger: createLogger({ level: 'silent', name: 'test' }),
    workerId: 'worker',
  };
  const find = async (clientId: string, runId: string) => (await matches.find({ clientId, runId }))!;

  return {
    ...layer,
    clock,
    blobs,
    cvs,
    reader,
    servicesOn,
    newClient: async (credits = 100) => (await layer.identity.createClient({ name: 'Acme', credits })).id,
    /** Sends a CV for a skill; answers the id of the run. */
    async submit(clientId: string, cv: string, skill = 'Excel', services = { matches }) {
      const runId = randomUUID();
      await blobs.put(uploadKey(runId), Readable.from([Buffer.from(`%PDF-${cv}`)]));
      const { run } = await services.matches.submit({
        clientId,
        projectId: null,
        apiKeyId: null,
        by: { kind: 'user', name: 'Ada' },
        runId,
        fileName: 'cv.pdf',
        reference: { jobId: null, positionId: 'p' },
        inline: jobWith(skill),
        saveJob: false,
        webhookUrl: null,
        metadata: {},
        tags: [],
      });
      return run.id;
    },
    /** Takes everything that waits to its end, one after the other. */
    async work() {
      for (;;) {
        const run = await layer.queue.claim('worker', 'cv_deepmatch');
        if (!run) return;
        await processRun(deps, run, new AbortController().signal);
      }
    },
    find,
    rows: () => db.selectFrom('cvs').selectAll().orderBy('created_at').execute(),
    /** Keys of all blobs. */
    async files() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
        .sort();
    },
  };
}
