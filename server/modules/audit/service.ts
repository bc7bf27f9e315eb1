import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { type Clock, isoTime } from '../../time.ts';
import { createHeadSeal, GENESIS, hashOf } from './chain.ts';
import { findHead, insertRecord, lockHead, moveHead, recordsAfter, recordsBefore } from './repository.ts';
import type { AuditRecord, AuditService, AuditVerdict } from './types.ts';

const READ_AT_ONCE = 500;

/** Who did what, when and from where: a chain in which nothing can be changed, added or left out unnoticed. */
export function createAuditService({
  db,
  clock,
  keyPepper,
}: {
  db: Db;
  clock: Clock;
  /** From `loadKeyPepper`. */
  keyPepper: string;
}): AuditService {
  const seal = createHeadSeal(keyPepper);
  const start = { sequence: 0, hash: GENESIS };
  const sealedStart = { ...start, seal: seal.of(start) };

  async function* walk(filter: Parameters<AuditService['walk']>[0]): AsyncGenerator<AuditRecord> {
    for (let after = 0; ; ) {
      const records = await recordsAfter(db, { ...filter, after, limit: READ_AT_ONCE });
      yield* records;
      const last = records.at(-1);
      if (!last || records.length < READ_AT_ONCE) return;
      after = last.sequence;
    }
  }

  return {
    record: (handle, entry) =>
      transaction(handle, async (trx) => {
        const head = await lockHead(trx, sealedStart);
        const said = {
          ...entry,
          // As it is read back, so that the hash is of what is stored: without undefined and the like.
          details: JSON.parse(JSON.stringify(entry.details)) as Record<string, unknown>,
          sequence: head.sequence + 1,
          at: isoTime(clock.now()),
          previousHash: head.hash,
        };
        const record = { ...said, hash: hashOf(said) };
        await insertRecord(trx, record);
        const next = { sequence: record.sequence, hash: record.hash };
        await moveHead(trx, { ...next, seal: seal.of(next) });
      }),

    async list({ limit, ...filter }) {
      const records = await recordsBefore(db, { ...filter, limit });
      return { entries: records.slice(0, limit), hasMore: records.length > limit };
    },

    walk,

    async verify(anchor) {
      // First the head: entries written while we walk come after it and are checked, too.
      const head = (await findHead(db)) ?? sealedStart;
      let entries = 0;
      let previousHash = GENESIS;
      let hashAtHead = GENESIS;
      let hashAtAnchor: string | undefined;
      const broken = (brokenAt: number | null, reason: string): AuditVerdict => ({
        isIntact: false,
        entries,
        head: entries === 0 ? null : previousHash,
        brokenAt,
        reason,
      });
      for await (const record of walk({})) {
        const place = entries + 1;
        if (record.sequence !== place) return broken(place, `Entry ${place} is missing.`);
        if (record.previousHash !== previousHash || hashOf(record) !== record.hash) {
          return broken(place, `Entry ${place} is not what was written.`);
        }
        entries = place;
        previousHash = record.hash;
        if (place === head.sequence) hashAtHead = record.hash;
        if (place === anchor?.sequence) hashAtAnchor = record.hash;
      }
      if (entries < head.sequence) {
        return broken(entries + 1, `The log ends at entry ${entries}; it had ${head.sequence}.`);
      }
      if (hashAtHead !== head.hash) return broken(head.sequence, 'The log was written anew.');
      if (!seal.fits(head, head.seal)) {
        return broken(
          head.sequence,
          'The seal on the newest entry is not of this installation: the log was written anew, or KEY_PEPPER changed.',
        );
      }
      if (anchor && hashAtAnchor !== anchor.hash) {
        return broken(anchor.sequence, `Entry ${anchor.sequence} is not the one that was noted down.`);
      }
      return {
        isIntact: true,
        entries,
        head: entries === 0 ? null : previousHash,
        brokenAt: null,
        reason: null,
      };
    },
  };
}
