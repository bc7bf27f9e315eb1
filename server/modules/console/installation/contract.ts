import { type Static, Type } from 'typebox';
import { OwnPrices, Prices } from '../clients/contract.ts';
import { type ContractOf, Nullable, Time } from '../shapes.ts';
import type { installationAccess } from './access.ts';

const Health = Type.Enum(['healthy', 'degraded']);

export const CheckStatus = Type.Enum(['healthy', 'unhealthy', 'unreachable', 'configured', 'not_configured']);
export type CheckStatus = Static<typeof CheckStatus>;

const Recogniser = Type.Object({ id: Type.String(), languages: Type.Array(Type.String()) });

export const WorkerInfo = Type.Object({
  id: Type.String(),
  /** Owners only, like `pid`; null for others. */
  host: Nullable(Type.String()),
  pid: Nullable(Type.Integer()),
  isAlive: Type.Boolean(),
  isReady: Type.Boolean(),
  heartbeatAt: Time,
  recognisers: Type.Array(Recogniser),
  /** By name: "ffmpeg", "recogniser", "cv_reader". */
  checks: Type.Record(Type.String(), Type.Object({ ok: Type.Boolean(), detail: Type.String() })),
});
export type WorkerInfo = Static<typeof WorkerInfo>;

export const HealthAnswer = Type.Object({
  status: Health,
  checks: Type.Record(
    Type.String(),
    Type.Object({ status: CheckStatus, latencyMs: Nullable(Type.Number()) }),
  ),
  workers: Type.Array(WorkerInfo),
  checkedAt: Time,
});
export type HealthAnswer = Static<typeof HealthAnswer>;

/** ISO 639-1 codes. */
const Languages = Type.Unsafe<readonly string[]>(Type.Array(Type.String()));

export const ModelInfo = Type.Object({
  id: Type.String(),
  title: Type.String(),
  /**
   * "bundled" ones are part of Assay, "shipped" ones were fetched when it was set up and cannot be removed; "available" ones can be
   * installed; "damaged" ones say why in `fault`.
   */
  state: Type.Enum(['bundled', 'shipped', 'installed', 'available', 'damaged']),
  /** What the server takes at its next start; bundled ones always. */
  inUse: Type.Boolean(),
  sizeBytes: Nullable(Type.Number()),
  /** True where the size is worked out from the number of parameters. */
  sizeIsRough: Type.Boolean(),
  licence: Type.String(),
  /** Empty where languages do not matter. */
  languages: Languages,
  source: Type.String(),
  files: Type.Array(Type.Object({ path: Type.String(), sizeBytes: Type.Number(), sha256: Type.String() })),
  /** What a machine should have, for available ones. */
  needs: Nullable(Type.Object({ cores: Type.Number(), memoryGb: Type.Number() })),
  /** It recognises speech. */
  isRecogniser: Type.Boolean(),
  /** The largest of those that can be installed that suits this machine. */
  isRecommended: Type.Boolean(),
  fault: Nullable(Type.String()),
});
export type ModelInfo = Static<typeof ModelInfo>;

/** The recogniser of more languages, which owners have installed by a click. */
export const LanguagesInstall = Type.Object({
  modelId: Type.String(),
  /** ISO 639-1 codes of what it knows. */
  languages: Languages,
  /**
   * `offered`: not asked for yet. `underWay`: a worker fetches and prepares it, or is about to. `starting`: it is installed, and the
   * workers are loading it. `failed`: `error` says why; it can be asked for again.
   */
  state: Type.Enum(['offered', 'underWay', 'starting', 'failed']),
  /** What is to be fetched. */
  downloadBytes: Type.Number(),
  /** How much of it is there, as far as this machine can see. */
  doneBytes: Type.Number(),
  error: Nullable(Type.String()),
});
export type LanguagesInstall = Static<typeof LanguagesInstall>;

/** What can be recognised, and the one thing to do where that is not everything. */
export const HearingAnswer = Type.Object({
  /** Null: no worker has told. */
  languages: Nullable(Type.Object({ available: Languages, notAvailable: Languages })),
  /** Null: nothing is missing, or nothing that is known would help. */
  advice: Nullable(
    Type.Object({
      modelId: Type.String(),
      /** `import`: this installation downloads nothing. */
      action: Type.Enum(['restart', 'use', 'pull', 'import']),
      /** What is recognised then, and is not now. */
      adds: Languages,
    }),
  ),
  /** Null: it would add nothing, or nothing may be fetched, or the settings name another recogniser. */
  install: Nullable(LanguagesInstall),
});
export type HearingAnswer = Static<typeof HearingAnswer>;

export const ModelsAnswer = Type.Object({
  items: Type.Array(ModelInfo),
  /** What workers have loaded now. */
  loaded: Type.Array(Recogniser),
  /** Languages that the interface accepts. */
  languages: Languages,
  /** The folder of installed models; owners only. */
  folder: Nullable(Type.String()),
  /** Nothing may be downloaded by this installation. */
  isOffline: Type.Boolean(),
});
export type ModelsAnswer = Static<typeof ModelsAnswer>;

export const Program = Type.Object({
  name: Type.String(),
  status: Type.Enum(['ok', 'warning', 'missing']),
  detail: Type.String(),
  advice: Type.Optional(Type.String()),
});
export type Program = Static<typeof Program>;

export const SystemAnswer = Type.Object({
  version: Type.String(),
  node: Type.String(),
  platform: Type.String(),
  startedAt: Time,
  cpu: Type.Object({
    model: Type.String(),
    cores: Type.Integer(),
    loadAverage: Type.Array(Type.Number()),
  }),
  memory: Type.Object({
    totalBytes: Type.Number(),
    freeBytes: Type.Number(),
    /** What the container may use; null without such a limit. */
    limitBytes: Nullable(Type.Number()),
    /** Of the process that serves this page. */
    apiBytes: Type.Number(),
  }),
  disk: Type.Object({
    folder: Type.String(),
    totalBytes: Type.Number(),
    freeBytes: Type.Number(),
    /** What lies in the data folder, largest first. */
    parts: Type.Array(
      Type.Object({
        name: Type.Enum(['database', 'recordings', 'models', 'work']),
        sizeBytes: Type.Number(),
        isAtLeast: Type.Boolean(),
      }),
    ),
  }),
  /** Where files of runs live in a bucket; null: in the data folder. */
  bucket: Type.Union([
    Type.Object({
      place: Type.String(),
      size: Type.Union([Type.Object({ sizeBytes: Type.Number(), isAtLeast: Type.Boolean() }), Type.Null()]),
      fault: Type.Union([Type.String(), Type.Null()]),
    }),
    Type.Null(),
  ]),
  database: Type.Object({
    kind: Type.Enum(['SQLite', 'PostgreSQL']),
    version: Type.String(),
    sizeBytes: Type.Number(),
  }),
  programs: Type.Array(Program),
});
export type SystemAnswer = Static<typeof SystemAnswer>;

/** `GET /installation/prices`, and the answer of `PUT`, which takes OwnPrices: null is Assay's own. */
export const PricesAnswer = Type.Object({
  prices: Prices,
  /** Before an owner changes anything. */
  defaults: Prices,
  /** Clients with a price of their own. */
  clientsWithOwn: Type.Integer(),
});
export type PricesAnswer = Static<typeof PricesAnswer>;

export const installationContract = {
  'GET /installation/system': { answer: SystemAnswer },
  'GET /installation/models': { answer: ModelsAnswer },
  'GET /installation/hearing': { answer: HearingAnswer },
  'POST /installation/hearing/languages': { answer: HearingAnswer },
  'DELETE /installation/hearing/languages': { answer: HearingAnswer },
  'GET /installation/health': { answer: HealthAnswer },
  'GET /installation/prices': { answer: PricesAnswer },
  'PUT /installation/prices': { body: OwnPrices, answer: PricesAnswer },
} as const satisfies ContractOf<typeof installationAccess>;
