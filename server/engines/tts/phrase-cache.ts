import { createHash } from 'node:crypto';
import type { SpeechRequest, TtsEngine } from './port.ts';

/** About half an hour of speech. */
const defaultMaxBytes = 64 * 1024 ** 2;

export interface PhraseCache extends TtsEngine {
  /**
   * Speaks texts before they are needed, one after the other, so that the machine stays free for who is talking. A text that cannot be
   * spoken is left out. Ends when the cache is full, or aborted.
   *
   * @returns how many are kept now
   */
  ahead(
    texts: Iterable<string>,
    about: Pick<SpeechRequest, 'language' | 'voice' | 'signal'>,
  ): Promise<number>;
  readonly sizeBytes: number;
}

/**
 * An engine that remembers fixed phrases, by voice, language and text, in memory and never more than `maxBytes`; what was not spoken ahead
 * goes to the engine and is not kept, for it may hold what a candidate said.
 */
export function createPhraseCache(
  engine: TtsEngine,
  { maxBytes = defaultMaxBytes }: { maxBytes?: number } = {},
): PhraseCache {
  /** In the order of their last use. */
  const kept = new Map<string, Int16Array>();
  let sizeBytes = 0;

  const keyOf = ({ text, language, voice }: Pick<SpeechRequest, 'text' | 'language' | 'voice'>) =>
    createHash('sha256')
      .update(JSON.stringify([engine.id, voice ?? null, language, text]))
      .digest('base64');

  return {
    id: engine.id,
    voices: engine.voices,
    check: () => engine.check(),
    get sizeBytes() {
      return sizeBytes;
    },
    async *speak(request) {
      request.signal.throwIfAborted();
      const key = keyOf(request);
      const known = kept.get(key);
      if (!known) {
        yield* engine.speak(request);
        return;
      }
      kept.delete(key);
      kept.set(key, known);
      // A copy: who plays it may change its loudness in place.
      yield known.slice();
    },
    async ahead(texts, about) {
      let count = 0;
      for (const text of texts) {
        about.signal.throwIfAborted();
        const key = keyOf({ ...about, text });
        if (!kept.has(key)) {
          const samples = await whole(engine, { ...about, text });
          if (!samples) continue;
          // The first ones are the likeliest: they are not pushed out by later ones of the same list.
          if (samples.byteLength > maxBytes - sizeBytes && !makeRoom(samples.byteLength, count)) break;
          kept.set(key, samples);
          sizeBytes += samples.byteLength;
        }
        count++;
      }
      return count;
    },
  };

  /** Drops what has not been used for longest, but for the newest `spared`. */
  function makeRoom(neededBytes: number, spared: number): boolean {
    for (const [key, { byteLength }] of [...kept].slice(0, Math.max(0, kept.size - spared))) {
      if (maxBytes - sizeBytes >= neededBytes) break;
      kept.delete(key);
      sizeBytes -= byteLength;
    }
    return maxBytes - sizeBytes >= neededBytes;
  }
}

async function whole(engine: TtsEngine, request: SpeechRequest): Promise<Int16Array | null> {
  try {
    const chunks = await Array.fromAsync(engine.speak(request));
    const samples = new Int16Array(chunks.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const chunk of chunks) {
      samples.set(chunk, at);
      at += chunk.length;
    }
    return samples;
  } catch {
    request.signal.throwIfAborted();
    return null;
  }
}
