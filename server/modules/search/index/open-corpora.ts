import { type LoadedVectors, loadedOf, retire } from './loaded-vectors.ts';
import { openVectorFile, spaceOf, type VectorFolder, writeVectorFile } from './vector-folder.ts';
import { countVectors } from './vector-repository.ts';

/** Corpora whose indexes are kept open. */
const mostOpen = 64;

/** The corpora whose vectors are known here: those used last. */
export interface OpenCorpora {
  of(corpus: number): Promise<LoadedVectors>;
  /** Writes the file of a corpus anew. One after the other, and none once closed. */
  rewrite(corpus: number): Promise<void>;
  isBeingWritten(corpus: number): boolean;
  readonly isClosed: boolean;
  close(): Promise<void>;
}

/** @param inMemory more vectors than that get a file */
export function createOpenCorpora(place: VectorFolder, inMemory: number): OpenCorpora {
  const known = new Map<number, Promise<LoadedVectors>>();
  /** By corpus: the latest of the writes of its file. */
  const writing = new Map<number, Promise<unknown>>();
  let isClosed = false;

  const load = async (corpus: number): Promise<LoadedVectors> => {
    const file = await openVectorFile(place, corpus);
    if (file) return loadedOf(file);
    const count = await countVectors(place.db, spaceOf(place, corpus));
    return loadedOf(count > inMemory ? await writeVectorFile(place, corpus) : null);
  };

  const writeAnew = async (corpus: number) => {
    if (isClosed) return;
    const before = known.get(corpus);
    const next = loadedOf(await writeVectorFile(place, corpus));
    known.set(corpus, Promise.resolve(next));
    if (before) await before.then(retire, () => undefined);
  };

  return {
    of(corpus) {
      const before = known.get(corpus);
      const now =
        before ??
        load(corpus).catch((error) => {
          known.delete(corpus);
          throw error;
        });
      // The one used last comes last.
      known.delete(corpus);
      known.set(corpus, now);
      if (known.size > mostOpen) {
        const [oldest, its] = known.entries().next().value!;
        known.delete(oldest);
        void its.then(retire).catch(() => undefined);
      }
      return now;
    },

    async rewrite(corpus) {
      const turn = (writing.get(corpus) ?? Promise.resolve())
        .catch(() => undefined)
        .then(() => writeAnew(corpus));
      writing.set(corpus, turn);
      await turn.finally(() => {
        if (writing.get(corpus) === turn) writing.delete(corpus);
      });
    },

    isBeingWritten: (corpus) => writing.has(corpus),
    get isClosed() {
      return isClosed;
    },
    async close() {
      isClosed = true;
      await Promise.allSettled(writing.values());
      for (const loaded of known.values()) await loaded.then(retire, () => undefined);
      known.clear();
    },
  };
}
