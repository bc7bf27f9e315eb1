import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import type { BlobStore } from '../../storage/port.ts';
import { type Clock, isoTime, seconds } from '../../time.ts';

/** This process has other files than those that serve this database; the message tells a person what to do. */
export class FileStoreError extends Error {}

/** What the database knows of the store that its files lie in. */
interface NotedStore {
  id: string;
  /** Of the process that said so last, and where it has the store. */
  host: string;
  place: string;
  seenAt: string;
}

const NOTE = 'file_store';
const KEY = 'store/id';

export interface FileStoreSign {
  /** To be called every `limits.machines.servingEveryMs` while files are used. */
  stillHere(): Promise<void>;
}

/**
 * For a process that shares its database with others: the store gets a mark that the database knows. While another process serves, a store
 * without it is refused, because uploads that one machine takes would be missing on the next. When no process serves, as after a restore,
 * the store is taken for the right one and marked.
 *
 * @param deps.place for people: where this process has its files
 * @param deps.markWithinMs how long the mark of a store is waited for that another process has just noted
 * @throws FileStoreError
 */
export async function openFileStore({
  db,
  blobs,
  clock,
  host,
  place,
  markWithinMs = seconds(3),
}: {
  db: Db;
  blobs: Pick<BlobStore, 'read' | 'put'>;
  clock: Clock;
  host: string;
  place: string;
  markWithinMs?: number;
}): Promise<FileStoreSign> {
  const noted = (id: string) =>
    JSON.stringify({ id, host, place, seenAt: isoTime(clock.now()) } satisfies NotedStore);
  const markOf = async () => (await blobs.read(KEY))?.toString('utf8').trim();
  const marked = await markOf();
  await db
    .insertInto('installation')
    .values({ name: NOTE, value: noted(marked ?? randomUUID()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', NOTE)
    .executeTakeFirstOrThrow();
  const known = JSON.parse(value) as NotedStore;
  if (marked !== known.id) {
    const isServed = clock.now() - Date.parse(known.seenAt) < limits.machines.servedMs;
    // The process that noted it first just now has no mark yet either.
    const isOwn = known.host === host && known.place === place;
    if (!isServed || isOwn) await blobs.put(KEY, Readable.from([`${known.id}\n`]));
    else if (!(await comes(async () => (await markOf()) === known.id, markWithinMs))) {
      throw new FileStoreError(refusal(known, place));
    }
  }
  const stillHere = async () => {
    await db
      .updateTable('installation')
      .set({ value: noted(known.id) })
      .where('name', '=', NOTE)
      .execute();
  };
  await stillHere();
  return { stillHere };
}

/** The process that noted the store first may not have marked it yet. */
async function comes(look: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const giveUpAt = performance.now() + withinMs;
  while (!(await look())) {
    if (performance.now() > giveUpAt) return false;
    await delay(100);
  }
  return true;
}

const refusal = (known: NotedStore, place: string) =>
  [
    `The files of this installation are not in ${place}: host "${known.host}" serves the same database just now and has them in ${known.place}.`,
    'Every machine needs the same files: share that folder and set DATA_DIR to it.',
    `If this is the right place and that host was stopped, start again in a minute.`,
  ].join(' ');
