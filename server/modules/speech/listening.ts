import { PassThrough, Readable } from 'node:stream';
import type { ListeningEngine } from '../../engines/audio/port.ts';
import type { BlobStore, OpenedBlob } from '../../storage/port.ts';
import { listeningFiles, folder as speechFolder } from './files.ts';
import type { ListeningService, Peaks } from './types.ts';

export interface ListeningDeps {
  engine: ListeningEngine;
  blobs: BlobStore;
  /** Where uploads lie: that of speech runs unless given. */
  folder?: string;
}

/** Fine enough for a wide screen, few enough for one answer. */
const measuredPerSecond = 100;
const mostPeaks = 12_000;

/**
 * What a player needs of a run's recording. It is made when a person first listens, one recording at a time (the same machine analyses the
 * others), and kept beside the upload.
 */
export function createListeningService({
  engine,
  blobs,
  folder = speechFolder,
}: ListeningDeps): ListeningService {
  const { uploadKey, listeningKey, peaksKey } = listeningFiles(folder);
  const underWay = new Map<string, Promise<void>>();
  let last: Promise<unknown> = Promise.resolve();

  /** One making per key, however many ask, and one making at a time. */
  function once(key: string, make: () => Promise<void>): Promise<void> {
    const running = underWay.get(key);
    if (running) return running;
    const made = last.then(make).finally(() => underWay.delete(key));
    last = made.catch(() => undefined);
    underWay.set(key, made);
    return made;
  }

  async function makeCopy(runId: string): Promise<void> {
    const through = new PassThrough();
    const stored = blobs.put(listeningKey(runId), through);
    // The store's failure is what `stored` says; here it only ends the program that waits for it.
    const broken = stored.then(
      () => undefined,
      () => undefined,
    );
    const take = (chunk: Uint8Array) =>
      through.write(chunk)
        ? undefined
        : Promise.race([new Promise<void>((drained) => through.once('drain', drained)), broken]);
    try {
      await blobs.withLocalFile(uploadKey(runId), (path) => engine.encodeForListening(path, take));
      through.end();
    } catch (error) {
      through.destroy(error as Error);
      await broken;
      throw error;
    }
    await stored;
  }

  async function makePeaks(runId: string): Promise<void> {
    const { durationMs, peaks } = await blobs.withLocalFile(listeningKey(runId), (path) =>
      engine.measurePeaks(path, measuredPerSecond),
    );
    const shape: Peaks = { durationMs, peaks: thinned(peaks, mostPeaks) };
    await blobs.put(peaksKey(runId), Readable.from([JSON.stringify(shape)]));
  }

  const isKept = async (runId: string) => (await blobs.open(uploadKey(runId))) !== undefined;

  async function recording(runId: string): Promise<OpenedBlob | undefined> {
    if (!(await isKept(runId))) return undefined;
    const made = await blobs.open(listeningKey(runId));
    if (made) return made;
    await once(listeningKey(runId), () => makeCopy(runId));
    // What was removed meanwhile stays removed.
    if (await isKept(runId)) return blobs.open(listeningKey(runId));
    await Promise.all([blobs.delete(listeningKey(runId)), blobs.delete(peaksKey(runId))]);
    return undefined;
  }

  return {
    isKept,
    recording,
    async peaks(runId) {
      if (!(await recording(runId))) return undefined;
      const read = async () => {
        const bytes = await blobs.read(peaksKey(runId));
        return bytes && (JSON.parse(bytes.toString('utf8')) as Peaks);
      };
      const known = await read();
      if (known) return known;
      await once(peaksKey(runId), () => makePeaks(runId));
      return read();
    },
  };
}

/** At most so many values: of each group the loudest, in whole percent. */
function thinned(peaks: Float32Array, most: number): number[] {
  const size = Math.max(1, Math.ceil(peaks.length / most));
  return Array.from({ length: Math.ceil(peaks.length / size) }, (_, group) =>
    Math.round(100 * Math.max(...peaks.subarray(group * size, (group + 1) * size))),
  );
}
