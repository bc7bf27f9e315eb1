import { limits } from '../../../config/limits.ts';
import type { Db } from '../../../db/db.ts';
import { lockClient } from '../../../db/lock-client.ts';
import { parsedFrom } from '../../../domain/cv/as-parsed.ts';
import { ApiError } from '../../../errors.ts';
import { cvsOutsidePool, noteInPool, type ReadCv } from '../../cvs/queries.ts';
import type { CandidatesService } from '../types.ts';

/** CVs that are looked at in one round. */
const BATCH = 20;

/** What was let go of while it was on its way into the pool. */
class Gone extends Error {}

/**
 * The pool: a corpus of every client, named `limits.search.poolId`, that has each stored CV as it was read, under the id of the CV. It
 * follows the CVs: what is read comes in, what is let go of goes (`forgetPooled` of `queries.ts` above).
 */
export function createPool({ db, candidates }: { db: Db; candidates: Pick<CandidatesService, 'upsert'> }): {
  /** Takes in what was read since; answers how many CVs. */
  fill(signal: AbortSignal): Promise<number>;
} {
  async function take(cv: ReadCv): Promise<void> {
    const given = parsedFrom(cv.document, cv.profile, limits.search.candidate);
    const { headline, summary, text, skills, experience, education } = given;
    const saysSomething = [headline, summary, text, ...skills, ...experience, ...education].some(Boolean);
    const candidate = { externalId: cv.id, cv: given, tags: [], metadata: {} };
    await candidates.upsert(
      {
        clientId: cv.clientId,
        corpusId: limits.search.poolId,
        rows: saysSomething ? [{ candidate }] : [],
      },
      async (trx) => {
        await lockClient(trx, cv.clientId);
        if (!(await noteInPool(trx, cv.id))) throw new Gone();
      },
    );
  }

  return {
    async fill(signal) {
      let count = 0;
      for (;;) {
        const cvs = await cvsOutsidePool(db, BATCH);
        for (const cv of cvs) {
          if (signal.aborted) return count;
          try {
            await take(cv);
            count += 1;
          } catch (error) {
            // Too many corpora: the client has to make room, and each CV is tried once.
            if (error instanceof ApiError) await noteInPool(db, cv.id);
            else if (!(error instanceof Gone)) throw error;
          }
        }
        if (cvs.length < BATCH) return count;
      }
    },
  };
}
