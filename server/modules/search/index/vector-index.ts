import { setTimeout as delay } from 'node:timers/promises';
import { seconds } from '../../../time.ts';
import type { NearestCandidates, VectorIndex } from '../types.ts';
import { type LoadedVectors, leaveOut, nearestOf, type Question, retire } from './loaded-vectors.ts';
import { createOpenCorpora, type OpenCorpora } from './open-corpora.ts';
import { corporaWithFile, isOutdated, removeStrays, spaceOf, type VectorFolder } from './vector-folder.ts';
import { vectorsAmong, vectorsSince } from './vector-repository.ts';

/** As many vectors are scanned from memory at least, and this share of those in the file at most, before the file is written anew. */
const scannedFromMemory = 4096;
const memoryShare = 0.25;
/** How long a search waits for an index that is being made. */
const patienceMs = seconds(2);
/** Rounds in which those are left out of a result who have been deleted since. */
const maxRounds = 20;

export function createVectorIndex({
  waitMs = patienceMs,
  inMemory = scannedFromMemory,
  ...place
}: VectorFolder & {
  waitMs?: number;
  /** Vectors that are scanned from memory before they get a file. */
  inMemory?: number;
}): VectorIndex {
  const corpora = createOpenCorpora(place, inMemory);
  return {
    async nearest({ corpus, ...question }): Promise<NearestCandidates> {
      const loaded = await readyWithin(waitMs, corpora, corpus);
      if (!loaded) return { candidates: [], isReady: false };
      loaded.users++;
      try {
        await catchUp(place, corpus, loaded);
        return { candidates: await searchLiving(place, corpus, loaded, question), isReady: true };
      } finally {
        loaded.users--;
        if (loaded.isRetired) retire(loaded);
      }
    },

    async keepUp(corpus, isAtRest = false) {
      if (corpora.isClosed) return;
      const loaded = await corpora.of(corpus);
      await catchUp(place, corpus, loaded);
      const most =
        isAtRest && loaded.file ? inMemory / 8 : Math.max(inMemory, loaded.live.length * memoryShare);
      if (loaded.recent.size + loaded.dead > most) await corpora.rewrite(corpus);
    },

    async tidy() {
      let tidied = 0;
      for (const corpus of await corporaWithFile(place)) {
        if (corpora.isClosed || !(await isOutdated(place, corpus))) continue;
        await corpora.rewrite(corpus);
        tidied++;
      }
      await removeStrays(place, corpora.isBeingWritten);
      return tidied;
    },

    close: () => corpora.close(),
  };
}

/** Undefined where it is still being made when the time is up. */
async function readyWithin(
  waitMs: number,
  corpora: OpenCorpora,
  corpus: number,
): Promise<LoadedVectors | undefined> {
  for (;;) {
    const loaded = await Promise.race([corpora.of(corpus), delay(waitMs, undefined, { ref: false })]);
    // One that was replaced in this moment has no file any more.
    if (!loaded?.isRetired || corpora.isClosed) return loaded ?? undefined;
  }
}

/** Takes in what was stored since. */
async function catchUp(place: VectorFolder, corpus: number, loaded: LoadedVectors): Promise<void> {
  let reached = loaded.revision;
  for await (const page of vectorsSince(place.db, spaceOf(place, corpus), loaded.revision)) {
    for (const { candidate, vector, revision } of page) {
      leaveOut(loaded, candidate);
      if (vector.length === place.made.dimensions) loaded.recent.set(candidate, vector);
      reached = Math.max(reached, revision);
    }
  }
  // Only now: what was cut off is read again.
  loaded.revision = Math.max(loaded.revision, reached);
}

/** The nearest without those who were deleted since. */
async function searchLiving(
  place: VectorFolder,
  corpus: number,
  loaded: LoadedVectors,
  question: Question,
): Promise<number[]> {
  for (let round = 1; ; round++) {
    const found = await nearestOf(loaded, question);
    const there = await vectorsAmong(place.db, spaceOf(place, corpus), found);
    const gone = found.filter((candidate) => !there.has(candidate));
    if (gone.length === 0 || round === maxRounds) return found.filter((candidate) => there.has(candidate));
    for (const candidate of gone) {
      leaveOut(loaded, candidate);
      loaded.recent.delete(candidate);
    }
  }
}
