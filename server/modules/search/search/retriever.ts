import { limits } from '../../../config/limits.ts';
import type { Db } from '../../../db/db.ts';
import { nearestByWords } from '../../../db/dialects/text-index.ts';
import { fuse } from '../../../domain/search/fuse.ts';
import { guessLanguage } from '../../../domain/search/guess-language.ts';
import {
  type AskedTexts,
  askedTexts,
  chooseTerms,
  maxMentions,
  stemsOf,
} from '../../../domain/search/index-terms.ts';
import { askedVectorTexts } from '../../../domain/search/vector-text.ts';
import { titleOfJob } from '../../../domain/titles/job-title.ts';
import { type AskedOccupation, askedOccupation } from '../../../domain/titles/occupation-fit.ts';
import type { TitleTable } from '../../../domain/titles/title-table.ts';
import { titleLanguages } from '../../../domain/titles/title-words.ts';
import type { SearchVectors } from '../index/search-vectors.ts';
import { createTermCounts } from '../index/term-counts.ts';
import { countCandidates, cvsOf, newestCandidates, taggedCandidates } from '../repository.ts';
import { tagWords } from '../tag-words.ts';
import type { Retriever, VectorIndex } from '../types.ts';

/** Each of the two ways names this many; more of them agree on fewer. */
const namedByEach = 2 * limits.search.compared;
/** Of a place among those found by words, where one among those found by vectors counts 1. */
const wordsWeight = 0.5;
/** Likewise of a place among those found by other titles of the occupation. */
const titlesWeight = 0.5;
/** Of each occupation and language: the commonest stand first in the table. */
const titlesSought = 2;
/** The commonest titles are found by words and vectors as well. */
const maxTitleMentions = 10_000;
const beingMade = 'The vectors of the corpus are being put in order: this search went by words alone.';
const notEmbeddable = 'The position could not be embedded: this search went by words alone.';

/**
 * Finds who may be meant: by words (BM25 or its like), by titles of the same occupation in any language, and by vectors, fused by rank. Where both name fewer than can be compared, others
 * are added, so that a small corpus is compared whole.
 */
export function createRetriever({
  db,
  vectors,
  titles,
  aliasesOf,
}: {
  db: Db;
  /** Null: by words alone. */
  vectors: { made: Pick<SearchVectors, 'ofSearch'>; index: Pick<VectorIndex, 'nearest'> } | null;
  titles: TitleTable;
  /** Other names of the same skill or industry. */
  aliasesOf?: (name: string) => readonly string[];
}): Retriever {
  // A term that has more is not looked for.
  const countsOf = createTermCounts(db, { upTo: maxMentions + 1 });

  async function byWords(corpus: number, tags: readonly string[], asked: AskedTexts): Promise<number[]> {
    const languages = new Set([guessLanguage([...asked.told, ...asked.named].join('\n')) ?? 'en', 'en']);
    const stemsIn = (texts: readonly string[]) =>
      [...languages].flatMap((language) => texts.flatMap((text) => stemsOf(text, language)));
    const stems = { named: stemsIn(asked.named), told: stemsIn(asked.told) };
    return nearestOf(corpus, tags, stems);
  }

  async function nearestOf(
    corpus: number,
    tags: readonly string[],
    stems: { named: readonly string[]; told: readonly string[] },
    mostMentions = maxMentions,
  ): Promise<number[]> {
    const [counts, candidates] = await Promise.all([
      countsOf(corpus, [...stems.named, ...stems.told]),
      countCandidates(db, corpus),
    ]);
    const terms = chooseTerms(stems, (stem) => counts.get(stem), mostMentions).map((stem) => ({
      stem,
      candidates: counts.get(stem) ?? 0,
    }));
    return nearestByWords(db, { corpus, candidates, tags: tagWords(tags), terms, limit: namedByEach });
  }

  async function byTitles(
    corpus: number,
    tags: readonly string[],
    { occupations }: AskedOccupation,
  ): Promise<number[]> {
    const named = titleLanguages.flatMap((language) =>
      occupations.flatMap((one) =>
        one.titles[language]
          .slice(0, titlesSought)
          // A CV of few words is stemmed as if it were English.
          .flatMap((title) => [...stemsOf(title, language), ...stemsOf(title, 'en')]),
      ),
    );
    if (named.length === 0) return [];
    return nearestOf(corpus, tags, { named, told: [] }, maxTitleMentions);
  }

  async function byVectors(
    corpus: number,
    allowed: Int32Array | undefined,
    asked: AskedTexts,
    signal: AbortSignal,
  ): Promise<{ candidates: number[]; warning: string | null }> {
    if (!vectors) return { candidates: [], warning: null };
    const { made, index } = vectors;
    let query: Int8Array;
    try {
      query = await made.ofSearch(askedVectorTexts(asked), signal);
    } catch (error) {
      if (signal.aborted) throw error;
      return { candidates: [], warning: notEmbeddable };
    }
    // A text in which the model knows nothing is near to no candidate.
    if (query.every((value) => value === 0)) return { candidates: [], warning: null };
    const found = await index.nearest({ corpus, query, limit: namedByEach, ...(allowed && { allowed }) });
    return { candidates: found.candidates, warning: found.isReady ? null : beingMade };
  }

  return {
    async retrieve({ corpus, job, filters: { tags }, signal }) {
      const { compared } = limits.search;
      const title = titleOfJob(job.description, job.config);
      const wanted = {
        requirements: job.config.requirements,
        title,
        description: job.description,
      };
      const tagged = tags.length === 0 ? undefined : await taggedCandidates(db, corpus, tags);
      const searched = tagged?.length ?? (await countCandidates(db, corpus));
      const [words, titled, near] = await Promise.all([
        byWords(corpus, tags, askedTexts(wanted, aliasesOf)),
        byTitles(corpus, tags, askedOccupation(job.description, titles, title)),
        // Vectors know other names by themselves; with all of them a search would lie nearer to them than to what it asks for.
        byVectors(corpus, tagged, askedTexts(wanted), signal),
      ]);
      const fused = fuse([
        { numbers: words, weight: wordsWeight },
        { numbers: titled, weight: titlesWeight },
        { numbers: near.candidates, weight: 1 },
      ]);
      const named = new Set(fused);
      const newest = async () =>
        tagged ? [...tagged.slice(-2 * compared)].reverse() : newestCandidates(db, corpus, 2 * compared);
      const others = fused.length < compared ? await newest() : [];
      const numbers = [...fused, ...others.filter((number) => !named.has(number))].slice(0, compared);
      const found = await cvsOf(db, corpus, numbers);
      return {
        candidates: found.map(({ externalId, cv, tags: own, metadata }) => ({
          externalId,
          cv,
          tags: own,
          metadata,
        })),
        searched,
        warnings: near.warning === null ? [] : [near.warning],
      };
    },
  };
}
