import type { Db } from '../../db/db.ts';
import { documentCounts } from '../../db/dialects/text-index.ts';
import { minutes } from '../../time.ts';

/** To count a common term is as much work as to search for it, and what is common stays so. */
const believedMs = minutes(10);
const rememberedTerms = 50_000;

/** How many candidates of the installation say a term, as of the last few minutes; a term that is missing is rare or unknown. */
export function createTermCounts(
  db: Db,
): (terms: readonly string[]) => Promise<{ get(term: string): number | undefined }> {
  const known = new Map<string, { count: number | undefined; atMs: number }>();
  return async (terms) => {
    const nowMs = performance.now();
    const asked = [...new Set(terms)].filter((term) => {
      const before = known.get(term);
      return before === undefined || nowMs - before.atMs > believedMs;
    });
    if (known.size + asked.length > rememberedTerms) known.clear();
    const counts = await documentCounts(db, asked);
    for (const term of asked) known.set(term, { count: counts.get(term), atMs: nowMs });
    return { get: (term) => known.get(term)?.count };
  };
}
