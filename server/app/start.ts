import { availableParallelism, totalmem } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Config } from '../config/env.ts';
import { DatabaseFault } from '../db/database-fault.ts';
import { type BeforeMigration, openDatabase } from '../db/open-database.ts';
import type { Tables } from '../db/tables.ts';
import type { BlobPlace } from '../dispatch/orphan-blobs.ts';
import { type ChosenRecogniser, chooseRecogniser } from '../engines/asr/choose-recogniser.ts';
import type { LocalModel } from '../engines/installed/record.ts';
import { checkModelsAtBoot, hashCachePath } from '../engines/models/boot-check.ts';
import { embeddedModels, modelPlaces, projectModels } from '../engines/models/local.ts';
import type { Finding } from '../engines/programs.ts';
import { sandboxFinding } from '../engines/sandbox-check.ts';
import type { Logger } from '../logging.ts';
import { folder as cvsFolder } from '../modules/cvs/files.ts';
import { cvsAmong } from '../modules/cvs/queries.ts';
import { KeyPepperError, openKeyPepper } from '../modules/installation/key-pepper.ts';
import { runsAmong } from '../modules/runs/queries.ts';
import { HopelessError } from '../process/run-child.ts';
import { minutes, seconds, systemClock } from '../time.ts';
import { runTypes } from './run-types.ts';

/**
 * Tries what keeps the programs that read uploads from everything else.
 *
 * @throws HopelessError when it does not hold and REQUIRE_SANDBOX asks for it
 */
export async function checkSandbox(
  { dataDir, requireSandbox }: Pick<Config, 'dataDir' | 'requireSandbox'>,
  logger: Logger,
  tryIt?: Parameters<typeof sandboxFinding>[1],
): Promise<Finding> {
  const found = await sandboxFinding(dataDir, tryIt);
  const { status, detail, advice } = found;
  if (status === 'ok') {
    logger.info({ detail }, 'the sandbox of programs that read uploads holds');
    return found;
  }
  if (requireSandbox) {
    throw new HopelessError(`REQUIRE_SANDBOX is 1, and the sandbox does not hold: ${detail}. ${advice}`);
  }
  logger.warn({ detail, advice }, 'the sandbox of programs that read uploads does not hold');
  return found;
}

const DATABASE_PATIENCE_MS = minutes(2);
const DATABASE_LOOK_EVERY_MS = seconds(2);

/** Where uploads lie, and whose ids their folders are named by. */
export const blobPlaces = (db: Kysely<Tables>): BlobPlace[] => [
  ...runTypes.submitted.map(({ files }) => ({
    folder: files.folder,
    knownAmong: (ids: readonly string[]) => runsAmong(db, ids),
  })),
  { folder: cvsFolder, knownAmong: (ids) => cvsAmong(db, ids) },
];

/** @throws HopelessError when a model that would be used is not what was installed */
export const checkModels = (config: Config) =>
  checkModelsAtBoot({
    places: modelPlaces(config),
    bundledFolder: projectModels,
    cachePath: hashCachePath(config.dataDir),
  }).catch((cause: Error) => {
    throw new HopelessError(cause.message, { cause });
  });

/**
 * What hears, and how much of the machine it gets. More recognitions at once than runs would only hold memory.
 *
 * @throws HopelessError when the chosen model cannot be used
 */
export const recogniserOf = async (config: Config, model: LocalModel | null): Promise<ChosenRecogniser> =>
  chooseRecogniser({
    wishes: config,
    model,
    embedded: await embeddedModels(config),
    copies: Math.min(config.laneThreads, config.workerConcurrency),
    machine: {
      cores: availableParallelism(),
      memoryBytes: Math.min(totalmem(), process.constrainedMemory() || totalmem()),
    },
  }).catch((cause: Error) => {
    throw new HopelessError(cause.message, { cause });
  });

/**
 * Waits for a PostgreSQL that is not there yet: after a power cut both start together.
 *
 * @throws HopelessError when the database cannot be used as it is
 */
export const openPatiently = async (
  config: Config,
  { logger, whole }: { logger: Logger; whole?: boolean },
): Promise<Kysely<Tables>> => {
  const giveUpAt = performance.now() + DATABASE_PATIENCE_MS;
  for (;;) {
    try {
      const beforeMigration = async (about: Parameters<BeforeMigration>[0]) => {
        // Loaded only then: it takes all of what makes backups.
        const { keepForUpgrade } = await import('./upgrade.ts');
        await keepForUpgrade(config, { logger })(about);
      };
      return await openDatabase(config, { whole: whole ?? false, beforeMigration });
    } catch (error) {
      if (!(error instanceof DatabaseFault)) throw error;
      if (!error.mayPass || performance.now() > giveUpAt)
        throw new HopelessError(error.message, { cause: error });
      logger.warn({ fault: error.message }, 'waiting for the database');
      await delay(DATABASE_LOOK_EVERY_MS);
    }
  }
};

/** @throws HopelessError when the database knows another pepper */
export const pepperOf = (db: Kysely<Tables>, config: Config): Promise<string> =>
  openKeyPepper(db, config, systemClock).catch((cause: Error) => {
    throw cause instanceof KeyPepperError ? new HopelessError(cause.message, { cause }) : cause;
  });

export const withoutKey = ({ settings, copies, capacity }: ChosenRecogniser) => ({
  ...settings,
  ...(settings.kind === 'http' && { apiKey: settings.apiKey && '[set]' }),
  copies,
  memoryMb: capacity && Math.round(capacity.memoryBytes / 1024 ** 2),
});
