import { putInPlace } from '../backup/put-in-place.ts';
import type { Config } from '../config/env.ts';
import { limits } from '../config/limits.ts';
import { sweepOrphanBlobs } from '../dispatch/orphan-blobs.ts';
import { isBucketAway } from '../outages.ts';
import type { ComposeContext } from '../process/service.ts';
import { makePrivate } from '../storage/private-folder.ts';
import { systemClock } from '../time.ts';
import { createAudit } from './audit.ts';
import { checkBlobs, openBlobs } from './blobs.ts';
import { blobPlaces, checkModels, openPatiently, pepperOf } from './start.ts';

const clock = systemClock;

/** Brings the database to this version's schema. */
export async function migrate(config: Config, { logger }: Pick<ComposeContext, 'logger'>): Promise<void> {
  const db = await openPatiently(config, { logger });
  await db.destroy();
}

/** Before any process serves: migrations, then uploads and restores that a killed process left unfinished. */
export async function prepare(config: Config, { logger }: Pick<ComposeContext, 'logger'>): Promise<void> {
  const restored = await putInPlace(config);
  if (restored) logger.warn({ restored }, 'finished a restore that was cut off');
  await checkModels(config);
  const open = await makePrivate(config.dataDir, { except: config.modelsDir });
  if (open.length > 0) logger.warn({ open }, 'data files are readable by other users; see "assay doctor"');
  const db = await openPatiently(config, { logger, whole: true });
  try {
    const keyPepper = await pepperOf(db, config);
    const fault = await createAudit({
      ...{ db, clock, keyPepper, logger },
      auditAnchors: config.auditAnchors,
    }).takeUp();
    if (fault) logger.error({ fault }, 'audit log verification failed; see "assay audit verify"');
    // One machine, and the data folder is ours alone: no upload can be under way, so nothing need grow old
    // first. With PostgreSQL another machine may be receiving one into the same folder.
    const olderThanMs = config.databaseUrl ? limits.orphanBlobAgeMs : 0;
    if (!(await checkBlobs(config, logger))) return;
    const blobs = openBlobs(config);
    const removed = await sweepOrphanBlobs(
      { blobs, nowMs: clock.now() },
      { places: blobPlaces(db), olderThanMs },
    ).catch((error: unknown) => {
      if (!isBucketAway(error)) throw error;
      logger.error(
        { err: error },
        'could not look for unfinished uploads: bucket unreachable; tried again later',
      );
      return [];
    });
    if (removed.length > 0) logger.info({ ids: removed }, 'removed unfinished uploads');
  } finally {
    await db.destroy();
  }
}
