import { BackupError } from './backup-error.ts';
import type { Opener, Sealer } from './keys.ts';
import { type BackupStore, objectPath } from './port.ts';
import { deletions } from './repository/deletions.ts';
import { opening } from './repository/opening.ts';
import { reading } from './repository/reading.ts';
import { writing } from './repository/writing.ts';

export type Repository = ReturnType<typeof createRepository>;

/** Backups in a store: what lies where. A backup is there once its record is; all that it needs was stored before. */
export const createRepository = (store: BackupStore) => ({
  store,
  ...opening(store),
  ...reading(store),
  ...writing(store),
  ...deletions(store),

  sizeOfObject: (name: string) => store.sizeOf(objectPath(name)),

  /** Plain content in, encrypted content stored. */
  putSealed: (sealer: Sealer, content: AsyncIterable<Uint8Array>) => store.putObject(sealer.seal(content)),

  /** Plain content of an object. @throws BackupError BACKUP_DAMAGED, BACKUP_KEY */
  async *openObject(opener: Opener, name: string): AsyncGenerator<Uint8Array> {
    const content = await store.read(objectPath(name));
    if (!content) throw new BackupError('BACKUP_DAMAGED', `The object ${name} is missing.`);
    yield* opener.open(content);
  },
});
