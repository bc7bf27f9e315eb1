import { limits } from '../../../config/limits.ts';
import type { Db } from '../../../db/db.ts';
import { transaction } from '../../../db/transaction.ts';
import type { ParsedCv } from '../../../domain/cv/parsed-cv.ts';
import { vectorTexts } from '../../../domain/search/vector-text.ts';
import { type Clock, isoTime } from '../../../time.ts';
import { chunks } from '../repository.ts';
import type { EmbeddedCandidate, EmbeddingQueue } from '../types.ts';

/** Candidates of another model that are queued again in one transaction, so that no request waits long for the write lock. */
const requeuedAtOnce = 2000;
const rowsPerStatement = 200;

export function createEmbeddingQueue({ db, clock }: { db: Db; clock: Clock }): EmbeddingQueue {
  const now = () => isoTime(clock.now());
  const leaseUntil = () => isoTime(clock.now() + limits.search.embedding.leaseMs);

  /** Those still leased to `owner`: a candidate that was changed meanwhile is not. */
  const heldBy = async (trx: Db, owner: string, numbers: readonly number[]): Promise<Set<number>> => {
    const held = new Set<number>();
    for (const some of chunks(numbers, rowsPerStatement)) {
      const rows = await trx
        .selectFrom('candidates')
        .select('number')
        .where('number', 'in', some)
        .where('lease_owner', '=', owner)
        .forUpdate()
        .execute();
      for (const { number } of rows) held.add(number);
    }
    return held;
  };

  const noLease = { lease_owner: null, lease_until: null };

  return {
    async claim(owner) {
      const nowIso = now();
      const due = () =>
        db
          .selectFrom('candidates')
          .select('number')
          .where('embedding_status', '=', 'pending')
          .where((of) => of.or([of('lease_until', 'is', null), of('lease_until', '<', nowIso)]));
      // An idle queue must not take SQLite's one write lock again and again.
      if (!(await due().limit(1).executeTakeFirst())) return [];
      const { batch } = limits.search.embedding;
      const rows = await db
        .updateTable('candidates')
        .set({ lease_owner: owner, lease_until: leaseUntil() })
        .where('number', 'in', due().orderBy('number').limit(batch).forUpdate().skipLocked())
        .where('embedding_status', '=', 'pending')
        .returning(['number', 'corpus', 'cv'])
        .execute();
      return rows
        .map(({ number, corpus, cv }) => ({ number, corpus, texts: vectorTexts(JSON.parse(cv) as ParsedCv) }))
        .sort((a, b) => a.number - b.number);
    },

    store: (owner, model, embedded) =>
      transaction(db, async (trx) => {
        const nowIso = now();
        const corpora = [...new Set(embedded.map(({ corpus }) => corpus))].sort((a, b) => a - b);
        const revisions = new Map<number, number>();
        for (const corpus of corpora) {
          // Also a lock: what one reader sees of a revision, every later reader sees, too.
          const { revision } = await trx
            .updateTable('corpora')
            .set((of) => ({ revision: of('revision', '+', 1) }))
            .where('number', '=', corpus)
            .returning('revision')
            .executeTakeFirstOrThrow();
          revisions.set(corpus, revision);
        }
        const held = await heldBy(
          trx,
          owner,
          embedded.map(({ number }) => number),
        );
        const kept = embedded.filter(({ number }) => held.has(number));
        for (const some of chunks(kept, rowsPerStatement)) {
          await trx
            .insertInto('candidate_vectors')
            .values(
              some.map(({ number, corpus, vector }) => ({
                candidate: number,
                corpus,
                model,
                revision: revisions.get(corpus)!,
                vector: bytesOf(vector),
              })),
            )
            .onConflict((conflict) =>
              conflict.column('candidate').doUpdateSet((of) => ({
                model: of.ref('excluded.model'),
                revision: of.ref('excluded.revision'),
                vector: of.ref('excluded.vector'),
              })),
            )
            .execute();
          await trx
            .updateTable('candidates')
            .set({
              ...noLease,
              embedding_status: 'embedded',
              embedding_error: null,
              embedding_model: model,
              embedded_at: nowIso,
            })
            .where(
              'number',
              'in',
              some.map(({ number }) => number),
            )
            .execute();
        }
        return kept.length;
      }),

    async fail(owner, model, number, reason) {
      await db
        .updateTable('candidates')
        .set({
          ...noLease,
          embedding_status: 'failed',
          embedding_error: reason.replaceAll('\0', ''),
          embedding_model: model,
        })
        .where('number', '=', number)
        .where('lease_owner', '=', owner)
        .execute();
    },

    async renew(owner) {
      await db
        .updateTable('candidates')
        .set({ lease_until: leaseUntil() })
        .where('embedding_status', '=', 'pending')
        .where('lease_owner', '=', owner)
        .execute();
    },

    async release(owner) {
      await db
        .updateTable('candidates')
        .set(noLease)
        .where('embedding_status', '=', 'pending')
        .where('lease_owner', '=', owner)
        .execute();
    },

    async requeueOthers(model) {
      const others = () =>
        db
          .selectFrom('candidates')
          .select('number')
          .where((of) =>
            of.or([
              of.and([of('embedding_status', '=', 'embedded'), of('embedding_model', '!=', model)]),
              // Another model may know what the one before did not.
              of.and([
                of('embedding_status', '=', 'failed'),
                of.or([of('embedding_model', 'is', null), of('embedding_model', '!=', model)]),
              ]),
            ]),
          )
          .orderBy('number')
          .limit(requeuedAtOnce);
      for (let count = 0; ; ) {
        const rows = await db
          .updateTable('candidates')
          .set({ embedding_status: 'pending', embedding_error: null })
          .where('number', 'in', others())
          .returning('number')
          .execute();
        count += rows.length;
        if (rows.length < requeuedAtOnce) return count;
      }
    },
  };
}

const bytesOf = ({ buffer, byteOffset, byteLength }: EmbeddedCandidate['vector']): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
