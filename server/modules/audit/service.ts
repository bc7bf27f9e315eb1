import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { type Clock, isoTime } from '../../time.ts';
import { checkChain, createHeadSeal, GENESIS, hashOf } from './chain.ts';
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
      const hashes = new Map<number, string>([[0, GENESIS]]);
      const chain = await checkChain(walk({}), ({ sequence, hash }) => {
        if (sequence === head.sequence || sequence === anchor?.sequence) hashes.set(sequence, hash);
      });
      const fault = (): Pick<AuditVerdict, 'brokenAt' | 'reason'> => {
        if (chain.brokenAt !== null) return { brokenAt: chain.brokenAt, reason: chain.reason };
        if (chain.entries < head.sequence) {
          const reason = `The log ends at entry ${chain.entries}; it had ${head.sequence}.`;
          return { brokenAt: chain.entries + 1, reason };
        }
        if (hashes.get(head.sequence) !== head.hash || !seal.fits(head, head.seal)) {
          const reason =
            'The newest entry is not as it was sealed: somebody wrote the log anew, or KEY_PEPPER changed.';
          return { brokenAt: head.sequence, reason };
        }
        if (anchor && hashes.get(anchor.sequence) !== anchor.hash) {
          return {
            brokenAt: anchor.sequence,
            reason: `Entry ${anchor.sequence} is not the one that was noted down.`,
          };
        }
        return { brokenAt: null, reason: null };
      };
      const found = fault();
      return {
        isIntact: found.brokenAt === null,
        entries: chain.entries,
        head: chain.entries === 0 ? null : chain.hash,
        ...found,
      };
    },
  };
}
