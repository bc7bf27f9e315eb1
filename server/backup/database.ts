import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileOf } from '../db/database-fault.ts';
import { checkSqlite, copySqlite } from '../db/dialects/copy-sqlite.ts';
import { BackupError } from './backup-error.ts';
import { requireFree } from './free-space.ts';
import { DATABASE_PATHS, type ManifestFile } from './manifest.ts';
import type { storeFile } from './pack.ts';
import { dumpPostgres } from './postgres.ts';
import type { BackupPlace } from './types.ts';

type Stored = Awaited<ReturnType<typeof storeFile>>;

export interface CopiedDatabase {
  kind: 'SQLite' | 'PostgreSQL';
  file: ManifestFile;
}

/**
 * The database as it is at one moment, stored. Of SQLite a copy lies in the data folder meanwhile, and is read through for damage.
 *
 * @throws BackupError
 */
export async function copyDatabase({
  place,
  scratch,
  store,
}: {
  place: BackupPlace;
  scratch: string;
  store: (content: AsyncIterable<Uint8Array>, packed?: 'gzip') => Promise<Stored>;
}): Promise<CopiedDatabase> {
  const done = (kind: CopiedDatabase['kind'], stored: Stored, modifiedMs: number): CopiedDatabase => ({
    kind,
    file: { path: DATABASE_PATHS[kind], modifiedMs, ...stored },
  });
  if (place.databaseUrl) {
    // Its own form is packed already.
    const dump = await dumpPostgres(place.databaseUrl, place.searchPath);
    return done('PostgreSQL', await store(dump), Date.now());
  }
  const source = fileOf(place);
  const found = await stat(source).catch(() => undefined);
  if (!found) {
    throw new BackupError('BACKUP_PLACE', `There is no database ${source} to back up. Is DATA_DIR right?`);
  }
  await requireFree(place.dataDir, found.size, 'A copy of the database');
  const copy = join(scratch, 'assay.db');
  await copySqlite(source, copy);
  const fault = checkSqlite(copy);
  if (fault !== null) {
    throw new BackupError(
      'BACKUP_DAMAGED',
      `The database ${source} is damaged (${fault}), and was not backed up. Restore an earlier backup.`,
    );
  }
  const stored = await store(createReadStream(copy, { highWaterMark: 1024 * 1024 }), 'gzip');
  // It is as large as the database, and is not needed any longer.
  await rm(copy);
  return done('SQLite', stored, found.mtimeMs);
}
