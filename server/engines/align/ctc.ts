import type { AlignedWord, Word } from '../../domain/transcript/types.ts';
import { loadNative } from '../../native.ts';
import { openPcm, samplesPerMs } from '../audio/pcm.ts';
import { type Chunk, partIntoChunks } from './chunks.ts';
import { createFrameModel } from './frame-model.ts';
import { createLexicon } from './lexicon.ts';
import { type PlacedWord, placeWords } from './place-words.ts';
import type { AlignEngine } from './port.ts';
import type { Pronunciation } from './pronunciation.ts';

/** A tenth of a second is the least the network can look at. */
const minWindowMs = 100;
/** Where words do not fit their window (the recogniser placed them too close), it is widened once by this much. */
const wideningMs = 600;

/**
 * English forced alignment with the bundled acoustic model: word and phone times to about 20 ms, and how well
 * each phone fits what was heard.
 *
 * The recording is aligned in chunks of a few seconds around the recogniser's own times, so time and memory are
 * linear and no error travels further than one chunk: wrong, missing and surplus words are passed over. `phones`, `gop` and `entropy`
 * are absent on words that have no pronunciation (a bare symbol) or were not found; these keep the recogniser's times, and the
 * latter are `unsupported`.
 */
export async function createCtcAligner(options: {
  modelPath: string;
  lexiconPath: string;
}): Promise<AlignEngine> {
  const native = loadNative();
  const [model, lexicon] = await Promise.all([
    createFrameModel(options.modelPath),
    createLexicon(options.lexiconPath),
  ]);

  return {
    id: 'ctc-en',
    languages: ['en'],
    async align({ pcmPath, words, speech, signal, onProgress }) {
      const pronunciations = lexicon.variants(words.map((word) => word.text));
      const aligned: AlignedWord[] = words.map((word) => ({ ...word }));
      const pcm = await openPcm(pcmPath);
      try {
        const durationMs = Math.floor(pcm.totalSamples / samplesPerMs);
        const chunks = partIntoChunks(words, speech, durationMs);
        for (const [done, chunk] of chunks.entries()) {
          signal.throwIfAborted();
          const indexes = range(chunk).filter((index) => pronunciations.has(words[index]!.text));
          const spoken = indexes.map((index) => pronunciations.get(words[index]!.text)!);
          const placed = await place(chunk, spoken, durationMs);
          for (const [order, index] of indexes.entries()) {
            const found = placed[order];
            const word = words[index]!;
            if (found) aligned[index] = { ...word, ...found };
            // Hesitations sound like anything: their absence says nothing.
            else if (!word.filler) aligned[index] = { ...word, unsupported: true };
          }
          onProgress?.((done + 1) / chunks.length);
        }
      } finally {
        await pcm.close();
      }
      return inOrder(words, aligned);

      async function place(
        { window }: Chunk,
        spoken: readonly (readonly Pronunciation[])[],
        durationMs: number,
      ): Promise<(PlacedWord | undefined)[]> {
        if (spoken.length === 0) return [];
        for (const widenMs of [0, wideningMs]) {
          const startMs = Math.max(0, window.startMs - widenMs);
          const endMs = Math.min(durationMs, window.endMs + widenMs);
          if (endMs - startMs < minWindowMs) continue;
          const samples = await pcm.readFloats(startMs * samplesPerMs, (endMs - startMs) * samplesPerMs);
          const placed = placeWords(native.bestPath, await model.posteriors(samples), spoken, startMs);
          if (placed.some((word) => word !== undefined)) return placed;
        }
        return spoken.map(() => undefined);
      }
    },
  };
}

const range = ({ from, to }: Chunk): number[] => Array.from({ length: to - from }, (_, n) => from + n);

/**
 * Windows of neighbouring chunks overlap a little: an aligned end that reaches into the next word is cut there, and a
 * word placed before the beginning of the one in front of it goes back to the recogniser's time.
 */
function inOrder(words: readonly Word[], aligned: AlignedWord[]): AlignedWord[] {
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
