import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { asDiskFull, ModelError } from '../../installed/model-error.ts';
import { absent } from '../store.ts';
import { type HubFile, reasonOf } from './hub.ts';

/** How long a download puts up with a bad line. */
export interface Patience {
  /** Tries in a row that bring nothing. */
  fruitlessTries: number;
  /** Tries in all: a line that drops after every few bytes has an end, too. */
  tries: number;
  /** Time without a byte after which a try is given up. */
  stallMs: number;
  /** Before the second try; doubles from try to try, up to 32 times as long. */
  pauseMs: number;
}

export const usualPatience: Patience = { fruitlessTries: 5, tries: 100, stallMs: 30_000, pauseMs: 1000 };

/** What a file must turn out to be. */
export type KnownFile = Pick<HubFile, 'sizeBytes' | 'hash'>;

/** A try that another may make good. */
class Interrupted extends Error {}

/**
 * Downloads a file into `partPath`, going on where an earlier download stopped, and checks it against the hash that is known of it.
 * A part that turns out wrong is thrown away and fetched once more from its beginning.
 *
 * @param headers sent along, e.g. with the name and password of a company's index
 * @param onBytes told after each piece how many bytes of the file are there
 * @returns the SHA-256 of what is now in `partPath`, all of it on the disk
 * @throws ModelError DOWNLOAD_FAILED (the part is kept for the next time unless its content is wrong) or DISK_FULL
 */
export async function downloadFile({
  url,
  partPath,
  file,
  headers = {},
  patience = usualPatience,
  signal,
  onBytes = () => {},
}: {
  url: string;
  partPath: string;
  file: KnownFile;
  headers?: Readonly<Record<string, string>>;
  patience?: Patience | undefined;
  signal?: AbortSignal | undefined;
  onBytes?: (doneBytes: number) => void;
}): Promise<string> {
  for (const isLast of [false, true]) {
    const sha256 = await fetchAll({ url, partPath, file, headers, patience, signal, onBytes });
    if (sha256 !== undefined) return sha256;
    await rm(partPath, { force: true });
    if (isLast) break;
  }
  throw failed(`${url} gives other bytes than it should (${file.hash.algorithm} ${file.hash.hex})`);
}

const failed = (why: string, cause?: unknown) =>
  new ModelError('DOWNLOAD_FAILED', `${why}. Nothing was installed.`, { cause });

/** @returns undefined when everything came and it is not the file */
async function fetchAll(request: {
  url: string;
  partPath: string;
  file: KnownFile;
  headers: Readonly<Record<string, string>>;
  patience: Patience;
  signal: AbortSignal | undefined;
  onBytes: (doneBytes: number) => void;
}): Promise<string | undefined> {
  const { partPath, file, patience, signal } = request;
  const part = await openPart(partPath, file);
  try {
    let fruitless = 0;
    let last: unknown;
    for (let tries = 0; part.doneBytes() < file.sizeBytes; tries++) {
      if (fruitless >= patience.fruitlessTries || tries >= patience.tries) {
        throw failed(
          `${request.url} broke off at ${part.doneBytes()} of ${file.sizeBytes} bytes and does not go on (${reasonOf(last)}). ` +
            'Try again: it goes on from there',
          last,
        );
      }
      if (tries > 0)
        await delay(patience.pauseMs * 2 ** Math.min(fruitless, 5), undefined, { ...(signal && { signal }) });
      const before = part.doneBytes();
      try {
        await fetchSome(request, part);
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof Interrupted)) throw error;
        last = error;
      }
      fruitless = part.doneBytes() > before ? 0 : fruitless + 1;
    }
    return await part.finish();
  } catch (error) {
    const fault = asDiskFull(error, partPath);
    // What fills the disk must not keep it full.
    if (fault !== error) await rm(partPath, { force: true });
    throw fault;
  } finally {
    await part.close();
  }
}

async function fetchSome(
  { url, file, headers, patience, signal, onBytes }: Parameters<typeof fetchAll>[0],
  part: Part,
): Promise<void> {
  const { sizeBytes } = file;
  const { stallMs } = patience;
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(new Error(`nothing came for ${stallMs / 1000} s`)), stallMs);
  try {
    const from = part.doneBytes();
    const answer = await fetch(url, {
      // A compressed answer could be neither counted nor continued.
      headers: { ...headers, 'accept-encoding': 'identity', ...(from > 0 && { range: `bytes=${from}-` }) },
      signal: signal ? AbortSignal.any([signal, stalled.signal]) : stalled.signal,
    }).catch(interrupted);
    if (url.startsWith('https:') && !answer.url.startsWith('https:')) {
      throw failed(`${url} leads to an address without encryption (${answer.url})`);
    }
    if (answer.status === 416 || (answer.status === 200 && from > 0)) {
      // It cannot go on in the middle: all over again.
      await part.clear();
      if (answer.status === 416) throw new Interrupted('the server has no such part of the file');
    } else if (answer.status === 206) {
      const start = /^bytes (\d+)-/.exec(answer.headers.get('content-range') ?? '')?.[1];
      if (Number(start) !== from) throw new Interrupted(`it went on at ${start} instead of ${from}`);
    } else if (answer.status === 429 || answer.status >= 500 || answer.status === 408) {
      throw new Interrupted(`the server answers ${answer.status}`);
    } else if (answer.status !== 200) {
      throw failed(`${url} answers ${answer.status}`);
    }
    if (!answer.body) throw new Interrupted('the answer is empty');
    const pieces = answer.body[Symbol.asyncIterator]();
    while (true) {
      const { done, value } = await pieces.next().catch(interrupted);
      if (done) break;
      timer.refresh();
      if (part.doneBytes() + value.length > sizeBytes) {
        await part.clear();
        throw new Interrupted(`it has more than the ${sizeBytes} bytes that it should`);
      }
      await part.append(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
      onBytes(part.doneBytes());
    }
    if (part.doneBytes() < sizeBytes) throw new Interrupted('the connection was closed too early');
  } finally {
    clearTimeout(timer);
    stalled.abort();
  }
}

function interrupted(error: unknown): never {
  throw new Interrupted(reasonOf(error), { cause: error });
}

type Part = Awaited<ReturnType<typeof openPart>>;

/** What is there of a file, hashed as it grows. */
async function openPart(path: string, { sizeBytes, hash }: KnownFile) {
  const start = (): { sha256: Hash; git: Hash } => ({
    sha256: createHash('sha256'),
    git: createHash('sha1').update(`blob ${sizeBytes}\0`),
  });
  let hashes = start();
  let done = 0;
  const take = (piece: Buffer) => {
    hashes.sha256.update(piece);
    if (hash.algorithm === 'git-sha1') hashes.git.update(piece);
    done += piece.length;
  };
  const found = await stat(path).catch(absent);
  if (found && found.size > sizeBytes) await rm(path);
  else if (found && found.size > 0) {
    for await (const piece of createReadStream(path)) take(piece as Buffer);
  }
  const file: FileHandle = await open(path, 'a');
  return {
    doneBytes: () => done,
    async append(piece: Buffer): Promise<void> {
      await file.appendFile(piece);
      take(piece);
    },
    async clear(): Promise<void> {
      await file.truncate(0);
      hashes = start();
      done = 0;
    },
    /** @returns undefined when the content is not what it should be */
    async finish(): Promise<string | undefined> {
      await file.sync();
      const sha256 = hashes.sha256.digest('hex');
      const hex = hash.algorithm === 'sha256' ? sha256 : hashes.git.digest('hex');
      return hex === hash.hex ? sha256 : undefined;
    },
    close: () => file.close(),
  };
}
