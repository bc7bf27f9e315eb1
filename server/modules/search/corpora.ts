import type { Db } from '../../db/db.ts';
import type { ParsedCv } from '../../domain/cv/parsed-cv.ts';
import { chunks, findCorpus } from './repository.ts';
import type { CorporaService, CorpusStanding, EmbeddingStatus, PersonInCorpus } from './types.ts';

/** The most frequent ones. */
const tagsShown = 200;
const keysPerStatement = 500;

/** What the console shows of corpora: how far they are, who is in them, what they are tagged with. */
export function createCorporaService({ db }: { db: Db }): CorporaService {
  return {
    list: (clientId) => standings(db, { clientId }),

    async find({ clientId, corpusId }) {
      const corpus = await findCorpus(db, { clientId, corpusId });
      const [standing] = await standings(db, { clientId, corpusId });
      return corpus && standing && { ...standing, tags: await tagsOf(db, corpus.number) };
    },

    async browse({ clientId, corpusId, status, tag, externalId, limit, before }) {
      const corpus = await findCorpus(db, { clientId, corpusId });
      if (!corpus) return undefined;
      let query = db
        .selectFrom('candidates')
        .select(personColumns)
        .where('candidates.corpus', '=', corpus.number);
      if (status !== undefined) query = query.where('embedding_status', '=', status);
      if (externalId !== undefined) query = query.where('external_id', '=', externalId);
      if (before !== undefined) query = query.where('candidates.number', '<', before);
      if (tag !== undefined) {
        query = query.where((of) =>
          of.exists(
            of
              .selectFrom('candidate_tags')
              .select('candidate')
              .where('candidate_tags.corpus', '=', corpus.number)
              .where('candidate_tags.tag', '=', tag)
              .whereRef('candidate_tags.candidate', '=', 'candidates.number'),
          ),
        );
      }
      const rows = await query
        .orderBy('candidates.number', 'desc')
        .limit(limit + 1)
        .execute();
      return { people: rows.slice(0, limit).map(toPerson), hasMore: rows.length > limit };
    },

    async read({ clientId, corpusId, externalId }) {
      const corpus = await findCorpus(db, { clientId, corpusId });
      if (!corpus || externalId.includes('\0')) return undefined;
      const row = await db
        .selectFrom('candidates')
        .select([...personColumns, 'metadata'])
        .where('corpus', '=', corpus.number)
        .where('external_id', '=', externalId)
        .executeTakeFirst();
      return (
        row && {
          person: toPerson(row),
          cv: JSON.parse(row.cv) as ParsedCv,
          metadata: JSON.parse(row.metadata) as Record<string, unknown>,
        }
      );
    },

    async people(corpus, externalIds) {
      const found = new Map<string, PersonInCorpus>();
      for (const ids of chunks(externalIds, keysPerStatement)) {
        const rows = await db
          .selectFrom('candidates')
          .select(personColumns)
          .where('corpus', '=', corpus)
          .where('external_id', 'in', ids)
          .execute();
        for (const row of rows) found.set(row.external_id, toPerson(row));
      }
      return found;
    },
  };
}

const personColumns = [
  'candidates.number',
  'external_id',
  'embedding_status',
  'embedding_error',
  'embedded_at',
  'cv',
  'tags',
  'lists',
  'created_at',
  'updated_at',
] as const;

interface PersonRow {
  number: number;
  external_id: string;
  embedding_status: EmbeddingStatus;
  embedding_error: string | null;
  embedded_at: string | null;
  cv: string;
  tags: string;
  lists: string;
  created_at: string;
  updated_at: string;
}

function toPerson(row: PersonRow): PersonInCorpus {
  const { fullName, headline, experience } = JSON.parse(row.cv) as ParsedCv;
  return {
    number: row.number,
    externalId: row.external_id,
    name: fullName,
    headline: headline ?? experience.find(({ title }) => title !== null)?.title ?? null,
    tags: JSON.parse(row.tags) as string[],
    lists: JSON.parse(row.lists) as string[],
    embeddingStatus: row.embedding_status,
    embeddingError: row.embedding_error,
    embeddedAt: row.embedded_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

async function standings(
  db: Db,
  { clientId, corpusId }: { clientId: string; corpusId?: string },
): Promise<CorpusStanding[]> {
  let query = db
    .selectFrom('corpora')
    .select(['number', 'corpus_id', 'candidates', 'created_at', 'changed_at'])
    .where('client_id', '=', clientId);
  if (corpusId !== undefined) query = query.where('corpus_id', '=', corpusId);
  const corpora = await query.orderBy('changed_at', 'desc').orderBy('number', 'desc').execute();
  const waiting = new Map<string, number>();
  for (const numbers of chunks(
    corpora.map(({ number }) => number),
    keysPerStatement,
  )) {
    const counts = await db
      .selectFrom('candidates')
      .select((of) => ['corpus', 'embedding_status', of.fn.countAll<number>().as('count')])
      .where('corpus', 'in', numbers)
      .where('embedding_status', 'in', ['pending', 'failed'])
      .groupBy(['corpus', 'embedding_status'])
      .execute();
    for (const { corpus, embedding_status: status, count } of counts)
      waiting.set(`${corpus} ${status}`, Number(count));
  }
  return corpora.map(({ number, corpus_id, candidates, created_at, changed_at }) => {
    const pending = waiting.get(`${number} pending`) ?? 0;
    const failed = waiting.get(`${number} failed`) ?? 0;
    return {
      corpusId: corpus_id,
      candidates,
      embedded: Math.max(0, candidates - pending - failed),
      pending,
      failed,
      createdAt: created_at,
      changedAt: changed_at,
    };
  });
}

async function tagsOf(db: Db, corpus: number): Promise<{ tag: string; candidates: number }[]> {
  const rows = await db
    .selectFrom('candidate_tags')
    .select((of) => ['tag', of.fn.countAll<number>().as('candidates')])
    .where('corpus', '=', corpus)
    .groupBy('tag')
    .orderBy('candidates', 'desc')
    .orderBy('tag')
    .limit(tagsShown)
    .execute();
  return rows.map(({ tag, candidates }) => ({ tag, candidates: Number(candidates) }));
}
