import { createHash } from 'node:crypto';
import { BackupError } from '../backup-error.ts';
import type { BackupRecord } from '../manifest.ts';
import type { BackupStore } from '../port.ts';
import { paths, readAll, UNDER_WAY } from './content.ts';
import { configOf, nothingThere } from './opening.ts';

const NAME_BYTES = 32;

/** What backups a store has. */
export const reading = (store: BackupStore) => ({
  list: () => listRecords(store),

  /**
   * What lies there and belongs to no finished backup: of one under way or cut off, or of one whose record was removed by hand.
   *
   * @param records of `list`
   */
  async withoutRecord(
    records: readonly BackupRecord[],
  ): Promise<{ manifests: string[]; objects: number; isUnderWay: boolean }> {
    const known = new Set(records.map(({ id }) => id));
    const manifests: string[] = [];
    for await (const { path } of store.list('backups')) {
      const id = /^backups\/([\w-]+)\.manifest$/.exec(path)?.[1];
      // Its record may have come since they were listed.
      if (id === undefined || known.has(id) || (await store.sizeOf(paths(id).record)) !== null) continue;
      manifests.push(id);
    }
    let objects = 0;
    // Only where there is no backup at all: otherwise they are those of the backups.
    if (records.length === 0) for await (const _ of store.list('objects')) objects++;
    return { manifests: manifests.sort(), objects, isUnderWay: (await store.sizeOf(UNDER_WAY)) !== null };
  },

  /** By its id, the beginning of one, or the newest. @throws BackupError BACKUP_NOT_FOUND */
  async find(wanted: string | undefined): Promise<BackupRecord> {
    const records = await listRecords(store);
    const found =
      wanted === undefined ? records.slice(-1) : records.filter(({ id }) => id.startsWith(wanted));
    if (found.length === 1) return found[0]!;
    const known = records.map(({ id }) => id).slice(-5);
    throw new BackupError(
      'BACKUP_NOT_FOUND',
      records.length === 0
        ? `There is no finished backup in ${store.label} yet.`
        : `${found.length === 0 ? 'No backup is' : `${found.length} backups are`} called "${wanted}"; the newest are ${known.join(', ')}.`,
    );
  },

  /** The encrypted manifest, as it is. @throws BackupError BACKUP_DAMAGED */
  async manifest({ id }: Pick<BackupRecord, 'id'>): Promise<AsyncIterable<Uint8Array>> {
    const content = await store.read(paths(id).manifest);
    if (content) return content;
    throw new BackupError('BACKUP_DAMAGED', `The manifest of backup ${id} is missing in ${store.label}.`);
  },

  objectsOf: (record: Pick<BackupRecord, 'id' | 'objectsSha256'>) => objectsOf(store, record),
});

/** The oldest first. @throws BackupError BACKUP_NOT_FOUND where there has never been any */
export async function listRecords(store: BackupStore): Promise<BackupRecord[]> {
  if (!(await configOf(store))) throw nothingThere(store);
  const records: BackupRecord[] = [];
  for await (const id of ids(store)) {
    const bytes = await readAll(store, paths(id).record);
    // Pruned meanwhile.
    if (bytes) records.push(parseRecord(id, bytes));
  }
  const key = ({ createdAt, id }: BackupRecord) => `${createdAt} ${id}`;
  return records.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** The names of the objects that a backup needs, each once, sorted. @throws BackupError BACKUP_DAMAGED */
export async function objectsOf(
  store: BackupStore,
  { id, objectsSha256 }: Pick<BackupRecord, 'id' | 'objectsSha256'>,
): Promise<string[]> {
  const bytes = await readAll(store, paths(id).objects);
  if (!bytes || createHash('sha256').update(bytes).digest('hex') !== objectsSha256) {
    throw new BackupError(
      'BACKUP_DAMAGED',
      `The list of objects of backup ${id} is ${bytes ? 'damaged' : 'missing'} in ${store.label}.`,
    );
  }
  const names: string[] = [];
  for (let from = 0; from < bytes.length; from += NAME_BYTES) {
    names.push(bytes.toString('hex', from, from + NAME_BYTES));
  }
  return names;
}

async function* ids(store: BackupStore): AsyncGenerator<string> {
  for await (const { path } of store.list('backups')) {
    const id = /^backups\/([\w-]+)\.json$/.exec(path)?.[1];
    if (id !== undefined) yield id;
  }
}

function parseRecord(id: string, bytes: Buffer): BackupRecord {
  try {
    return JSON.parse(bytes.toString()) as BackupRecord;
  } catch (cause) {
    throw new BackupError('BACKUP_DAMAGED', `The record of backup ${id} is damaged.`, { cause });
  }
}
