import type { AlignedWord, Span, Word } from '../../domain/transcript/types.ts';
import type { Native } from '../../native.ts';
import { openPcm, samplesPerMs } from '../audio/pcm.ts';
import { type Chunk, chunksOfWindows, partIntoChunks } from './chunks.ts';
import type { FrameModel } from './frame-model.ts';
import type { WayToSay } from './lexicon.ts';
import { type PlacedWord, placeWords } from './place-words.ts';
import type { AlignEngine } from './port.ts';

/** A tenth of a second is the least the network can look at. */
const minWindowMs = 100;
/** Where words do not fit their window (the recogniser placed them too close), it is widened once by this much. */
const wideningMs = 600;

export type AlignRequest = Parameters<AlignEngine['align']>[0] & {
  /** Of each word, all ways to say it; none: it keeps its time. */
  ways: readonly (readonly WayToSay[])[];
};

/**
 * Finds where words lie whose phones are known. The recording is aligned in chunks of a few seconds around the recogniser's own times,
 * so time and memory are linear and no error travels further than one chunk: wrong, missing and surplus words are passed over.
 * `phones`, `gop` and `entropy` are absent on words that have no pronunciation (a bare symbol) or were not found; these keep the
 * recogniser's times, and the latter are `unsupported`.
 */
export function createWordAligner(model: FrameModel, bestPath: Native['bestPath']) {
  return async ({
    pcmPath,
    words,
    ways,
    speech,
    windows,
    signal,
    onProgress,
  }: AlignRequest): Promise<AlignedWord[]> => {
    const unplaced = words.map((word, index) => withSpoken(word, ways[index]![0]));
    const pcm = await openPcm(pcmPath);
    try {
      const durationMs = Math.floor(pcm.totalSamples / samplesPerMs);
      if (!windows?.length) return await alignIn(words, partIntoChunks(words, speech, durationMs), 0, 1);
      // First anywhere in the window, then from pause to pause: a window may hold two voices and long silences.
      const roughly = await alignIn(words, chunksOfWindows(words, windows, durationMs), 0, 0.5);
      const between = betweenFound(roughly);
      return await alignIn(between, partIntoChunks(between, speech, durationMs), 0.5, 1);
    } finally {
      await pcm.close();
    }

    async function alignIn(
      told: readonly Span[],
      chunks: readonly Chunk[],
      begun: number,
      end: number,
    ): Promise<AlignedWord[]> {
      const at = (index: number) => ({
        ...unplaced[index]!,
        startMs: told[index]!.startMs,
        endMs: told[index]!.endMs,
      });
      const aligned: AlignedWord[] = words.map((_, index) => at(index));
      for (const [done, chunk] of chunks.entries()) {
        signal.throwIfAborted();
        const indexes = range(chunk).filter((index) => ways[index]!.length > 0);
        const placed = await place(
          chunk,
          indexes.map((index) => ways[index]!),
        );
        for (const [order, index] of indexes.entries()) {
          const found = placed[order];
          if (found) {
            const { variant, ...heard } = found;
            aligned[index] = { ...withSpoken(words[index]!, ways[index]![variant]), ...heard };
          }
          // Hesitations sound like anything: their absence says nothing.
          else if (!words[index]!.filler) aligned[index] = { ...at(index), unsupported: true };
        }
        onProgress?.(begun + (end - begun) * ((done + 1) / chunks.length));
      }
      return inOrder(
        words.map((_, index) => at(index)),
        aligned,
      );
    }

    async function place(
      { window }: Chunk,
      said: readonly (readonly WayToSay[])[],
    ): Promise<(PlacedWord | undefined)[]> {
      if (said.length === 0) return [];
      const durationMs = Math.floor(pcm.totalSamples / samplesPerMs);
      const pronunciations = said.map((ways) => ways.map(({ phones }) => phones));
      for (const widenMs of [0, wideningMs]) {
        const startMs = Math.max(0, window.startMs - widenMs);
        const endMs = Math.min(durationMs, window.endMs + widenMs);
        if (endMs - startMs < minWindowMs) continue;
        const samples = await pcm.readFloats(startMs * samplesPerMs, (endMs - startMs) * samplesPerMs);
        const placed = placeWords(bestPath, await model.posteriors(samples), pronunciations, startMs);
        if (placed.some((word) => word !== undefined)) return placed;
      }
      return said.map(() => undefined);
    }
  };
}

const withSpoken = (word: Word, way: WayToSay | undefined): AlignedWord =>
  way?.spoken ? { ...word, spoken: [...way.spoken] } : word;

const range = ({ from, to }: Chunk): number[] => Array.from({ length: to - from }, (_, n) => from + n);

/** Times for the next look: words without a place share the time between those that have one. */
function betweenFound(words: readonly AlignedWord[]): Span[] {
  const times: Span[] = words.map(({ startMs, endMs }) => ({ startMs, endMs }));
  for (let from = 0; from < words.length; from++) {
    if (words[from]!.phones) continue;
    let to = from;
    while (to < words.length && !words[to]!.phones) to++;
    const fromMs = words[from - 1]?.endMs;
    const toMs = words[to]?.startMs;
    if (fromMs !== undefined && toMs !== undefined) {
      const shareMs = Math.max(0, toMs - fromMs) / (to - from);
      for (let at = from; at < to; at++) {
        const startMs = Math.round(fromMs + (at - from) * shareMs);
        times[at] = { startMs, endMs: Math.round(fromMs + (at + 1 - from) * shareMs) };
      }
    }
    from = to;
  }
  return times;
}

/**
 * Windows of neighbouring chunks overlap a little: an aligned end that reaches into the next word is cut there, and a
 * word placed before the beginning of the one in front of it goes back to the recogniser's time.
 */
function inOrder(words: readonly AlignedWord[], aligned: AlignedWord[]): AlignedWord[] {
  for (const [index, word] of aligned.entries()) {
    const previous = aligned[index - 1];
    if (!previous || word.startMs >= previous.endMs) continue;
    const lastPhone = previous.phones?.at(-1);
    if (word.startMs <= (lastPhone?.startMs ?? previous.startMs)) {
      if (word.phones) aligned[index] = { ...words[index]!, unsupported: true };
    } else if (lastPhone) {
      previous.endMs = word.startMs;
      lastPhone.endMs = word.startMs;
    }
  }
  return aligned;
}
