import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { AuditHead, AuditRecord } from './types.ts';

/** Stands where the first entry names the one before it. */
export const GENESIS = '0'.repeat(64);

/**
 * SHA-256 over everything an entry says and the hash before it, hex. The holder of an export can calculate it again: it is the hash of the
 * JSON array written here.
 */
export function hashOf(record: Omit<AuditRecord, 'hash'>): string {
  const { sequence, at, actor, action, clientId, target, details, ipAddress, previousHash } = record;
  const said = [
    previousHash,
    sequence,
    at,
    actor.kind,
    actor.id,
    actor.name,
    action,
    clientId,
    target,
    details,
    ipAddress,
  ];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}

export interface HeadSeal {
  of(head: AuditHead): string;
  fits(head: AuditHead, seal: string): boolean;
}

/**
 * A person who can write to the database could write a whole new chain. Its end is therefore sealed (HMAC-SHA-256) with a key derived from
 * the installation's pepper, which is never in the database.
 */
export function createHeadSeal(keyPepper: string): HeadSeal {
  const key = Buffer.from(hkdfSync('sha256', keyPepper, '', 'assay audit log 1', 32));
  const digest = ({ sequence, hash }: AuditHead) =>
    createHmac('sha256', key).update(`${sequence}:${hash}`).digest();
  return {
    of: (head) => digest(head).toString('hex'),
    fits(head, seal) {
      const given = Buffer.from(seal, 'hex');
      const wanted = digest(head);
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    },
  };
}

/** How far a chain holds. */
export interface ChainVerdict {
  /** Entries that fit, from the first. */
  entries: number;
  /** Hash of the last that fits. */
  hash: string;
  /** The first that does not fit; null when all do. */
  brokenAt: number | null;
  reason: string | null;
}

/** Calculates every hash of a log again, from its first entry on. */
export async function checkChain(
  records: AsyncIterable<AuditRecord> | Iterable<AuditRecord>,
  whenFits: (record: AuditRecord) => void = () => {},
): Promise<ChainVerdict> {
  let entries = 0;
  let hash = GENESIS;
  for await (const record of records) {
    const place = entries + 1;
    const reason =
      record.sequence !== place
        ? `Entry ${place} is missing.`
        : record.previousHash !== hash || hashOf(record) !== record.hash
          ? `Entry ${place} is not what was written.`
          : null;
    if (reason !== null) return { entries, hash, brokenAt: place, reason };
    entries = place;
    hash = record.hash;
    whenFits(record);
  }
  return { entries, hash, brokenAt: null, reason: null };
}
