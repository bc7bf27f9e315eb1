import type { Kysely } from 'kysely';
import type { Config } from '../config/env.ts';
import { limits } from '../config/limits.ts';
import { clockSkewMs } from '../db/clock-skew.ts';
import type { Db } from '../db/db.ts';
import type { Tables } from '../db/tables.ts';
import { thisHost } from '../dispatch/host.ts';
import type { Logger } from '../logging.ts';
import { FileStoreError, type FileStoreSign, openFileStore } from '../modules/installation/file-store.ts';
import { noteFilesPlace } from '../modules/installation/files-place.ts';
import { HopelessError } from '../process/run-child.ts';
import type { BlobStore, OwnBlobStore } from '../storage/port.ts';
import { type Clock, systemClock } from '../time.ts';
import { openBlobs, placeOfBlobs, sharedPlaceOfBlobs } from './blobs.ts';
import { openPatiently, pepperOf } from './start.ts';

export interface Installation {
  db: Kysely<Tables>;
  blobs: OwnBlobStore;
  keyPepper: string;
  /** To be called before the database is closed. */
  leave: () => void;
}

/**
 * What every role stands on. Nothing of it is left open when it throws.
 *
 * @throws HopelessError that says what to change
 */
export async function openInstallation(
  config: Config,
  { logger }: { logger: Logger },
): Promise<Installation> {
  const db = await openPatiently(config, { logger });
  try {
    const blobs = openBlobs(config);
    const keyPepper = await pepperOf(db, config);
    const leave = await joinMachines({ db, config, blobs, clock: systemClock, logger });
    const place = sharedPlaceOfBlobs(config);
    const before = await noteFilesPlace(db, place).catch((error: unknown) => {
      leave();
      throw error;
    });
    if (before !== null)
      logger.warn(
        { before, place },
        'file location changed since the last start; where that is a mistake, stop and correct the settings',
      );
    return { db, blobs, keyPepper, leave };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/**
 * What must hold before a process serves a database that other machines may serve, too: one time, one store of files. On SQLite
 * there are no others.
 *
 * @returns to be called at the end
 * @throws HopelessError that says what to change
 */
export async function joinMachines({
  db,
  config,
  blobs,
  clock,
  logger,
}: {
  db: Db;
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'blobs' | 's3'>;
  blobs: Pick<BlobStore, 'read' | 'put'>;
  clock: Clock;
  logger: Logger;
}): Promise<() => void> {
  if (!config.databaseUrl) return () => {};
  const skewMs = await clockSkewMs(db, clock);
  if (Math.abs(skewMs) > limits.machines.clockSkewMs) {
    throw new HopelessError(
      `This machine's clock is ${Math.round(Math.abs(skewMs) / 1000)} s ${skewMs > 0 ? 'ahead of' : 'behind'} the database server's; what one machine works on would be taken for left by another. Set both clocks (for example with chrony or systemd-timesyncd), then start again.`,
    );
  }
  const place = placeOfBlobs(config);
  const open = () => openFileStore({ db, blobs, clock, host: thisHost(), place });
  let store: FileStoreSign | undefined = await open().catch((cause: Error) => {
    if (cause instanceof FileStoreError) throw new HopelessError(cause.message, { cause });
    // A bucket that does not answer yet is waited for: health says so meanwhile.
    if (config.blobs.kind !== 's3') throw cause;
    logger.warn(
      { err: cause },
      'could not check yet whether other machines use the same file location; tried again',
    );
    return undefined;
  });
  const timer = setInterval(async () => {
    try {
      if (store) await store.stillHere();
      else store = await open();
    } catch (error) {
      logger.warn({ err: error }, 'could not record the file location; tried again');
      if (!(error instanceof FileStoreError)) return;
      logger.fatal(error.message);
      process.kill(process.pid, 'SIGTERM');
    }
  }, limits.machines.servingEveryMs);
  return () => clearInterval(timer);
}
