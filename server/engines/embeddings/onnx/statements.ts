import { join } from 'node:path';
import type { EmbeddingsEngine } from '../port.ts';
import { openSentenceEmbeddings } from './engine.ts';

/** Of 384 bytes each: a CV that is matched with job after job is read by the network once. */
const mostKept = 20_000;

/**
 * The bundled network that brings requirements and statements of CVs together (models/bundled/statements-en.md): English, one thread. It keeps
 * the vectors of the texts it was asked for last.
 * @param bundled the folder models/bundled
 * @throws SentenceModelError where its files cannot be used
 */
export async function openStatements(bundled: string): Promise<EmbeddingsEngine> {
  const network = await openSentenceEmbeddings({
    dir: join(bundled, 'statements-en'),
    name: 'statements-en',
    threads: 1,
  });
  const kept = new Map<string, Int8Array>();
  return {
    name: network.name,
    dimensions: network.dimensions,
    async embed(texts, kind, signal) {
      const known = new Map<string, Int8Array>();
      for (const text of texts) {
        const vector = kept.get(text);
        if (vector) known.set(text, vector);
      }
      const missing = [...new Set(texts.filter((text) => !known.has(text)))];
      for (const text of missing) {
        // Activations are put in 8 bits a batch at a time: beside other texts the same one would have another vector.
        const [vector] = await network.embed([text], kind, signal);
        known.set(text, vector!);
        kept.set(text, vector!);
      }
      for (const text of kept.keys()) {
        if (kept.size <= mostKept) break;
        kept.delete(text);
      }
      return texts.map((text) => known.get(text)!);
    },
  };
}
