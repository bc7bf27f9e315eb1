import { join } from 'node:path';
import { unitVector } from '../../../domain/vectors/unit-vectors.ts';
import type { EmbeddingsEngine } from '../port.ts';
import { addNGrams } from './n-grams.ts';
import { firstText, readPieces } from './pieces.ts';
import { readTokenTable } from './token-table.ts';
import { isForeign, wordsOf } from './words.ts';

/** About as long as the table's vector of a word that says something. */
const wordLength = 13;
/** A corpus has fewer words that come up again; about 10 MB. */
const maxKnownWords = 50_000;

interface KnownWord {
  pieces: readonly number[];
  isForeign: boolean;
}

/**
 * Static embeddings: a text's vector is the sum of its words' vectors out of WordLlama's table (models/bundled/wordllama-256.md), which
 * learnt in training how long each should be; function words are short there, so that a further weight by frequency only harmed
 * (docs/decisions/0038-embeddings.md). Words in other letters than Latin ones are known by their n-grams besides.
 *
 * @param bundled the folder models/bundled
 */
export async function openStaticEmbeddings(bundled: string): Promise<EmbeddingsEngine> {
  const [table, pieces] = await Promise.all([
    readTokenTable(join(bundled, 'wordllama-256.bin')),
    readPieces(join(bundled, 'moonshine-tokens.txt')),
  ]);
  if (table.rows !== pieces.count) throw new Error('The table of token vectors and the vocabulary differ.');
  const { dimensions, scales, values } = table;
  const known = new Map<string, KnownWord>();

  const lookUp = (word: string): KnownWord => {
    let found = known.get(word);
    if (!found) {
      // Bytes of unknown letters have vectors, but they mean nothing.
      found = { pieces: pieces.of(word).filter((piece) => piece >= firstText), isForeign: isForeign(word) };
      if (known.size >= maxKnownWords) known.clear();
      known.set(word, found);
    }
    return found;
  };

  /** How often each piece came up in a text, and which did: long texts say the same again and again. */
  const counts = new Uint32Array(table.rows);
  const met: number[] = [];

  const embedOne = (text: string): Int8Array => {
    const sum = new Float64Array(dimensions);
    for (const word of wordsOf(text)) {
      const found = lookUp(word);
      for (const piece of found.pieces) {
        if (counts[piece] === 0) met.push(piece);
        counts[piece]!++;
      }
      if (found.isForeign) addNGrams(word, wordLength, sum);
    }
    for (const piece of met) {
      const scale = scales[piece]! * counts[piece]!;
      const row = values.subarray(piece * dimensions, (piece + 1) * dimensions);
      for (let n = 0; n < dimensions; n++) sum[n] = sum[n]! + scale * row[n]!;
      counts[piece] = 0;
    }
    met.length = 0;
    return unitVector(sum);
  };

  return {
    name: 'wordllama-256/1',
    dimensions,
    async embed(texts, _kind, signal) {
      signal.throwIfAborted();
      return texts.map(embedOne);
    },
  };
}
