import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { composeAccessRecord } from '#server/app/access-record.ts';
import { composeConsole } from '#server/app/console.ts';
import {
  createFileServices,
  createInterviewHolder,
  createReports,
  createWatching,
  type WatchingParts,
} from '#server/app/services.ts';
import { limits } from '#server/config/limits.ts';
import type { MailConfig } from '#server/config/mail.ts';
import type { OidcConfig } from '#server/config/sign-in.ts';
import type { AudioEngine } from '#server/engines/audio/port.ts';
import { createOpenIdProvider } from '#server/engines/openid/provider.ts';
import { programFindings } from '#server/engines/programs.ts';
import { createReportPdf } from '#server/engines/report-pdf/pdfkit.ts';
import { createEspeak } from '#server/engines/tts/espeak.ts';
import { createFlite } from '#server/engines/tts/flite.ts';
import type { WebhookSender } from '#server/engines/webhook-sender/port.ts';
import { createWebhookSender } from '#server/engines/webhook-sender/sender.ts';
import { buildApp } from '#server/http/build-app.ts';
import { createPasses } from '#server/live/pass.ts';
import { addressGroup } from '#server/modules/accounts/attempts.ts';
import type { AuditService } from '#server/modules/audit/types.ts';
import type { Role } from '#server/modules/console/access.ts';
import type { CvsService } from '#server/modules/cvs/types.ts';
import type { IdentityService } from '#server/modules/identity/types.ts';
import type { LiveInterviews } from '#server/modules/interview/types.ts';
import type { RunsService, Settlement } from '#server/modules/runs/types.ts';
import type { BlobStore } from '#server/storage/port.ts';
import { days } from '#server/time.ts';
import { type DataLayer, testServices } from './data-layer.ts';
import { createLendingBlobs } from './lending-blobs.ts';
import { openMigrated } from './migrated-database.ts';
import { createMovingClock, type MovingClock } from './moving-clock.ts';
import { testPepper } from './webhooks.ts';

/** What the fake probe makes of a file, by its content: "audio 240000" is four minutes of WAV. */
export const fakeAudio = (durationMs: number, padding = ''): Buffer =>
  Buffer.from(`audio ${durationMs}\n${padding}`);

const fakeProbe: AudioEngine['probe'] = async (path) => {
  const file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
  await file.close();
  const [first = ''] = buffer.toString('latin1', 0, bytesRead).split('\n', 1);
  const durationMs = /^audio (\d+)$/.exec(first)?.[1];
  if (durationMs) return { format: 'wav', durationMs: Number(durationMs), channels: 1, sampleRateHz: 16_000 };
  if (first === 'endless') return { failure: 'AUDIO_DURATION_UNAVAILABLE', reason: 'No duration.' };
  return { failure: 'UNSUPPORTED_FORMAT', reason: 'Not audio.' };
};

/** What a password costs here: trying them out is no danger, waiting for them is. */
export const cheapPasswords = { memoryKib: 256, passes: 1, lanes: 1, atOnce: 4 };

export interface TestApp extends DataLayer {
  app: FastifyInstance;
  blobs: BlobStore;
  cvs: CvsService;
  clock: MovingClock;
  dataDir: string;
  interviews: Pick<
    DataLayer,
    'personas' | 'sessions' | 'presence' | 'interviewNotices' | 'interviewSettings'
  >;
  /** As a live process has it, which `interviewsAreHeld` registers. */
  live: LiveInterviews;
  /** Says that a live process is there, which knows all languages unless told otherwise. */
  interviewsAreHeld(languages?: readonly string[]): Promise<void>;
  /** What the server logged, one JSON text per line. */
  logs: string[];
  /** A client with credits and a key of it. */
  customer(options?: {
    credits?: number;
    client?: Partial<Parameters<IdentityService['createClient']>[0]>;
    key?: Partial<Parameters<IdentityService['createKey']>[0]>;
  }): Promise<{ clientId: string; keyId: string; apiKey: string }>;
  /** Says that a worker has loaded its models, as `buildTestApp` does at first; of its languages nothing unless given. */
  workerIsReady(languages?: readonly string[]): Promise<void>;
  /** Ends a run that is being processed. */
  finish(runId: string, settlement: Settlement): Promise<void>;
  /** Every file in the blob store, relative to its root; unfinished uploads included. */
  blobFiles(): Promise<string[]>;
}

/** The real HTTP interface and services on a temporary SQLite database; only the audio probe is faked. */
export async function buildTestApp(
  t: { after(tidyUp: () => Promise<void>): void },
  options: {
    warm?: boolean;
    audio?: Pick<AudioEngine, 'probe'>;
    trustProxy?: string[];
    metricsToken?: string;
    /** Where the server keeps backups of its own. */
    backupTo?: string;
    /** It may download models. */
    mayFetch?: true;
    /** Roles that need a second factor. */
    secondFactorRoles?: Role[];
    /** The mail server that mails would go out by; no worker sends them here. */
    mail?: MailConfig;
    /** Single sign-on. */
    oidc?: OidcConfig;
    clock?: MovingClock;
    /** Of another app: both share its database. */
    dataDir?: string;
    /** The one of the appliance, which goes to public addresses only, unless given. */
    webhookSender?: WebhookSender;
    /** What submissions meet in place of the runs service. */
    replaceRuns?: (runs: RunsService) => RunsService;
    /** What writes the console's entries in place of the audit log. */
    replaceAudit?: (audit: AuditService) => AuditService;
    /** What health asks of it; none is configured unless given. */
    languageModel?: WatchingParts['languageModel'];
    /** Replaces a service, to see what becomes of its failure. */
    replace?: (deps: Parameters<typeof buildApp>[0]) => Partial<Parameters<typeof buildApp>[0]>;
  } = {},
): Promise<TestApp> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'assay-http-')));
  const db = await openMigrated(dataDir);
  const clock = options.clock ?? createMovingClock();
  const sender = options.webhookSender ?? createWebhookSender({ allowedNetworks: [] });
  const root = join(dataDir, 'blobs');
  const blobs = createLendingBlobs({ root });
  const logs: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line: string) => void logs.push(line) });
  const config = {
    blobs: { kind: 'fs' as const },
    backup: {
      to: options.backupTo ?? null,
      everyMs: days(1),
      keep: { count: 14, days: null },
      keyFile: options.backupTo ? '/etc/assay/backup.pub' : null,
    },
    s3: null,
    dataDir,
    databaseUrl: null,
    modelsDir: join(dataDir, 'models'),
    weightsDir: join(dataDir, 'weights'),
    offline: !options.mayFetch,
    asrEngine: null,
    asrHttp: null,
    searchPath: process.env.PATH ?? '',
    trustProxy: options.trustProxy ?? [],
    metricsToken: options.metricsToken ?? null,
    auditAnchors: { file: join(dataDir, 'audit-anchors.jsonl'), url: null, key: null },
    publicUrl: null,
    mail: options.mail ?? null,
    oidc: options.oidc ?? null,
    secondFactorRoles: options.secondFactorRoles ?? [],
    interviewModel: null,
  };
  const services = testServices({
    ...{ db, clock, logger },
    webhookSender: sender,
    auditAnchors: config.auditAnchors,
    accounts: {
      openId: options.oidc
        ? { label: options.oidc.label, provider: createOpenIdProvider(options.oidc) }
        : null,
      passwordCost: cheapPasswords,
    },
    ...(options.replaceRuns && { replaceRuns: options.replaceRuns }),
    ...(options.replaceAudit && { replaceAudit: options.replaceAudit }),
  });
  const { identity, queue, audit, presence } = services;
  const files = createFileServices(services, { blobs, audio: options.audio ?? { probe: fakeProbe }, config });
  const sandbox = { name: 'sandbox', status: 'ok' as const, detail: 'tried' };
  const watching = createWatching(services, {
    ...{ blobs, config },
    sandboxHolds: true,
    languageModel: options.languageModel ?? null,
    findPrograms: async () => [...(await programFindings(config.searchPath)), sandbox],
    bucket: null,
  });
  const reports = createReports(services, { pdf: createReportPdf() });
  const deps = {
    ...services,
    ...files,
    ...watching,
    reports,
    ...{ config, logger },
    liveAddress: presence.addressFor,
    livePasses: createPasses(testPepper, clock),
    visitorOf: addressGroup,
    consolePages: join(dataDir, 'console-pages'),
    candidatePages: join(dataDir, 'candidate-pages'),
    console: composeConsole({
      ...{ services, files, watching, reports, config },
      voices: [createFlite(), createEspeak()],
    }),
    ...composeAccessRecord({ db, audit, clock, logger }),
  };
  const app = await buildApp({ ...deps, ...options.replace?.(deps) });
  t.after(async () => {
    app.server.closeAllConnections();
    await app.close();
    await db.destroy();
    await rm(dataDir, { recursive: true, force: true });
  });

  const workerIsReady = async (languages?: readonly string[]) => {
    const capabilities = {
      ...(languages && { languages }),
      checks: Object.fromEntries(
        ['ffmpeg', 'recogniser', 'sandbox'].map((name) => [name, { ok: true, detail: '' }]),
      ),
    };
    await queue.registerWorker({ id: 'worker_test', host: 'test', pid: 1, capabilities });
    await queue.markReady('worker_test', capabilities);
  };
  if (options.warm !== false) await workerIsReady();

  return {
    ...services,
    cvs: files.cvs,
    interviews: services,
    live: createInterviewHolder(services, { blobs, processId: 'live_test' }),
    interviewsAreHeld: (languages = limits.languages) =>
      presence.enlist({
        id: 'live_test',
        host: 'test',
        pid: 1,
        address: 'http://127.0.0.1:1',
        languages,
      }),
    app,
    blobs,
    clock,
    dataDir,
    logs,
    workerIsReady,
    async customer({ credits: amount = 100, client, key } = {}) {
      const { id: clientId } = await identity.createClient({ name: 'Acme', credits: amount, ...client });
      const made = await identity.createKey({ clientId, ...key });
      return { clientId, keyId: made.key.id, apiKey: made.apiKey };
    },
    async finish(runId, settlement) {
      // A worker takes whatever is next; those not meant are given back.
      const passed: string[] = [];
      for (;;) {
        const run = await queue.claim('worker_test');
        if (!run) throw new Error(`The run ${runId} is not being processed.`);
        if (run.id === runId) {
          await queue.settle(run, 'worker_test', settlement);
          break;
        }
        passed.push(run.id);
      }
      for (const id of passed) await queue.release(id, 'worker_test');
    },
    async blobFiles() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
      return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    },
  };
}

const BOUNDARY = 'assay-test-boundary';

export interface FormPart {
  name: string;
  value: string | Buffer;
  /** Makes it a file part. */
  fileName?: string;
}

/** A multipart body as bytes, exactly as written here: for what no client library would send. */
export function encodeForm(parts: readonly FormPart[]): { headers: Record<string, string>; payload: Buffer } {
  const payload = Buffer.concat([
    ...parts.flatMap(({ name, value, fileName }) => [
      Buffer.from(
        `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"` +
          `${fileName === undefined ? '' : `; filename="${fileName}"\r\ncontent-type: audio/wav`}\r\n\r\n`,
      ),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
  return { headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }, payload };
}

export interface SubmitOptions {
  apiKey?: string;
  fields?: Record<string, string>;
  audio?: Buffer | null;
  fileName?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
}

/** Submits a form as an ordinary client would; four minutes of fake audio unless told otherwise. */
export function submit(
  app: FastifyInstance,
  { apiKey, fields = {}, audio, fileName = 'interview.wav', query = {}, headers = {} }: SubmitOptions,
) {
  const form = encodeForm([
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    ...(audio === null ? [] : [{ name: 'audio', value: audio ?? fakeAudio(240_000), fileName }]),
  ]);
  return app.inject({
    method: 'POST',
    url: '/api/v1/speech/analyze',
    query,
    headers: { ...form.headers, ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }), ...headers },
    payload: form.payload,
  });
}

export const get = (
  app: FastifyInstance,
  url: string,
  apiKey?: string,
  headers: Record<string, string> = {},
) =>
  app.inject({
    method: 'GET',
    url,
    headers: { ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }), ...headers },
  });
