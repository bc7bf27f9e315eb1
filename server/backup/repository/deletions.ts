import { createHash } from 'node:crypto';
import { BackupError } from '../backup-error.ts';
import type { Opener, Sealer } from '../keys.ts';
import { collect } from '../lines.ts';
import type { BackupStore } from '../port.ts';
import { once } from './content.ts';

const DELETIONS = 'deletions';

/** What is to be deleted again after each restore. */
export const deletions = (store: BackupStore) => ({
  /**
   * Writes down what was deleted with a certificate: after a restore of any backup, also an older one, it is deleted again.
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
});
