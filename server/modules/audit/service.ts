import type { Db } from '../../db/db.ts';
import { transaction, whenCommitted } from '../../db/transaction.ts';
import { type Clock, isoTime } from '../../time.ts';
import type { AuditAnchors } from './anchors.ts';
import { checkChain, createHeadSeal, GENESIS, hashOf } from './chain.ts';
import { findHead, insertRecord, lockHead, moveHead, recordsAfter, recordsBefore } from './repository.ts';
import type { NamesByKind } from './target-names.ts';
import type { AuditAnchor, AuditHead, AuditRecord, AuditService, AuditVerdict } from './types.ts';

const READ_AT_ONCE = 500;

type Fault = Pick<AuditVerdict, 'brokenAt' | 'reason'>;

/** What entries are about, told by the modules that have it. */
export interface AuditedThings {
  names: NamesByKind;
  /** Whether there is an account or a client: each was entered into the log when it was made. */
  anyMade(db: Db): Promise<boolean>;
}

/** Who did what, when and from where: a chain in which nothing can be changed, added or left out unnoticed. */
export function createAuditService({
  db,
  clock,
  keyPepper,
  things,
  anchors = null,
}: {
  db: Db;
  clock: Clock;
  things: AuditedThings;
  /** From `loadKeyPepper`. */
  keyPepper: string;
  /** Null: there is nothing outside the database to hold the log against. */
  anchors?: AuditAnchors | null;
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

  /** Without its end, the log was taken away where something was made. */
  const isNeverUsed = async () => !(await things.anyMade(db));

  const anchorFault = (anchor: AuditHead & { at?: string }, hash: string | undefined): Fault | null =>
    hash === anchor.hash
      ? null
      : {
          brokenAt: anchor.sequence,
          reason:
            hash === undefined
              ? `The log has no entry ${anchor.sequence} any more, which was noted down${anchor.at ? ` at ${anchor.at}` : ''}: it was cut, or an older state of the database was put back.`
              : `Entry ${anchor.sequence} is not the one that was noted down${anchor.at ? ` at ${anchor.at}` : ''}: somebody wrote the log anew.`,
        };

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
        if (anchors) await whenCommitted(trx, () => anchors.add(next));
      }),

    async list({ limit, ...filter }) {
      const records = await recordsBefore(db, things.names, { ...filter, limit });
      return { entries: records.slice(0, limit), hasMore: records.length > limit };
    },

    walk,

    async currentAnchor() {
      const head = await findHead(db);
      return head && head.sequence > 0 && anchors ? anchors.of(head) : null;
    },

    async takeUp() {
      const kept = await anchors?.newest();
      const head = await findHead(db);
      if (kept === undefined) return null;
      if (kept === null) {
        if (head && head.sequence > 0) await anchors!.add(head);
        return null;
      }
      if (kept.fault !== null) return kept.fault;
      if (!head && !(await isNeverUsed())) return NO_END;
      const [anchor] = kept.anchors;
      if (!anchor) return null;
      const [entry] = await recordsAfter(db, { after: anchor.sequence - 1, limit: 1 });
      const hash = entry?.sequence === anchor.sequence ? entry.hash : undefined;
      return anchorFault(anchor, hash)?.reason ?? null;
    },

    async verify({ anchor, anchorFile } = {}) {
      // First the anchors, then the head: entries written while we walk come after both and are checked, too.
      const kept = (await anchors?.read()) ?? { anchors: [], fault: null };
      const collected = anchorFile === undefined ? null : ((await anchors?.read(anchorFile)) ?? null);
      const noted: (AuditHead & Partial<AuditAnchor>)[] = [
        ...kept.anchors,
        ...(collected?.anchors ?? []),
        ...(anchor ? [anchor] : []),
      ].sort((a, b) => a.sequence - b.sequence);
      const isNoted = new Set(noted.map(({ sequence }) => sequence));
      const stored = await findHead(db);
      const head = stored ?? sealedStart;
      const hashes = new Map<number, string>([[0, GENESIS]]);
      const chain = await checkChain(walk({}), ({ sequence, hash }) => {
        if (sequence === head.sequence || isNoted.has(sequence)) hashes.set(sequence, hash);
      });
      const fault = async (): Promise<Fault> => {
        if (chain.brokenAt !== null) return { brokenAt: chain.brokenAt, reason: chain.reason };
        if (chain.entries < head.sequence) {
          const reason = `The log ends at entry ${chain.entries}; it had ${head.sequence}.`;
          return { brokenAt: chain.entries + 1, reason };
        }
        if (!stored && (chain.entries > 0 || !(await isNeverUsed()))) return { brokenAt: 1, reason: NO_END };
        if (hashes.get(head.sequence) !== head.hash || !seal.fits(head, head.seal)) {
          const reason =
            'The newest entry is not as it was sealed: somebody wrote the log anew, or KEY_PEPPER changed.';
          return { brokenAt: head.sequence, reason };
        }
        for (const one of noted) {
          const found = anchorFault(one, hashes.get(one.sequence));
          if (found) return found;
        }
        const place = collected?.fault ?? (chain.entries > 0 ? kept.fault : null);
        return place === null ? { brokenAt: null, reason: null } : { brokenAt: chain.entries, reason: place };
      };
      const found = await fault();
      return {
        isIntact: found.brokenAt === null,
        entries: chain.entries,
        head: chain.entries === 0 ? null : chain.hash,
        ...found,
      };
    },
  };
}

const NO_END =
  'The log has no end, although there are people or clients, who were entered into it: somebody took it away.';
