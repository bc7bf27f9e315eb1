import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { days, hours, minutes, seconds } from '../time.ts';
import { limits } from './limits.ts';
import {
  type BlobConfig,
  type BucketPlace,
  overlap,
  parseBucketUrl,
  readObjectStorage,
  type S3Config,
} from './object-storage.ts';
import { secretSettings, withSecretsOfFiles } from './secret-files.ts';

/** Where set-up puts the recognisers that it fetches. */
const shippedWeights = resolve(import.meta.dirname, '../../models/weights');

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** What belongs to this machine alone: work files, search indexes, the machine's id. */
  readonly scratchDir: string;
  /** A PostgreSQL URL, or null for the SQLite file in the data folder. */
  readonly databaseUrl: string | null;
  /** Where files of runs live. */
  readonly blobs: BlobConfig;
  /** The object storage server; null: none. */
  readonly s3: S3Config | null;
  /** The place in a bucket that S3_BUCKET names, whether files live there or are still to move; null: none. */
  readonly bucket: BucketPlace | null;
  /** Proxies whose X-Forwarded-For is believed: addresses or CIDR blocks; empty means none. */
  readonly trustProxy: readonly string[];
  readonly logLevel: string;
  /** Runs of each service type that a worker processes at once. */
  readonly workerConcurrency: number;
  /** Threads of the speech lane. */
  readonly laneThreads: number;
  readonly asrMinMeanConfidence: number | null;
  readonly asrMinWordConfidence: number | null;
  /** Null: the server of `asrHttp` where there is one, else what `assay models use` chose. */
  readonly asrEngine: 'embedded' | 'whisper' | 'http' | null;
  readonly executionProvider: 'cpu' | 'cuda' | 'auto';
  /** Threads of one recognition, windows side by side, and what all recognition may take; null: from the machine. */
  readonly asrThreads: number | null;
  readonly asrBatch: number | null;
  readonly asrMemoryMb: number | null;
  readonly asrHttp: AsrHttpConfig | null;
  /** Folder of the installed models. */
  readonly modelsDir: string;
  /** Folder of the models that came with the installation; only read. */
  readonly weightsDir: string;
  /** Where `assay models pull` asks: the hub, or a mirror with its addresses; no slash at the end. */
  readonly modelsMirror: string;
  /** No command may look for anything outside of this network. */
  readonly offline: boolean;
  /** CIDR blocks of one's own network that webhooks may go to, by plain HTTP too: those of one client, or of all (null). Empty means public hosts only. */
  readonly webhookAllowedNetworks: readonly { readonly clientId: string | null; readonly network: string }[];
  /** The language model that puts finished CV matches into words; null: none, and nothing leaves this machine. */
  readonly languageModel: { readonly url: string; readonly name: string; readonly key: string | null } | null;
  /** The language model that leads interviews; null: the structured interviewer does, and nothing leaves this machine. */
  readonly interviewModel: {
    readonly url: string;
    readonly name: string;
    readonly key: string | null;
    /** The longest that its next sentence may keep a candidate waiting. */
    readonly silenceMs: number;
  } | null;
  /** A server that turns requirements and CVs into vectors; null: this machine does. */
  readonly embeddings: EmbeddingsConfig | null;
  /** A server that speaks for the interviewer; null: the voices of this machine do. */
  readonly ttsHttp: TtsHttpConfig | null;
  readonly live: LiveConfig;
  /** Where programs are looked for: the PATH of the process. */
  readonly searchPath: string;
  /** Extra secret for hashing API keys; null means the one generated in the data folder. */
  readonly keyPepper: string | null;
  /** What a reader of /metrics must know; null: there is no such page. */
  readonly metricsToken: string | null;
  /** Where the ends of the audit log are written down outside the database, and the secret that seals them (null: the pepper). */
  readonly auditAnchors: { readonly file: string; readonly url: string | null; readonly key: string | null };
  /** How people reach this server, without a slash at the end; null: as each request did. */
  readonly publicUrl: string | null;
  /** Roles of the console that need a second factor: whoever has one of them must set one up first. */
  readonly secondFactorRoles: readonly ConsoleRole[];
  /** Single sign-on for the console; null: passwords only. */
  readonly oidc: OidcConfig | null;
  readonly backup: BackupConfig;
  /** Every secret that was given, for those who must not show one. */
  readonly secrets: readonly string[];
}

/** Backups that the server makes by itself, and what the commands take when nothing else is said. */
export interface BackupConfig {
  /** A folder, or s3://bucket/prefix; null: the server makes none. */
  readonly to: string | null;
  readonly everyMs: number;
  readonly keep: { readonly count: number | null; readonly days: number | null };
  /** The file with a passphrase, public keys or secret keys; never null where `to` is not. */
  readonly keyFile: string | null;
}

/** As `modules/console/access.ts` has them; a test compares. */
export const consoleRoles = ['owner', 'admin', 'recruiter', 'viewer'] as const;
export type ConsoleRole = (typeof consoleRoles)[number];

/** An OpenID provider that people of the console sign in with. */
export interface OidcConfig {
  /** As the provider writes it: a slash at its end matters. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What the button says it signs in with. */
  readonly label: string;
}

/** A transcription server on the local network. */
export interface AsrHttpConfig {
  readonly url: string;
  readonly model: string;
  readonly apiKey: string | null;
  /** ISO 639-1. */
  readonly languages: readonly string[];
  readonly parallel: number;
  readonly timeoutMs: number;
  readonly patienceMs: number;
  readonly identifyLanguage: boolean;
}

/** An embeddings server on the local network. */
export interface EmbeddingsConfig {
  readonly url: string;
  readonly model: string;
  readonly apiKey: string | null;
  readonly dimensions: number;
  readonly timeoutMs: number;
}

/** A speech server on the local network. */
export interface TtsHttpConfig {
  readonly url: string;
  readonly model: string;
  readonly apiKey: string | null;
  readonly voice: string;
  /** ISO 639-1. */
  readonly languages: readonly string[];
  readonly timeoutMs: number;
}

/** How sound gets from candidates to the live process and back. */
export interface LiveConfig {
  /** Where api processes reach this live process: it listens there for them, and for nobody else. */
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** As other machines write it, without a slash at the end; null: made of `host` (or this machine's name) and `port`. */
  readonly address: string | null;
  /** WebRTC where a page can reach the live process by it, else, or where this is null, the WebSocket. */
  readonly webRtc: {
    /** STUN and TURN servers that both sides may use; empty: only machines that reach each other directly. */
    readonly iceServers: readonly {
      readonly urls: readonly string[];
      readonly username?: string;
      readonly credential?: string;
    }[];
    /** UDP ports; null: any. */
    readonly portRange: { readonly min: number; readonly max: number } | null;
  } | null;
}

/** One line per setting: `assay --help` and docs/settings.md (`node scripts/settings-page.ts`) come from here. */
export const settingsHelp: readonly (readonly [name: string, meaning: string])[] = [
  ['HOST', 'address to listen on (0.0.0.0)'],
  ['PORT', 'port to listen on (8080; 0 takes a free one)'],
  ['DATA_DIR', 'folder for the database, uploads and secrets (./data)'],
  [
    'SCRATCH_DIR',
    "folder on this machine's own disk for work files and search indexes, where DATA_DIR is shared by several machines (DATA_DIR)",
  ],
  ['DATABASE_URL', 'postgres://… to use PostgreSQL instead of SQLite'],
  ['BLOB_STORE', 'fs or s3: where uploads and recordings live, the data folder or a bucket (fs)'],
  [
    'S3_ENDPOINT',
    'address of the S3-compatible server, e.g. https://s3.example:9000; the only one that is contacted for it (none)',
  ],
  ['S3_REGION', 'its region (us-east-1)'],
  ['S3_BUCKET', 'bucket for uploads and recordings; required with BLOB_STORE=s3, must exist'],
  ['S3_PREFIX', 'what the keys of all files in that bucket begin with; for one installation alone (assay)'],
  ['S3_ACCESS_KEY_ID', 'access key; required with S3_ENDPOINT'],
  ['S3_SECRET_ACCESS_KEY', 'its secret; required with S3_ENDPOINT'],
  [
    'S3_FORCE_PATH_STYLE',
    "0: the bucket's name goes in front of the host's name, https://BUCKET.s3.example, not into the path (1)",
  ],
  [
    'TRUST_PROXY',
    'comma-separated addresses or CIDR blocks of proxies whose X-Forwarded-For is believed (none)',
  ],
  ['LOG_LEVEL', 'trace, debug, info, warn, error, fatal or silent (info)'],
  ['WORKER_CONCURRENCY', 'runs processed at once by one worker (2)'],
  ['LANE_THREADS', 'threads for recognition and audio models (number of cores)'],
  ['ASR_MIN_MEAN_CONFIDENCE', "0–1: overrides the recogniser's measured gate for a whole transcript"],
  ['ASR_MIN_WORD_CONFIDENCE', "0–1: overrides the recogniser's measured threshold for single words"],
  [
    'ASR_ENGINE',
    'embedded, whisper or http (http where ASR_HTTP_URL is set, else what "assay models use" chose)',
  ],
  ['EXECUTION_PROVIDER', 'cpu, cuda or auto: what runs Whisper (auto: CUDA where there is one)'],
  ['ASR_THREADS', 'threads of one recognition (the cores, divided among the runs processed at once)'],
  ['ASR_BATCH', 'windows decoded side by side (Moonshine: 16; Whisper: as many as fit, at most 8)'],
  ['ASR_MEMORY_MB', 'memory that all recognition together may use (half of the machine)'],
  [
    'ASR_HTTP_URL',
    'an OpenAI-compatible transcription server to send speech to, e.g. http://gpu.lan:8000 (none)',
  ],
  ['ASR_HTTP_MODEL', 'model to ask that server for (whisper-1)'],
  ['ASR_HTTP_API_KEY', 'API key for that server (none)'],
  ['ASR_HTTP_LANGUAGES', 'comma-separated ISO 639-1 codes its model knows (all of them)'],
  ['ASR_HTTP_PARALLEL', 'requests of one recording at once (2)'],
  [
    'ASR_HTTP_TIMEOUT_SECONDS',
    'time limit of one request, which carries at most two minutes of speech (120)',
  ],
  ['ASR_HTTP_PATIENCE_SECONDS', 'how long a run waits for a server that does not answer (180)'],
  ['ASR_HTTP_IDENTIFY', '0: do not ask that server which language is spoken (1)'],
  ['MODELS_DIR', 'folder of installed models (DATA_DIR/models)'],
  ['WEIGHTS_DIR', 'folder of the models that came with the installation (models/weights)'],
  [
    'ASSAY_MODELS_MIRROR',
    "address that models are pulled from, in the hub's layout (https://huggingface.co)",
  ],
  ['ASSAY_OFFLINE', '1: nothing is ever pulled, not even by scripts/setup (0)'],
  [
    'WEBHOOK_ALLOWED_NETWORKS',
    'comma-separated addresses or CIDR blocks of your own network that webhooks may go to, by http:// too; CLIENT_ID=10.0.0.0/8 for those of one client (none)',
  ],
  [
    'LANGUAGE_MODEL_URL',
    'base address of an OpenAI-compatible service that summarises CV matches from their verdicts and quotes, e.g. http://localhost:8000/v1 (none)',
  ],
  ['LANGUAGE_MODEL_NAME', 'name of its model; required with LANGUAGE_MODEL_URL'],
  ['LANGUAGE_MODEL_KEY', 'its API key (none)'],
  [
    'EMBEDDINGS_URL',
    'base address of an OpenAI-compatible service that is sent requirements and passages of CVs, without names, and answers with vectors, e.g. http://gpu.lan:8000/v1 (none: this machine makes them)',
  ],
  ['EMBEDDINGS_MODEL', 'name of its model; required with EMBEDDINGS_URL'],
  ['EMBEDDINGS_DIMENSIONS', 'how many numbers its vectors have; required with EMBEDDINGS_URL'],
  ['EMBEDDINGS_API_KEY', 'its API key (none)'],
  ['EMBEDDINGS_TIMEOUT_SECONDS', 'time limit of one request, which carries at most 64 texts (30)'],
  [
    'INTERVIEW_MODEL_URL',
    'base address of an OpenAI-compatible service whose language model leads interviews and is told what candidates say (none: our structured interviewer leads them)',
  ],
  ['INTERVIEW_MODEL_NAME', 'name of its model; required with INTERVIEW_MODEL_URL'],
  ['INTERVIEW_MODEL_KEY', 'its API key (none)'],
  [
    'INTERVIEW_MODEL_SILENCE_SECONDS',
    'how long its next sentence may take before the structured interviewer asks instead (6)',
  ],
  [
    'TTS_HTTP_URL',
    'an OpenAI-compatible speech server that speaks for the interviewer, e.g. http://gpu.lan:8880 (none: flite and espeak-ng of this machine)',
  ],
  ['TTS_HTTP_MODEL', 'model to ask that server for (tts-1)'],
  ['TTS_HTTP_API_KEY', 'API key for that server (none)'],
  ['TTS_HTTP_VOICE', 'voice to ask it for (alloy)'],
  ['TTS_HTTP_LANGUAGES', 'comma-separated ISO 639-1 codes that voice speaks (all of them)'],
  ['TTS_HTTP_TIMEOUT_SECONDS', 'time limit of one sentence (30)'],
  [
    'LIVE_HOST',
    'address on which a live process listens for api processes; one of a private network, or 0.0.0.0 there, where they run on other machines (127.0.0.1)',
  ],
  ['LIVE_PORT', 'port there (any free one)'],
  [
    'LIVE_ADDRESS',
    "how other machines reach it, e.g. http://10.0.0.7:8090 (LIVE_HOST, or this machine's name, and the port)",
  ],
  [
    'LIVE_WEBRTC',
    '0: the sound of interviews goes over the WebSocket only, never by WebRTC on UDP ports of its own (1)',
  ],
  ['LIVE_PORT_RANGE', 'UDP ports of WebRTC, such as 40000-40100 (any)'],
  [
    'LIVE_ICE_SERVERS',
    'comma-separated STUN and TURN servers for WebRTC, such as turn:turn.example:3478 (none)',
  ],
  ['LIVE_ICE_USERNAME', 'user name for those TURN servers (none)'],
  ['LIVE_ICE_CREDENTIAL', 'its password; candidates’ browsers get it, too (none)'],
  [
    'PUBLIC_URL',
    'address by which people reach this server, e.g. https://assay.example (taken from each request)',
  ],
  [
    'REQUIRE_SECOND_FACTOR',
    'comma-separated roles (owner, admin, recruiter, viewer) that must set up a second factor before they see anything; sign-ins by OIDC_ISSUER are its business (none)',
  ],
  ['OIDC_ISSUER', 'address of an OpenID provider for signing in to the console (none)'],
  ['OIDC_CLIENT_ID', "Assay's client id there; the redirect address is PUBLIC_URL/console/api/oidc/callback"],
  ['OIDC_CLIENT_SECRET', "Assay's client secret there"],
  ['OIDC_LABEL', 'label of the sign-in button (Single sign-on)'],
  [
    'KEY_PEPPER',
    'secret for hashing API keys, at least 32 characters, the same for every process on one database (generated in DATA_DIR/secrets)',
  ],
  [
    'METRICS_TOKEN',
    'turns on figures for Prometheus at /metrics, for whoever sends it as a bearer token; at least 16 characters (none)',
  ],
  [
    'AUDIT_ANCHOR_FILE',
    'file that the end of the audit log is written to after each entry; best on another disk (DATA_DIR/audit-anchors.jsonl)',
  ],
  [
    'AUDIT_ANCHOR_URL',
    'address that the end of the audit log is posted to, at most once a minute; needs AUDIT_ANCHOR_KEY (none)',
  ],
  [
    'AUDIT_ANCHOR_KEY',
    'secret that seals those ends, at least 32 characters, kept apart from the data folder (the key pepper)',
  ],
  [
    'ASSAY_BACKUP_TO',
    'folder, or s3://BUCKET/PREFIX on the server of S3_ENDPOINT, that the server backs itself up to, best on another machine (none)',
  ],
  ['ASSAY_BACKUP_EVERY', 'how often it does: minutes, hours or days such as 30m, 6h, 1d (24h)'],
  ['ASSAY_BACKUP_KEEP', 'how many backups stay, such as 14, or how long each, such as 30d (14)'],
  [
    'ASSAY_BACKUP_KEY_FILE',
    'file with what backups are encrypted with: a passphrase, or public keys (age1…); required with ASSAY_BACKUP_TO',
  ],
];

export class ConfigError extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`The settings are not valid:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/** Reads nothing but `env` and the files of secrets that it names; reports every fault at once. Nobody else reads `process.env`. */
export function loadConfig(given: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = [];
  const env = withSecretsOfFiles(given, faults);
  const text = (name: string, fallback: string) => env[name]?.trim() || fallback;
  const number = (name: string, fallback: number, min: number, max: number, whole = true): number => {
    const given = env[name]?.trim();
    if (!given) return fallback;
    const value = Number(given);
    if (Number.isFinite(value) && value >= min && value <= max && (!whole || Number.isInteger(value)))
      return value;
    faults.push(`${name} must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}; it is "${given}".`);
    return fallback;
  };
  const optional = (name: string, min: number, max: number) =>
    env[name]?.trim() ? number(name, min, min, max) : null;
  const oneOf = <Choice extends string>(
    name: string,
    choices: readonly Choice[],
    fallback: Choice,
  ): Choice => {
    const given = text(name, fallback);
    if (choices.includes(given as Choice)) return given as Choice;
    faults.push(`${name} must be ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}; it is "${given}".`);
    return fallback;
  };
  const share = (name: string) => (env[name]?.trim() ? number(name, 0, 0, 1, false) : null);

  const logLevel = text('LOG_LEVEL', 'info');
  if (!['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'].includes(logLevel)) {
    faults.push(`LOG_LEVEL must be trace, debug, info, warn, error, fatal or silent; it is "${logLevel}".`);
  }
  const databaseUrl = env.DATABASE_URL?.trim() || null;
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    faults.push('DATABASE_URL must begin with postgres:// (leave it empty for SQLite).');
  }
  const keyPepper = env.KEY_PEPPER?.trim() || null;
  if (keyPepper && keyPepper.length < 32) faults.push('KEY_PEPPER must have at least 32 characters.');

  const metricsToken = env.METRICS_TOKEN?.trim() || null;
  if (metricsToken && metricsToken.length < 16)
    faults.push('METRICS_TOKEN must have at least 16 characters.');

  const anchorKey = env.AUDIT_ANCHOR_KEY?.trim() || null;
  if (anchorKey && anchorKey.length < 32) faults.push('AUDIT_ANCHOR_KEY must have at least 32 characters.');
  const anchorUrl = text('AUDIT_ANCHOR_URL', '') || null;
  if (anchorUrl && !anchorKey) {
    faults.push('AUDIT_ANCHOR_URL needs AUDIT_ANCHOR_KEY, with which its receiver checks the signature.');
  }
  if (anchorUrl && !/^https?:$/.test(URL.parse(anchorUrl)?.protocol ?? '')) {
    faults.push(
      `AUDIT_ANCHOR_URL must be an address such as https://log.example/assay; it is "${anchorUrl}".`,
    );
  }

  const modelsMirror = text('ASSAY_MODELS_MIRROR', 'https://huggingface.co').replace(/\/+$/, '');
  if (!/^https?:$/.test(URL.parse(modelsMirror)?.protocol ?? '')) {
    faults.push(
      `ASSAY_MODELS_MIRROR must be an address such as https://mirror.example; it is "${modelsMirror}".`,
    );
  }
  const offline = text('ASSAY_OFFLINE', '0');
  if (offline !== '0' && offline !== '1') faults.push(`ASSAY_OFFLINE must be 0 or 1; it is "${offline}".`);
  const modelUrl = env.LANGUAGE_MODEL_URL?.trim() || null;
  const modelName = env.LANGUAGE_MODEL_NAME?.trim() || null;
  const modelKey = env.LANGUAGE_MODEL_KEY?.trim() || null;
  if (modelUrl && !/^https?:\/\//.test(modelUrl)) {
    faults.push('LANGUAGE_MODEL_URL must begin with http:// or https://.');
  }
  if ((modelUrl === null) !== (modelName === null)) {
    faults.push('LANGUAGE_MODEL_URL and LANGUAGE_MODEL_NAME must be set together.');
  }

  const interviewUrl = text('INTERVIEW_MODEL_URL', '') || null;
  const interviewKey = text('INTERVIEW_MODEL_KEY', '') || null;
  const interviewName = text('INTERVIEW_MODEL_NAME', '') || null;
  if (interviewUrl && !/^https?:$/.test(URL.parse(interviewUrl)?.protocol ?? '')) {
    faults.push('INTERVIEW_MODEL_URL must begin with http:// or https://.');
  }
  if ((interviewUrl === null) !== (interviewName === null)) {
    faults.push('INTERVIEW_MODEL_URL and INTERVIEW_MODEL_NAME must be set together.');
  }
  const silenceMs = seconds(number('INTERVIEW_MODEL_SILENCE_SECONDS', 6, 1, 60));

  const trustProxy = text('TRUST_PROXY', '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  for (const entry of trustProxy) {
    if (!ipaddr.isValid(entry) && !ipaddr.isValidCIDR(entry)) {
      faults.push(
        `TRUST_PROXY must hold addresses or CIDR blocks such as 10.0.0.0/8; "${entry}" is neither.`,
      );
    }
  }

  const asrEngine = env.ASR_ENGINE?.trim()
    ? oneOf('ASR_ENGINE', ['embedded', 'whisper', 'http'], 'embedded')
    : null;
  const asrHttp = readAsrHttp({ text, number, oneOf, faults });
  if (asrEngine === 'http' && !env.ASR_HTTP_URL?.trim()) {
    faults.push('ASR_ENGINE=http needs ASR_HTTP_URL, the address of the server.');
  }

  const dataDir = resolve(text('DATA_DIR', './data'));
  const scratchDir = resolve(text('SCRATCH_DIR', dataDir));
  if (scratchDir !== dataDir && `${scratchDir}/`.startsWith(`${dataDir}/`)) {
    faults.push(
      `SCRATCH_DIR must not lie in the data folder ${dataDir}, which others share and backups copy.`,
    );
  }
  const objectStorage = readObjectStorage({ text, oneOf, faults });
  const webhookAllowedNetworks = readAllowedNetworks({ text, faults });

  const publicUrl = text('PUBLIC_URL', '').replace(/\/+$/, '') || null;
  if (publicUrl !== null && !/^https?:\/\/[^/?#]+$/.test(publicUrl)) {
    faults.push(
      `PUBLIC_URL must be an address without a path, such as https://assay.example; it is "${publicUrl}".`,
    );
  }

  const secondFactorRoles = text('REQUIRE_SECOND_FACTOR', '')
    .split(',')
    .map((role) => role.trim())
    .filter(Boolean);
  for (const role of secondFactorRoles) {
    if ((consoleRoles as readonly string[]).includes(role)) continue;
    faults.push(`REQUIRE_SECOND_FACTOR must hold roles of ${consoleRoles.join(', ')}; "${role}" is none.`);
  }

  const config: Config = Object.freeze({
    host: text('HOST', '0.0.0.0'),
    port: number('PORT', 8080, 0, 65_535),
    dataDir,
    scratchDir,
    databaseUrl,
    ...objectStorage,
    trustProxy: Object.freeze(trustProxy),
    logLevel,
    workerConcurrency: number('WORKER_CONCURRENCY', 2, 1, 64),
    laneThreads: number('LANE_THREADS', availableParallelism(), 1, 64),
    asrMinMeanConfidence: share('ASR_MIN_MEAN_CONFIDENCE'),
    asrMinWordConfidence: share('ASR_MIN_WORD_CONFIDENCE'),
    asrEngine,
    executionProvider: oneOf('EXECUTION_PROVIDER', ['cpu', 'cuda', 'auto'], 'auto'),
    asrThreads: optional('ASR_THREADS', 1, 256),
    asrBatch: optional('ASR_BATCH', 1, 64),
    asrMemoryMb: optional('ASR_MEMORY_MB', 256, 1_048_576),
    asrHttp,
    modelsDir: resolve(text('MODELS_DIR', join(dataDir, 'models'))),
    weightsDir: resolve(text('WEIGHTS_DIR', shippedWeights)),
    modelsMirror,
    offline: offline === '1',
    webhookAllowedNetworks: Object.freeze(webhookAllowedNetworks),
    languageModel:
      modelUrl && modelName ? Object.freeze({ url: modelUrl, name: modelName, key: modelKey }) : null,
    interviewModel:
      interviewUrl && interviewName
        ? Object.freeze({
            url: interviewUrl,
            name: interviewName,
            key: interviewKey,
            silenceMs,
          })
        : null,
    embeddings: readEmbeddings({ text, number, faults }),
    ttsHttp: readTtsHttp({ text, number, faults }),
    live: readLive({ text, number, oneOf, faults, databaseUrl }),
    searchPath: env.PATH ?? '',
    keyPepper,
    metricsToken,
    auditAnchors: Object.freeze({
      file: resolve(text('AUDIT_ANCHOR_FILE', join(dataDir, 'audit-anchors.jsonl'))),
      url: anchorUrl,
      key: anchorKey,
    }),
    publicUrl,
    secondFactorRoles: Object.freeze(secondFactorRoles as ConsoleRole[]),
    oidc: readOidc({ text, faults }),
    backup: readBackup({ text, faults, dataDir, ...objectStorage }),
    secrets: Object.freeze(secretSettings.flatMap((name) => hiddenParts(text(name, '')))),
  });
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

/** The secret, and the password within an address. A word too short to be a secret would take half of each text along. */
function hiddenParts(secret: string | null): string[] {
  if (secret === null) return [];
  const { password = '' } = URL.parse(secret) ?? {};
  return [secret, password, decoded(password)].filter(({ length }) => length >= 8);
}

/** A "%" may also be a letter of the password. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface Reader {
  text: (name: string, fallback: string) => string;
  number: (name: string, fallback: number, min: number, max: number) => number;
  oneOf: <Choice extends string>(name: string, choices: readonly Choice[], fallback: Choice) => Choice;
  faults: string[];
}

/** Only this machine reaches it. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

/** Null without an address; every setting is read all the same, so that each fault is found at once. */
function readAsrHttp({ text, number, oneOf, faults }: Reader): AsrHttpConfig | null {
  const url = text('ASR_HTTP_URL', '');
  if (url && !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    faults.push(`ASR_HTTP_URL must be an address such as http://gpu.lan:8000; it is "${url}".`);
  }
  const languages = readLanguages('ASR_HTTP_LANGUAGES', { text, faults });
  const settings: AsrHttpConfig = {
    url,
    model: text('ASR_HTTP_MODEL', 'whisper-1'),
    apiKey: text('ASR_HTTP_API_KEY', '') || null,
    languages,
    parallel: number('ASR_HTTP_PARALLEL', 2, 1, 64),
    timeoutMs: seconds(number('ASR_HTTP_TIMEOUT_SECONDS', 120, 1, 1800)),
    patienceMs: seconds(number('ASR_HTTP_PATIENCE_SECONDS', 180, 0, 1700)),
    identifyLanguage: oneOf('ASR_HTTP_IDENTIFY', ['0', '1'], '1') === '1',
  };
  return url ? Object.freeze(settings) : null;
}

function readEmbeddings({ text, number, faults }: Omit<Reader, 'oneOf'>): EmbeddingsConfig | null {
  const url = text('EMBEDDINGS_URL', '');
  if (url && !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    faults.push(`EMBEDDINGS_URL must be an address such as http://gpu.lan:8000/v1; it is "${url}".`);
  }
  const settings: EmbeddingsConfig = {
    url,
    model: text('EMBEDDINGS_MODEL', ''),
    apiKey: text('EMBEDDINGS_API_KEY', '') || null,
    dimensions: number('EMBEDDINGS_DIMENSIONS', 0, 8, 4096),
    timeoutMs: seconds(number('EMBEDDINGS_TIMEOUT_SECONDS', 30, 1, 600)),
  };
  if ((url !== '') !== (settings.model !== '') || (url !== '') !== settings.dimensions > 0) {
    faults.push('EMBEDDINGS_URL, EMBEDDINGS_MODEL and EMBEDDINGS_DIMENSIONS must be set together.');
  }
  return url ? Object.freeze(settings) : null;
}

function readTtsHttp({ text, number, faults }: Omit<Reader, 'oneOf'>): TtsHttpConfig | null {
  const url = text('TTS_HTTP_URL', '');
  if (url && !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    faults.push(`TTS_HTTP_URL must be an address such as http://gpu.lan:8880; it is "${url}".`);
  }
  const settings: TtsHttpConfig = {
    url,
    model: text('TTS_HTTP_MODEL', 'tts-1'),
    apiKey: text('TTS_HTTP_API_KEY', '') || null,
    voice: text('TTS_HTTP_VOICE', 'alloy'),
    languages: readLanguages('TTS_HTTP_LANGUAGES', { text, faults }),
    timeoutMs: seconds(number('TTS_HTTP_TIMEOUT_SECONDS', 30, 1, 300)),
  };
  return url ? Object.freeze(settings) : null;
}

function readLive({
  text,
  number,
  oneOf,
  faults,
  databaseUrl,
}: Reader & { databaseUrl: string | null }): LiveConfig {
  const host = text('LIVE_HOST', '127.0.0.1');
  const address = text('LIVE_ADDRESS', '').replace(/\/+$/, '') || null;
  if (!isLoopback(host) && databaseUrl === null) {
    faults.push(
      `LIVE_HOST "${host}" is for api processes on other machines, and those need PostgreSQL: set DATABASE_URL, or leave LIVE_HOST out.`,
    );
  }
  if (address !== null && !/^http:\/\/[^/?#@]+$/.test(address)) {
    faults.push(
      `LIVE_ADDRESS must be an address without a path, such as http://10.0.0.7:8090; it is "${address}".`,
    );
  }
  const listens = Object.freeze({ host, port: number('LIVE_PORT', 0, 0, 65_535), address });
  const isOn = oneOf('LIVE_WEBRTC', ['0', '1'], '1') === '1';
  const given = text('LIVE_PORT_RANGE', '');
  const [, min, max] = /^(\d{1,5})\s*-\s*(\d{1,5})$/.exec(given)?.map(Number) ?? [];
  const isRange = min !== undefined && max !== undefined && min >= 1024 && min <= max && max <= 65_535;
  if (given !== '' && !isRange) {
    faults.push(
      `LIVE_PORT_RANGE must be two ports from 1024 to 65535, such as 40000-40100; it is "${given}".`,
    );
  }
  const urls = text('LIVE_ICE_SERVERS', '')
    .split(',')
    .map((url) => url.trim())
    .filter(Boolean);
  for (const url of urls) {
    if (/^(stun|turn)s?:[^/]/.test(url)) continue;
    faults.push(`LIVE_ICE_SERVERS must hold addresses such as turn:turn.example:3478; "${url}" is none.`);
  }
  const username = text('LIVE_ICE_USERNAME', '');
  const credential = text('LIVE_ICE_CREDENTIAL', '');
  if ((username === '') !== (credential === '')) {
    faults.push('LIVE_ICE_USERNAME and LIVE_ICE_CREDENTIAL must be set together.');
  }
  if (!isOn) return Object.freeze({ ...listens, webRtc: null });
  const server = { urls: Object.freeze(urls), ...(username !== '' && { username, credential }) };
  return Object.freeze({
    ...listens,
    webRtc: Object.freeze({
      iceServers: Object.freeze(urls.length > 0 ? [Object.freeze(server)] : []),
      portRange: isRange ? Object.freeze({ min, max }) : null,
    }),
  });
}

function readLanguages(name: string, { text, faults }: Pick<Reader, 'text' | 'faults'>): readonly string[] {
  const languages = text(name, limits.languages.join(','))
    .split(',')
    .map((code) => code.trim())
    .filter(Boolean);
  for (const code of languages) {
    if ((limits.languages as readonly string[]).includes(code)) continue;
    faults.push(`${name} must hold codes of ${limits.languages.join(', ')}; "${code}" is none.`);
  }
  return Object.freeze(languages);
}

/** "10.0.0.0/8" for every client, "CLIENT_ID=10.0.0.0/8" for one. */
function readAllowedNetworks({
  text,
  faults,
}: Pick<Reader, 'text' | 'faults'>): Config['webhookAllowedNetworks'] {
  const entries = text('WEBHOOK_ALLOWED_NETWORKS', '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  return entries.map((entry) => {
    const at = entry.indexOf('=');
    const clientId = at < 0 ? null : entry.slice(0, at).trim();
    const given = entry.slice(at + 1).trim();
    const network = given.includes('/') ? given : `${given}/${given.includes(':') ? 128 : 32}`;
    if (
      clientId === '' ||
      (!ipaddr.IPv4.isValidCIDRFourPartDecimal(network) && !ipaddr.IPv6.isValidCIDR(network))
    ) {
      faults.push(
        `WEBHOOK_ALLOWED_NETWORKS must hold addresses or CIDR blocks such as 10.0.0.0/8, or CLIENT_ID=10.0.0.0/8; "${entry}" is neither.`,
      );
    } else if (network.endsWith('/0')) {
      faults.push(
        `WEBHOOK_ALLOWED_NETWORKS must name your own networks; "${entry}" would let webhooks go anywhere.`,
      );
    }
    return Object.freeze({ clientId, network });
  });
}

const durationUnits: Readonly<Record<string, number>> = { m: minutes(1), h: hours(1), d: days(1) };

const isUrl = (place: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(place);

/** A folder's whole path, or the address of a place in a bucket as it was given. */
export const backupPlaceOf = (given: string): string => (isUrl(given) ? given : resolve(given));

/** Why backups cannot be kept there, as the end of a sentence about it; null when they can. */
export function backupPlaceFault(
  place: string,
  { dataDir, s3, bucket }: Pick<Config, 'dataDir' | 's3' | 'bucket'>,
): string | null {
  if (!isUrl(place)) {
    if (!`${place}/`.startsWith(`${dataDir}/`)) return null;
    return `must not lie in the data folder ${dataDir}: what takes that takes the backups.`;
  }
  const target = parseBucketUrl(place);
  if (!target)
    return `must be a folder, or a place in a bucket such as s3://backups/assay; it is "${place}".`;
  if (!s3)
    return `is a place in a bucket (${place}) and needs S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`;
  if (!bucket || !overlap(target, bucket)) return null;
  return `must not overlap with the place of the files, s3://${bucket.bucket}/${bucket.prefix}: what takes that takes the backups.`;
}

function readBackup({
  text,
  faults,
  dataDir,
  s3,
  bucket,
}: Pick<Reader, 'text' | 'faults'> & Pick<Config, 'dataDir' | 's3' | 'bucket'>): BackupConfig {
  const given = text('ASSAY_BACKUP_TO', '');
  const to = given ? backupPlaceOf(given) : null;
  const fault = to === null ? null : backupPlaceFault(to, { dataDir, s3, bucket });
  if (fault !== null) faults.push(`ASSAY_BACKUP_TO ${fault}`);
  const keyFile = text('ASSAY_BACKUP_KEY_FILE', '');
  if (to !== null && !keyFile) {
    faults.push('ASSAY_BACKUP_TO needs ASSAY_BACKUP_KEY_FILE. Make one: assay backup keygen --out FILE');
  }
  const every = text('ASSAY_BACKUP_EVERY', '24h');
  const [, count = '', unit = ''] = /^(\d{1,4})([mhd])$/.exec(every) ?? [];
  const everyMs = Number(count) * (durationUnits[unit] ?? 0);
  if (!(everyMs > 0)) {
    faults.push(`ASSAY_BACKUP_EVERY must be minutes, hours or days such as 30m, 6h, 1d; it is "${every}".`);
  }
  const kept = text('ASSAY_BACKUP_KEEP', '14');
  const [, most = '', isDays = ''] = /^([1-9]\d{0,3})(d?)$/.exec(kept) ?? [];
  if (most === '') {
    faults.push(
      `ASSAY_BACKUP_KEEP must be a number of backups such as 14, or days such as 30d; it is "${kept}".`,
    );
  }
  return Object.freeze({
    to,
    everyMs,
    keep: Object.freeze(isDays ? { count: null, days: Number(most) } : { count: Number(most), days: null }),
    keyFile: keyFile ? resolve(keyFile) : null,
  });
}

/** Null without an issuer; half of the settings are a fault. */
function readOidc({ text, faults }: Pick<Reader, 'text' | 'faults'>): OidcConfig | null {
  const issuer = text('OIDC_ISSUER', '');
  const clientId = text('OIDC_CLIENT_ID', '');
  const clientSecret = text('OIDC_CLIENT_SECRET', '');
  const label = text('OIDC_LABEL', 'Single sign-on');
  if (!issuer && !clientId && !clientSecret) return null;
  const { protocol, hostname } = URL.parse(issuer) ?? {};
  // Tokens must not travel in the clear, except to this machine itself.
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal)) {
    faults.push(`OIDC_ISSUER must be an address such as https://id.example; it is "${issuer}".`);
  }
  if (!clientId || !clientSecret) {
    faults.push('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together.');
  }
  return Object.freeze({ issuer, clientId, clientSecret, label });
}
