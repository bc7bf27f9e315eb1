import { collect } from '../lines.ts';
import type { BackupStore } from '../port.ts';

/** Marks that a process writes or deletes: while it is there, objects may lie about that no backup has. */
export const UNDER_WAY = 'under-way';

export async function* jsonBytes(value: unknown): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}

export async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Undefined where there is no such file. */
export async function readAll(store: BackupStore, path: string): Promise<Buffer | undefined> {
  const content = await store.read(path);
  return content && (await collect(content));
}

/** The files of a backup. */
export const paths = (id: string) => ({
  record: `backups/${id}.json`,
  manifest: `backups/${id}.manifest`,
  objects: `backups/${id}.objects`,
});

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
