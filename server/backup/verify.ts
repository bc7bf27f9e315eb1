import { createHash } from 'node:crypto';
import { BackupError } from './backup-error.ts';
import type { BackupKey, Opener } from './keys.ts';
import { withLock } from './lock.ts';
import type { BackupRecord, ManifestFile } from './manifest.ts';
import { openFile } from './pack.ts';
import { type BackupStore, objectPath } from './port.ts';
import { readManifest } from './read-manifest.ts';
import { hashing } from './repository/content.ts';
import { createRepository, type Repository } from './repository.ts';

export interface BackupFault {
  backupId: string;
  fault: string;
}

export interface Verified {
  backups: number;
  objects: number;
  bytes: number;
  faults: BackupFault[];
}

/**
 * Reads back everything that backups consist of and holds it against its hash. Without a key that is what is stored: whatever
 * rotted, was cut off or is missing is found. With one, every file is decrypted, too, as a restore would.
 *
 * @param backupId one alone; all when undefined
 * @throws BackupError BACKUP_NOT_FOUND, BACKUP_KEY
 */
export async function verifyBackups({
  store,
  key,
  backupId,
  discardDamaged = false,
  onProgress = () => {},
}: {
  store: BackupStore;
  /** Removes objects that are damaged, so that the next backup stores their files anew; backups that need them stay damaged. */
  discardDamaged?: boolean;
  /** Null: only what is stored. */
  key: BackupKey | null;
  backupId: string | undefined;
  onProgress?: (bytes: number) => void;
}): Promise<Verified> {
  const repository = createRepository(store);
  const opener = key && (await repository.open(key)).opener;
  if (key && !opener) {
    throw new BackupError(
      'BACKUP_KEY',
      'A public key only makes backups. To look into them, give the secret key.',
    );
  }
  const records = backupId === undefined ? await repository.list() : [await repository.find(backupId)];
  const verified: Verified = { backups: records.length, objects: 0, bytes: 0, faults: [] };
  /** What is wrong with an object, or nothing: several backups share it. */
  const looked = new Map<string, string | null>();
  for (const record of records) {
    const found: string[] = [];
    const note = (fault: string) => found.push(fault);
    const count = (bytes: number) => {
      verified.bytes += bytes;
      onProgress(verified.bytes);
    };
    await verifyOne({ repository, record, opener, looked, note, count }).catch((error: unknown) => {
      if (!(error instanceof BackupError) || error.code === 'BACKUP_KEY' || isPlaceFault(error)) throw error;
      note(error.message);
    });
    // Pruned while it was read: not damaged.
    const isThere = found.length > 0 && (await repository.list()).some(({ id }) => id === record.id);
    if (isThere) verified.faults.push(...found.map((fault) => ({ backupId: record.id, fault })));
  }
  if (backupId === undefined) {
    const { manifests, isUnderWay } = await repository.withoutRecord(records);
    if (!isUnderWay)
      for (const id of manifests)
        verified.faults.push({ backupId: id, fault: `Its record backups/${id}.json is missing.` });
  }
  verified.objects = looked.size;
  const damaged = [...looked].flatMap(([name, fault]) => (fault === null ? [] : [name]));
  if (discardDamaged && damaged.length > 0) {
    await withLock(store, async () => {
      for (const name of damaged) await store.delete(objectPath(name));
    });
  }
  return verified;
}

async function verifyOne({
  repository,
  record,
  opener,
  looked,
  note,
  count,
}: {
  repository: Repository;
  record: BackupRecord;
  opener: Opener | null;
  looked: Map<string, string | null>;
  note: (fault: string) => void;
  count: (bytes: number) => void;
}): Promise<void> {
  const manifest = await collectHash(await repository.manifest(record), count);
  if (manifest !== record.manifestSha256) note('Its manifest is damaged.');
  const names = await repository.objectsOf(record);
  const look = async (name: string, fault: () => Promise<string | null>, say = note) => {
    if (!looked.has(name)) looked.set(name, await fault());
    const found = looked.get(name);
    if (found) say(found);
  };
  if (!opener) {
    for (const name of names) await look(name, () => faultOf(repository.store, name, count));
    return;
  }
  const listed = new Set(names);
  const { files } = await readManifest(repository, opener, record);
  for await (const file of files()) {
    if (!listed.has(file.object))
      note(`${file.path}: its object ${file.object} is not in the list of objects.`);
    await look(file.object, () => innerFault(repository, opener, file, count));
  }
}

async function innerFault(
  repository: Repository,
  opener: Opener,
  file: ManifestFile,
  count: (bytes: number) => void,
): Promise<string | null> {
  try {
    for await (const chunk of openFile(repository, opener, file)) count(chunk.length);
    return null;
  } catch (error) {
    if (error instanceof BackupError && error.code === 'BACKUP_DAMAGED') return error.message;
    throw error;
  }
}

/** What cannot be read at present is not damaged: it must not be discarded. */
const isPlaceFault = (error: unknown) => error instanceof BackupError && error.code === 'BACKUP_PLACE';

async function faultOf(store: BackupStore, name: string, count: (bytes: number) => void) {
  const content = await store.read(objectPath(name));
  if (!content) return `The object ${name} is missing.`;
  try {
    return (await collectHash(content, count)) === name ? null : `The object ${name} is damaged.`;
  } catch (error) {
    if (isPlaceFault(error)) throw error;
    return `The object ${name} cannot be read (${(error as Error).message}).`;
  }
}

async function collectHash(content: AsyncIterable<Uint8Array>, count: (bytes: number) => void) {
  const hash = createHash('sha256');
  for await (const chunk of hashing(content, hash)) count(chunk.length);
  return hash.digest('hex');
}
