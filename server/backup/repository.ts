import { createHash, randomUUID } from 'node:crypto';
import { BackupError } from './backup-error.ts';
import {
  type BackupKey,
  createOpener,
  createSealer,
  lockIdentity,
  makeIdentity,
  type Opener,
  recipientOf,
  type Sealer,
  unlockIdentity,
} from './keys.ts';
import { collect } from './lines.ts';
import type { BackupRecord } from './manifest.ts';
import { type BackupStore, isBackupPath, objectPath } from './port.ts';

const NAME_BYTES = 32;
const CONFIG = 'assay-backup.json';
const IDENTITY = 'identity.age';
/** Somebody writes or deletes: while it is there, objects may lie about that no backup has. */
const UNDER_WAY = 'under-way';
const DELETIONS = 'deletions';

interface RepositoryConfig {
  format: 'assay-backup-1';
  id: string;
  createdAt: string;
  protectedBy: 'passphrase' | 'public key';
}

export interface RepositoryKeys {
  /** Of the repository. */
  id: string;
  /** Public keys that are encrypted for. */
  recipients: readonly string[];
  /** What is added is encrypted with it. */
  sealer: Sealer;
  /** Null with a public key alone. */
  opener: Opener | null;
}

const jsonBytes = async function* (value: unknown) {
  yield Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
};
const once = async function* (bytes: Uint8Array) {
  yield bytes;
};
const paths = (id: string) => ({
  record: `backups/${id}.json`,
  manifest: `backups/${id}.manifest`,
  objects: `backups/${id}.objects`,
});

export type Repository = ReturnType<typeof createRepository>;

/** Backups in a store: what lies where. A backup is there once its record is; all that it needs was stored before. */
export function createRepository(store: BackupStore) {
  const readAll = async (path: string) => {
    const content = await store.read(path);
    return content && (await collect(content));
  };
  const configOf = async (): Promise<RepositoryConfig | undefined> => {
    const bytes = await readAll(CONFIG);
    if (!bytes) return undefined;
    const config = JSON.parse(bytes.toString()) as RepositoryConfig;
    if (config.format === 'assay-backup-1') return config;
    throw new BackupError(
      'BACKUP_PLACE',
      `The backups in ${store.label} have the form "${config.format}", which this Assay does not know. Use the Assay that made them, or a newer one.`,
    );
  };
  const nothingThere = () =>
    new BackupError('BACKUP_NOT_FOUND', `There are no backups in ${store.label}. Is its disk mounted?`);

  async function passphraseIdentity(passphrase: string): Promise<string> {
    const locked = await readAll(IDENTITY);
    if (!locked) {
      throw new BackupError(
        'BACKUP_DAMAGED',
        `${store.label} lacks ${IDENTITY}, without which its backups cannot be opened. Put it back from a copy.`,
      );
    }
    return unlockIdentity(locked, passphrase);
  }

  async function keysOf(config: RepositoryConfig, key: BackupKey): Promise<RepositoryKeys> {
    if (key.kind === 'passphrase') {
      if (config.protectedBy !== 'passphrase') {
        throw new BackupError(
          'BACKUP_KEY',
          `The backups in ${store.label} are encrypted for a public key: give its secret key, not a passphrase.`,
        );
      }
      const identity = await passphraseIdentity(key.passphrase);
      const recipients = [await recipientOf(identity)];
      return {
        id: config.id,
        recipients,
        sealer: createSealer(recipients),
        opener: createOpener([identity]),
      };
    }
    if (config.protectedBy === 'passphrase') {
      throw new BackupError(
        'BACKUP_KEY',
        `The backups in ${store.label} are protected by a passphrase: give that, or another folder for this key.`,
      );
    }
    return {
      id: config.id,
      recipients: key.recipients,
      sealer: createSealer(key.recipients),
      opener: key.kind === 'identities' ? createOpener(key.identities) : null,
    };
  }

  async function* ids(): AsyncGenerator<string> {
    for await (const { path } of store.list('backups')) {
      const id = /^backups\/([\w-]+)\.json$/.exec(path)?.[1];
      if (id !== undefined) yield id;
    }
  }

  const repository = {
    store,

    /** Opens what is there. @throws BackupError BACKUP_NOT_FOUND, BACKUP_KEY */
    async open(key: BackupKey): Promise<RepositoryKeys> {
      const config = await configOf();
      if (!config) throw nothingThere();
      return keysOf(config, key);
    },

    /** Opens what is there, or begins anew; under the lock. @throws BackupError BACKUP_KEY */
    async openOrMake(key: BackupKey, nowIso: string): Promise<RepositoryKeys> {
      const config = await configOf();
      if (config) return keysOf(config, key);
      for await (const { path } of store.list('backups')) {
        throw new BackupError(
          'BACKUP_DAMAGED',
          `${store.label} has ${path}, but not ${CONFIG}, which belongs to it. Put that back from a copy, or give another folder.`,
        );
      }
      if (key.kind === 'passphrase') {
        const { identity } = await makeIdentity();
        await store.put(IDENTITY, once(await lockIdentity(identity, key.passphrase)));
      }
      const made: RepositoryConfig = {
        format: 'assay-backup-1',
        id: randomUUID(),
        createdAt: nowIso,
        protectedBy: key.kind === 'passphrase' ? 'passphrase' : 'public key',
      };
      await store.put(CONFIG, jsonBytes(made));
      return keysOf(made, key);
    },

    /** The oldest first. @throws BackupError BACKUP_NOT_FOUND where there has never been any */
    async list(): Promise<BackupRecord[]> {
      if (!(await configOf())) throw nothingThere();
      const records: BackupRecord[] = [];
      for await (const id of ids()) {
        const bytes = await readAll(paths(id).record);
        // Pruned meanwhile.
        if (bytes) records.push(parseRecord(id, bytes));
      }
      const key = ({ createdAt, id }: BackupRecord) => `${createdAt} ${id}`;
      return records.sort((a, b) => (key(a) < key(b) ? -1 : 1));
    },

    /**
     * What lies there and belongs to no finished backup: of one under way or cut off, or of one whose record somebody removed.
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
      const records = await repository.list();
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

    /** The names of the objects that a backup needs, each once, sorted. @throws BackupError BACKUP_DAMAGED */
    async objectsOf({ id, objectsSha256 }: Pick<BackupRecord, 'id' | 'objectsSha256'>): Promise<string[]> {
      const bytes = await readAll(paths(id).objects);
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
    },

    sizeOfObject: (name: string) => store.sizeOf(objectPath(name)),

    /** Plain content in, encrypted content stored. */
    putSealed: (sealer: Sealer, content: AsyncIterable<Uint8Array>) => store.putObject(sealer.seal(content)),

    /** Plain content of an object. @throws BackupError BACKUP_DAMAGED, BACKUP_KEY */
    async *openObject(opener: Opener, name: string): AsyncGenerator<Uint8Array> {
      const content = await store.read(objectPath(name));
      if (!content) throw new BackupError('BACKUP_DAMAGED', `The object ${name} is missing.`);
      yield* opener.open(content);
    },

    /** The last step of a backup: from here on it is there. */
    async commit(
      record: Omit<BackupRecord, 'format' | 'manifestSha256' | 'objectsSha256'>,
      { manifest, objects }: { manifest: AsyncIterable<Uint8Array>; objects: Iterable<string> },
    ): Promise<BackupRecord> {
      const at = paths(record.id);
      const hash = createHash('sha256');
      await store.put(at.manifest, hashing(manifest, hash));
      const names = Buffer.concat([...new Set(objects)].sort().map((name) => Buffer.from(name, 'hex')));
      await store.put(at.objects, once(names));
      const whole: BackupRecord = {
        format: 'assay-backup-1',
        ...record,
        manifestSha256: hash.digest('hex'),
        objectsSha256: createHash('sha256').update(names).digest('hex'),
      };
      await store.put(at.record, jsonBytes(whole));
      return whole;
    },

    /** From here on it is not there; `sweep` removes what nothing else needs. */
    async forget(id: string): Promise<void> {
      const at = paths(id);
      for (const path of [at.record, at.manifest, at.objects]) await store.delete(path);
    },

    /** To be called before anything is written or deleted. True when whoever wrote last was cut off. */
    async begin(): Promise<boolean> {
      const wasCutOff = (await store.sizeOf(UNDER_WAY)) !== null;
      await store.put(UNDER_WAY, jsonBytes({}));
      return wasCutOff;
    },

    end: () => store.delete(UNDER_WAY),

    /** Removes what no backup needs: of pruned ones, of one that was cut off. Under the lock. */
    async sweep(): Promise<{ files: number; bytes: number }> {
      const records = await repository.list();
      const needed = new Set<string>();
      for (const record of records) for (const name of await repository.objectsOf(record)) needed.add(name);
      const known = new Set(records.map(({ id }) => id));
      const swept = { files: 0, bytes: 0 };
      const remove = async ({ path, sizeBytes }: { path: string; sizeBytes: number }) => {
        if (!isBackupPath(path)) return;
        await store.delete(path);
        swept.files++;
        swept.bytes += sizeBytes;
      };
      await store.removeUnfinished();
      for await (const file of store.list('objects')) {
        if (!needed.has(file.path.slice(file.path.lastIndexOf('/') + 1))) await remove(file);
      }
      for await (const file of store.list('backups')) {
        const id = /^backups\/([\w-]+)\./.exec(file.path)?.[1];
        if (id === undefined || !known.has(id)) await remove(file);
      }
      return swept;
    },

    /**
     * Writes down what was deleted with a certificate: whatever backup is restored, also one from before, it is deleted there again.
     *
     * @returns how many were new
     */
    async noteDeletions(sealer: Sealer, notes: AsyncIterable<{ id: string }>): Promise<number> {
      let count = 0;
      for await (const note of notes) {
        const path = `${DELETIONS}/${createHash('sha256').update(note.id).digest('hex')}`;
        if ((await store.sizeOf(path)) !== null) continue;
        await store.put(path, sealer.seal(once(Buffer.from(JSON.stringify(note)))));
        count++;
      }
      return count;
    },

    /** Every note of a deletion; null for one that cannot be read with this key. */
    async *deletions<Note>(opener: Opener): AsyncGenerator<Note | null> {
      for await (const { path } of store.list(DELETIONS)) {
        const content = await store.read(path);
        if (!content) continue;
        try {
          yield JSON.parse((await collect(opener.open(content))).toString()) as Note;
        } catch (error) {
          if (!(error instanceof BackupError) && !(error instanceof SyntaxError)) throw error;
          yield null;
        }
      }
    },
  };
  return repository;
}

function parseRecord(id: string, bytes: Buffer): BackupRecord {
  try {
    return JSON.parse(bytes.toString()) as BackupRecord;
  } catch (cause) {
    throw new BackupError('BACKUP_DAMAGED', `The record of backup ${id} is damaged.`, { cause });
  }
}

/** Hands content on and adds it to a hash. */
export async function* hashing(
  content: AsyncIterable<Uint8Array>,
  hash: { update: (chunk: Uint8Array) => unknown },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}
