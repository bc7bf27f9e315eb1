import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { seconds } from '../time.ts';
import { type BackupConfig, readBackup } from './backup.ts';
import { type LiveConfig, readLive } from './live.ts';
import { type MailConfig, readMail } from './mail.ts';
import {
  type AsrHttpConfig,
  type EmbeddingsConfig,
  readAsrHttp,
  readEmbeddings,
  readTtsHttp,
  type TtsHttpConfig,
} from './model-servers.ts';
import { type AllowedNetwork, readAllowedNetworks, readTrustedProxies } from './networks.ts';
import { type BlobConfig, type BucketPlace, readObjectStorage, type S3Config } from './object-storage.ts';
import { secretSettings, withSecretsOfFiles } from './secret-files.ts';
import { type ConsoleRole, type OidcConfig, readOidc, readSecondFactorRoles } from './sign-in.ts';

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
  /** S3_PREFIX: what the keys of all files in a bucket begin with, also before there is one. */
  readonly filesPrefix: string;
  /** Proxies whose X-Forwarded-For is believed: addresses or CIDR blocks; empty means none. */
  readonly trustProxy: readonly string[];
  readonly logLevel: string;
  /** Runs of each service type that a worker processes at once. */
  readonly workerConcurrency: number;
  /** Threads of the speech lane. */
  readonly laneThreads: number;
  readonly asrMinMeanConfidence: number | null;
  readonly asrMinWordConfidence: number | null;
  readonly asrMaxWordErrors: number;
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
  readonly webhookAllowedNetworks: readonly AllowedNetwork[];
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
  /** The server that mails go out by; null: none, and no mail is sent. */
  readonly mail: MailConfig | null;
  /** Whether no process starts that reads uploads where the machine does not shut in the programs for it. */
  readonly requireSandbox: boolean;
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
  /** Roles of the console that need a second factor: people who have one of them must set one up first. */
  readonly secondFactorRoles: readonly ConsoleRole[];
  /** Single sign-on for the console; null: passwords only. */
  readonly oidc: OidcConfig | null;
  readonly backup: BackupConfig;
  /** Every secret that was given, for those who must not show one. */
  readonly secrets: readonly string[];
}

export class ConfigError extends Error {
  readonly faults: readonly string[];
  constructor(given: readonly string[]) {
    const faults = given.map(withoutSecrets);
    super(`The settings are not valid:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/** A value that is repeated may be an address with a name and a password, or a token behind it. */
const withoutSecrets = (fault: string): string =>
  fault.replace(/(?<=").*(?=")/gs, (value) =>
    value.replace(/^([a-z0-9+.-]+:\/\/)?.*@/is, '$1…@').replace(/(:\/\/[^?#]*[?#]).*/s, '$1…'),
  );

/** Reads nothing but `env` and the files of secrets that it names; reports every fault at once. No other code reads `process.env`. */
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
  const requireSandbox = text('REQUIRE_SANDBOX', '0');
  if (requireSandbox !== '0' && requireSandbox !== '1')
    faults.push(`REQUIRE_SANDBOX must be 0 or 1; it is "${requireSandbox}".`);
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

  const config: Config = Object.freeze({
    host: text('HOST', '0.0.0.0'),
    port: number('PORT', 8080, 0, 65_535),
    dataDir,
    scratchDir,
    databaseUrl,
    ...objectStorage,
    trustProxy: readTrustedProxies({ text, faults }),
    logLevel,
    workerConcurrency: number('WORKER_CONCURRENCY', 2, 1, 64),
    laneThreads: number('LANE_THREADS', availableParallelism(), 1, 64),
    asrMinMeanConfidence: share('ASR_MIN_MEAN_CONFIDENCE'),
    asrMinWordConfidence: share('ASR_MIN_WORD_CONFIDENCE'),
    asrMaxWordErrors: number('ASR_MAX_WORD_ERRORS', 0.5, 0, 1, false),
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
    mail: readMail({ text, oneOf, faults, publicUrl }),
    requireSandbox: requireSandbox === '1',
    searchPath: env.PATH ?? '',
    keyPepper,
    metricsToken,
    auditAnchors: Object.freeze({
      file: resolve(text('AUDIT_ANCHOR_FILE', join(dataDir, 'audit-anchors.jsonl'))),
      url: anchorUrl,
      key: anchorKey,
    }),
    publicUrl,
    secondFactorRoles: readSecondFactorRoles({ text, faults }),
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
