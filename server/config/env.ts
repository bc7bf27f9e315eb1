import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** A PostgreSQL URL, or null for the SQLite file in the data folder. */
  readonly databaseUrl: string | null;
  /** Proxies whose X-Forwarded-For is believed: addresses or CIDR blocks; empty means none. */
  readonly trustProxy: readonly string[];
  readonly logLevel: string;
  /** Runs of each service type that a worker processes at once. */
  readonly workerConcurrency: number;
  /** Threads of the speech lane. */
  readonly laneThreads: number;
  readonly asrMinMeanConfidence: number | null;
  readonly asrMinWordConfidence: number | null;
  /** CIDR blocks of one's own network that webhooks may go to, by plain HTTP too; empty means public hosts only. */
  readonly webhookAllowedNetworks: readonly string[];
  /** The language model that puts finished CV matches into words; null: none, and nothing leaves this machine. */
  readonly languageModel: { readonly url: string; readonly name: string; readonly key: string | null } | null;
  /** Extra secret for hashing API keys; null means the one generated in the data folder. */
  readonly keyPepper: string | null;
}

/** One line per setting: `assay --help` and the README list come from here. */
export const settingsHelp: readonly (readonly [name: string, meaning: string])[] = [
  ['HOST', 'address to listen on (0.0.0.0)'],
  ['PORT', 'port to listen on (8080; 0 takes a free one)'],
  ['DATA_DIR', 'folder for the database, uploads and secrets (./data)'],
  ['DATABASE_URL', 'postgres://… to use PostgreSQL in place of SQLite'],
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
    'WEBHOOK_ALLOWED_NETWORKS',
    'comma-separated addresses or CIDR blocks of your own network that webhooks may go to, by http:// too (none)',
  ],
  [
    'LANGUAGE_MODEL_URL',
    'base address of an OpenAI-compatible service that words CV matches, e.g. http://localhost:8000/v1 (none)',
  ],
  ['LANGUAGE_MODEL_NAME', 'name of its model; needed with LANGUAGE_MODEL_URL'],
  ['LANGUAGE_MODEL_KEY', 'its API key (none)'],
  ['KEY_PEPPER', 'secret for hashing API keys, at least 32 characters (generated in DATA_DIR/secrets)'],
];

export class ConfigError extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`The settings are not valid:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/** Pure: reads nothing but `env`, reports every fault at once. Nobody else reads `process.env`. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = [];
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

  const modelUrl = env.LANGUAGE_MODEL_URL?.trim() || null;
  const modelName = env.LANGUAGE_MODEL_NAME?.trim() || null;
  const modelKey = env.LANGUAGE_MODEL_KEY?.trim() || null;
  if (modelUrl && !/^https?:\/\//.test(modelUrl)) {
    faults.push('LANGUAGE_MODEL_URL must begin with http:// or https://.');
  }
  if ((modelUrl === null) !== (modelName === null)) {
    faults.push('LANGUAGE_MODEL_URL and LANGUAGE_MODEL_NAME must be set together.');
  }

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

  const webhookAllowedNetworks = text('WEBHOOK_ALLOWED_NETWORKS', '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map((entry) => (entry.includes('/') ? entry : `${entry}/${entry.includes(':') ? 128 : 32}`));
  for (const entry of webhookAllowedNetworks) {
    if (!ipaddr.IPv4.isValidCIDRFourPartDecimal(entry) && !ipaddr.IPv6.isValidCIDR(entry)) {
      faults.push(
        `WEBHOOK_ALLOWED_NETWORKS must hold addresses or CIDR blocks such as 10.0.0.0/8; "${entry}" is neither.`,
      );
    } else if (entry.endsWith('/0')) {
      faults.push(
        `WEBHOOK_ALLOWED_NETWORKS must name your own networks; "${entry}" would let webhooks go anywhere.`,
      );
    }
  }

  const config: Config = Object.freeze({
    host: text('HOST', '0.0.0.0'),
    port: number('PORT', 8080, 0, 65_535),
    dataDir: resolve(text('DATA_DIR', './data')),
    databaseUrl,
    trustProxy: Object.freeze(trustProxy),
    logLevel,
    workerConcurrency: number('WORKER_CONCURRENCY', 2, 1, 64),
    laneThreads: number('LANE_THREADS', availableParallelism(), 1, 64),
    asrMinMeanConfidence: share('ASR_MIN_MEAN_CONFIDENCE'),
    asrMinWordConfidence: share('ASR_MIN_WORD_CONFIDENCE'),
    webhookAllowedNetworks: Object.freeze(webhookAllowedNetworks),
    languageModel:
      modelUrl && modelName ? Object.freeze({ url: modelUrl, name: modelName, key: modelKey }) : null,
    keyPepper,
  });
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}
