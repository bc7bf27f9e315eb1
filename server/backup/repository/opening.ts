import { randomUUID } from 'node:crypto';
import { BackupError } from '../backup-error.ts';
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
} from '../keys.ts';
import type { BackupStore } from '../port.ts';
import { jsonBytes, once, readAll } from './content.ts';

const CONFIG = 'assay-backup.json';
const IDENTITY = 'identity.age';

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

/** Opens the backups of a store with the keys that fit, and changes who may read and write them. */
export const opening = (store: BackupStore) => ({
  /** Opens what is there. @throws BackupError BACKUP_NOT_FOUND, BACKUP_KEY */
  async open(key: BackupKey): Promise<RepositoryKeys> {
    const config = await configOf(store);
    if (!config) throw nothingThere(store);
    return keysOf(store, config, key);
  },

  /** Opens what is there, or begins anew; under the lock. @throws BackupError BACKUP_KEY */
  async openOrMake(key: BackupKey, nowIso: string): Promise<RepositoryKeys> {
    const config = await configOf(store);
    if (config) return keysOf(store, config, key);
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
    return keysOf(store, made, key);
  },
});

/** Undefined where there has never been a backup. */
export async function configOf(store: BackupStore): Promise<RepositoryConfig | undefined> {
  const bytes = await readAll(store, CONFIG);
  if (!bytes) return undefined;
  const config = JSON.parse(bytes.toString()) as RepositoryConfig;
  if (config.format === 'assay-backup-1') return config;
  throw new BackupError(
    'BACKUP_PLACE',
    `The backups in ${store.label} have the form "${config.format}", which this Assay does not know. Use the Assay that made them, or a newer one.`,
  );
}

export const nothingThere = (store: BackupStore): BackupError =>
  new BackupError('BACKUP_NOT_FOUND', `There are no backups in ${store.label}. Is its disk mounted?`);

async function passphraseIdentity(store: BackupStore, passphrase: string): Promise<string> {
  const locked = await readAll(store, IDENTITY);
  if (!locked) {
    throw new BackupError(
      'BACKUP_DAMAGED',
      `${store.label} lacks ${IDENTITY}, without which its backups cannot be opened. Put it back from a copy.`,
    );
  }
  return unlockIdentity(locked, passphrase);
}

async function keysOf(store: BackupStore, config: RepositoryConfig, key: BackupKey): Promise<RepositoryKeys> {
  if (key.kind === 'passphrase') {
    if (config.protectedBy !== 'passphrase') {
      throw new BackupError(
        'BACKUP_KEY',
        `The backups in ${store.label} are encrypted for a public key: give its secret key, not a passphrase.`,
      );
    }
    const identity = await passphraseIdentity(store, key.passphrase);
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
