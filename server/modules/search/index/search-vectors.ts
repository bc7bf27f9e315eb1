import type { VectorTexts } from '../../../domain/search/vector-text.ts';
import type { TitleTable } from '../../../domain/titles/title-table.ts';
import { mixed } from '../../../domain/vectors/unit-vectors.ts';
import type { EmbeddingsEngine } from '../../../engines/embeddings/port.ts';

/** How candidates and searches become the vectors that are compared. */
export interface SearchVectors {
  /** Names the model and how texts are put together. Vectors of two names are never compared: a new name means that everything is embedded anew. */
  readonly name: string;
  readonly dimensions: number;
  /**
   * @param candidates up to 512 of them
   * @returns in their order: unit vectors × 127; all zero where the model knows nothing
   * @throws what `EmbeddingsEngine.embed` throws
   */
  ofCandidates(candidates: readonly VectorTexts[], signal: AbortSignal): Promise<Int8Array[]>;
  /** Likewise. */
  ofSearch(search: VectorTexts, signal: AbortSignal): Promise<Int8Array>;
}

/** What a candidate is counts more than what they tell; chosen on the bench (docs/decisions/0038-embeddings.md). */
const weights = { candidate: { titles: 2, text: 1 }, search: { titles: 1, text: 1 } } as const;
/** To be raised whenever the same candidate would get another vector. */
const version = 2;

/** @param titles known ones in other languages are told to the model in English, too */
export function createSearchVectors(
  engine: EmbeddingsEngine,
  titles: Pick<TitleTable, 'inEnglish'>,
): SearchVectors {
  const inEnglish = (held: string): string => [held, ...titles.inEnglish(held)].filter(Boolean).join(', ');
  return {
    name: `${engine.name}, titles and text ${version}`,
    dimensions: engine.dimensions,

    async ofCandidates(candidates, signal) {
      const embed = (texts: readonly string[]) => engine.embed(texts, 'passage', signal);
      const titles = await embed(candidates.map((one) => inEnglish(one.titles)));
      const texts = await embed(candidates.map((one) => one.text));
      return candidates.map((_, at) => together(titles[at]!, texts[at]!, weights.candidate));
    },

    async ofSearch({ titles: asked, text }, signal) {
      const [ofTitles, ofText] = await engine.embed([inEnglish(asked), text], 'query', signal);
      return together(ofTitles!, ofText!, weights.search);
    },
  };
}

const together = (titles: Int8Array, text: Int8Array, weight: Record<keyof VectorTexts, number>) =>
  mixed([
    { vector: titles, weight: weight.titles },
    { vector: text, weight: weight.text },
  ]);
