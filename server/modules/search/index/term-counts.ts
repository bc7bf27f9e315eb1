import type { Db } from '../../../db/db.ts';
import { documentCounts } from '../../../db/dialects/text-index.ts';
import { minutes } from '../../../time.ts';

/** To count a common term is as much work as to search for it, and what is common stays so. */
const believedMs = minutes(10);
const rememberedTerms = 50_000;

export interface TermCounts {
  /** As of the last few minutes; undefined: no candidate of the corpus says it. */
  get(term: string): number | undefined;
}

/**
 * How many candidates of a corpus say a term.
 *
 * @param upTo counts no further
 */
export function createTermCounts(
  db: Db,
  { upTo }: { upTo: number },
): (corpus: number, terms: readonly string[]) => Promise<TermCounts> {
  const known = new Map<string, { count: number | undefined; atMs: number }>();
  return async (corpus, terms) => {
    const nowMs = performance.now();
    const keyOf = (term: string) => `${corpus} ${term}`;
    const asked = [...new Set(terms)].filter((term) => {
      const before = known.get(keyOf(term));
      return before === undefined || nowMs - before.atMs > believedMs;
    });
    if (known.size + asked.length > rememberedTerms) known.clear();
    const counts = await documentCounts(db, { corpus, terms: asked, upTo });
    for (const term of asked) known.set(keyOf(term), { count: counts.get(term), atMs: nowMs });
    return { get: (term) => known.get(keyOf(term))?.count };
  };
}
