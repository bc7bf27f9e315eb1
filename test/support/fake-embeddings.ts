import { createHash } from 'node:crypto';
import type { EmbeddingsEngine } from '#server/engines/embeddings/port.ts';

const dimensions = 64;

/** Texts are near by the words that they share; each word has a direction of its own. */
export function fakeEmbeddings({ name = 'fake-1' }: { name?: string } = {}): EmbeddingsEngine & {
  /** How many texts were embedded. */
  calls: { texts: number };
  /** What it throws for, when it does. */
  refuse: (text: string) => boolean;
} {
  const calls = { texts: 0 };
  const engine = {
    name,
    dimensions,
    calls,
    refuse: (_text: string) => false,
    async embed(texts: readonly string[], _kind: 'query' | 'passage', signal: AbortSignal) {
      signal.throwIfAborted();
      calls.texts += texts.length;
      if (texts.some((text) => engine.refuse(text))) throw new Error('The model is not in the mood.');
      return texts.map(vectorOf);
    },
  };
  return engine;
}

function vectorOf(text: string): Int8Array {
  const sum = new Float64Array(dimensions);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const hash = createHash('sha256').update(word).digest();
    for (let at = 0; at < 4; at++) sum[hash[at]! % dimensions]! += hash[at + 4]! > 127 ? 1 : -1;
  }
  const length = Math.hypot(...sum);
  return Int8Array.from(sum, (value) => (length === 0 ? 0 : Math.round((value / length) * 127)));
}
