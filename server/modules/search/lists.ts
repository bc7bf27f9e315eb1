import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { replaceWords } from '../../db/dialects/text-index.ts';
import { transaction } from '../../db/transaction.ts';
import type { ParsedCv } from '../../domain/cv/parsed-cv.ts';
import { indexTerms } from '../../domain/search/index-terms.ts';
import { ApiError, fieldRefusal } from '../../errors.ts';
import { type Clock, isoTime } from '../../time.ts';
import { findCorpus, lockCorpus, noteChange, replaceTags } from './repository.ts';
import { tagWords } from './tag-words.ts';
import type { ListsService } from './types.ts';

/** Lists of candidates: a tag that is given in the console and stays, whatever the customer sends of the candidate later. */
export function createListsService({ db, clock }: { db: Db; clock: Clock }): ListsService {
  return {
    change({ clientId, corpusId, name, externalIds, isMember }) {
      return transaction(db, async (trx) => {
        if (!(await findCorpus(trx, { clientId, corpusId })))
          throw new ApiError('CORPUS_NOT_FOUND', `There is no corpus "${corpusId}".`);
        const nowIso = isoTime(clock.now());
        const { number: corpus } = await lockCorpus(trx, { clientId, corpusId, nowIso });
        const rows = await trx
          .selectFrom('candidates')
          .select(['number', 'external_id', 'cv', 'tags', 'lists'])
          .where('corpus', '=', corpus)
          .where('external_id', 'in', [...externalIds])
          .execute();
        const changed = rows.flatMap((row) => {
          const lists = JSON.parse(row.lists) as string[];
          const tags = JSON.parse(row.tags) as string[];
          // A tag that the customer sent is theirs: it is not taken away here.
          if ((isMember ? tags : lists).includes(name) === isMember) return [];
          const others = (all: string[]) => all.filter((tag) => tag !== name);
          return [
            {
              number: row.number,
              cv: row.cv,
              lists: isMember ? [...lists, name] : others(lists),
              tags: isMember ? [...new Set([...tags, name])] : others(tags),
            },
          ];
        });
        if (isMember && changed.some(({ lists }) => lists.length > limits.tags.maxCount))
          throw fieldRefusal('name', `A candidate is in at most ${limits.tags.maxCount} lists.`);
        for (const { number, tags, lists } of changed) {
          await trx
            .updateTable('candidates')
            .set({ tags: JSON.stringify(tags), lists: JSON.stringify(lists), updated_at: nowIso })
            .where('number', '=', number)
            .execute();
        }
        await replaceTags(
          trx,
          corpus,
          changed.map(({ number, tags }) => ({ candidate: number, tags })),
          changed.map(({ number }) => number),
        );
        await replaceWords(
          trx,
          changed.map(({ number, cv, tags }) => ({
            corpus,
            candidate: number,
            ...indexTerms(JSON.parse(cv) as ParsedCv),
            tags: tagWords(tags),
          })),
          changed.map(({ number }) => ({ corpus, candidate: number })),
        );
        if (changed.length > 0) await noteChange(trx, corpus, { added: 0, nowIso });
        return { changed: changed.length };
      });
    },
  };
}
