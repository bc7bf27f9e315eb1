import { BackupError } from './backup-error.ts';
import type { Opener } from './keys.ts';
import { fromLines } from './lines.ts';
import type { BackupRecord, ManifestFile, ManifestHead } from './manifest.ts';
import type { Repository } from './repository.ts';

export interface OpenedManifest {
  head: ManifestHead;
  /** Read anew each time: a manifest may be larger than memory should be. */
  files: () => AsyncGenerator<ManifestFile>;
}

/** @throws BackupError BACKUP_KEY, BACKUP_DAMAGED */
export async function readManifest(
  repository: Pick<Repository, 'manifest'>,
  opener: Opener,
  record: Pick<BackupRecord, 'id' | 'files'>,
): Promise<OpenedManifest> {
  const read = async () =>
    fromLines<ManifestHead | ManifestFile>(opener.open(await repository.manifest(record)));
  const damaged = (how: string) =>
    new BackupError('BACKUP_DAMAGED', `The manifest of backup ${record.id} ${how}.`);
  const first = await read();
  const { value: head } = await first.next();
  await first.return(undefined);
  if (!head || !('format' in head)) throw damaged('has no beginning');
  if (head.id !== record.id) throw damaged(`is that of ${head.id}`);
  return {
    head,
    async *files() {
      let count = 0;
      for await (const line of await read()) {
        if (!('path' in line)) continue;
        count++;
        yield line;
      }
      if (count !== record.files) throw damaged(`has ${count} of ${record.files} files`);
    },
  };
}
