import { createHash } from 'node:crypto';
import { limits } from '../../../config/limits.ts';
import type { Db } from '../../../db/db.ts';
import { type IndexedWords, replaceWords } from '../../../db/dialects/text-index.ts';
import { lockClient } from '../../../db/lock-client.ts';
import { transaction } from '../../../db/transaction.ts';
import { indexTerms } from '../../../domain/search/index-terms.ts';
import { vectorTexts } from '../../../domain/search/vector-text.ts';
import { ApiError, fieldRefusal } from '../../../errors.ts';
import { type Clock, isoTime } from '../../../time.ts';
import * as rows from '../repository.ts';
import { tagWords } from '../tag-words.ts';
import type { BatchRow, CandidatesService, NewCandidate, UpsertResult } from '../types.ts';

/** Candidates whose words are found between two looks at what else there is to do. */
const preparedAtOnce = 8;

/** A candidate, ready to be stored: all that takes time is done before a transaction begins. */
interface Prepared extends rows.StoredCandidate {
  words: Pick<IndexedWords, 'head' | 'body'>;
}

export function createCandidatesService({ db, clock }: { db: Db; clock: Clock }): CandidatesService {
  const now = () => isoTime(clock.now());

  /** In the caller's transaction. Answers what became of each, by external id. */
  async function store(
    trx: Db,
    { clientId, corpusId, prepared }: { clientId: string; corpusId: string; prepared: readonly Prepared[] },
  ): Promise<Map<string, 'created' | 'updated' | 'unchanged'>> {
    const nowIso = now();
    const corpus = (await rows.lockCorpus(trx, { clientId, corpusId, nowIso })).number;
    const known = await rows.knownCandidates(
      trx,
      corpus,
      prepared.map(({ externalId }) => externalId),
    );
    const created = prepared.filter(({ externalId }) => !known.has(externalId));
    const updated = prepared.flatMap((one) => {
      const before = known.get(one.externalId);
      if (before === undefined || before.content_hash === one.contentHash) return [];
      return [{ ...one, tags: [...new Set([...one.tags, ...(JSON.parse(before.lists) as string[])])] }];
    });
    const numbers = await rows.insertCandidates(trx, corpus, created, nowIso);
    const withoutVector: number[] = [];
    const knownNumbers: number[] = [];
    for (const one of updated) {
      const { number, text_hash: textHash } = known.get(one.externalId)!;
      const isSameText = textHash === one.textHash;
      await rows.updateCandidate(trx, number, one, { isSameText, nowIso });
      numbers.set(one.externalId, number);
      knownNumbers.push(number);
      if (!isSameText) withoutVector.push(number);
    }
    await rows.deleteVectors(trx, withoutVector);
    const changed = [...created, ...updated].map((one) => ({
      ...one,
      candidate: numbers.get(one.externalId)!,
    }));
    await rows.replaceTags(trx, corpus, changed, knownNumbers);
    await replaceWords(
      trx,
      changed.map(({ candidate, words, tags }) => ({ corpus, candidate, ...words, tags: tagWords(tags) })),
      knownNumbers.map((candidate) => ({ corpus, candidate })),
    );
    if (changed.length > 0) await rows.noteChange(trx, corpus, { added: created.length, nowIso });
    const isNew = new Set(created.map(({ externalId }) => externalId));
    return new Map(
      prepared.map(({ externalId }) => [
        externalId,
        isNew.has(externalId) ? 'created' : numbers.has(externalId) ? 'updated' : 'unchanged',
      ]),
    );
  }

  /** A client in a loop must not fill the installation with corpora of one candidate. */
  async function refuseTooMany(trx: Db, clientId: string, corpusId: string): Promise<void> {
    if (await rows.findCorpus(trx, { clientId, corpusId })) return;
    await lockClient(trx, clientId);
    const { corporaPerClient } = limits.search;
    if ((await rows.countCorpora(trx, clientId)) < corporaPerClient) return;
    throw fieldRefusal('corpus_id', `Is new; an account has at most ${corporaPerClient} corpora.`);
  }

  const corpusOf = async (handle: Db, request: { clientId: string; corpusId: string }) => {
    const corpus = await rows.findCorpus(handle, request);
    // The same words for another client's: the caller must not learn that it exists.
    if (!corpus)
      throw new ApiError(
        'CORPUS_NOT_FOUND',
        `There is no corpus "${request.corpusId}". It is made when the first candidate is sent into it.`,
      );
    return corpus.number;
  };

  return {
    async upsert({ clientId, corpusId, rows: batch }, holdKey) {
      const prepared: Prepared[] = [];
      for (const [index, row] of batch.entries()) {
        if (index % preparedAtOnce === preparedAtOnce - 1) await new Promise(setImmediate);
        if ('candidate' in row) prepared.push(prepare(row.candidate));
      }
      const outcomes = await transaction(db, async (trx) => {
        await holdKey?.(trx);
        if (prepared.length === 0) return new Map();
        await refuseTooMany(trx, clientId, corpusId);
        return store(trx, { clientId, corpusId, prepared });
      });
      return batch.map((row): UpsertResult => resultOf(row, outcomes));
    },

    async list({ clientId, corpusId, ...filter }) {
      const corpus = await corpusOf(db, { clientId, corpusId });
      const found = await rows.listCandidates(db, { corpus, ...filter });
      return { candidates: found.slice(0, filter.limit), hasMore: found.length > filter.limit };
    },

    async find({ externalId, ...request }) {
      const corpus = await corpusOf(db, request);
      return externalId.includes('\0') ? undefined : rows.findCandidate(db, { corpus, externalId });
    },

    async delete({ clientId, corpusId, externalId }) {
      await corpusOf(db, { clientId, corpusId });
      if (externalId.includes('\0')) return false;
      return transaction(db, async (trx) => {
        const nowIso = now();
        const { number: corpus } = await rows.lockCorpus(trx, { clientId, corpusId, nowIso });
        const found = await rows.findCandidate(trx, { corpus, externalId });
        if (!found) return false;
        await rows.deleteCandidates(trx, [{ number: found.number, corpus, externalId }], nowIso);
        return true;
      });
    },
  };
}

function prepare({ externalId, cv, tags, metadata }: NewCandidate): Prepared {
  const cvText = JSON.stringify(cv);
  const metadataText = JSON.stringify(metadata);
  return {
    externalId,
    tags,
    cv: cvText,
    metadata: metadataText,
    contentHash: hashOf(JSON.stringify([cvText, tags, metadataText])),
    textHash: hashOf(JSON.stringify(vectorTexts(cv))),
    words: indexTerms(cv),
  };
}

const resultOf = (
  row: BatchRow,
  outcomes: ReadonlyMap<string, 'created' | 'updated' | 'unchanged'>,
): UpsertResult =>
  'candidate' in row
    ? {
        externalId: row.candidate.externalId,
        status: outcomes.get(row.candidate.externalId)!,
        faults: null,
      }
    : { externalId: row.externalId, status: 'failed', faults: row.faults };

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
