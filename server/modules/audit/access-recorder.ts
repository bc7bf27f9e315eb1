import type { Db } from '../../db/db.ts';
import { type Clock, hours, minutes } from '../../time.ts';
import type { AccessRecorder, AuditRecorder, NewAuditEntry } from './types.ts';

/** A caller who reads the same thing again within this time is not entered again: a player asks for a recording in many pieces. */
const READING_FOLD_MS = hours(1);
/** Equal refusals within this time are two entries: the first, and how many followed. */
const REFUSAL_FOLD_MS = minutes(1);
/** Entries of refusals in that time; what comes on top is counted in one. */
const REFUSALS_KEPT = 600;
/** Readings remembered at most. */
const READINGS_KEPT = 100_000;

/**
 * Enters readings and refusals into the log, folded so that neither a player nor a guesser can fill it. What is counted lives in
 * this process; `stop` enters what is still counted.
 */
export function createAccessRecorder({
  db,
  audit,
  clock,
  groupOf,
  onFault,
}: {
  db: Db;
  audit: AuditRecorder;
  clock: Clock;
  /** The part of an address that belongs to one visitor: of IPv6 the whole /64. */
  groupOf: (ipAddress: string) => string;
  /** An entry could not be written. The caller gets the answer all the same. */
  onFault: (error: unknown, entry: NewAuditEntry) => void;
}): AccessRecorder {
  const readUntil = new Map<string, number>();
  let refusals = new Map<string, { entry: NewAuditEntry; followed: number }>();
  let leftOut = 0;
  let timer: NodeJS.Timeout | undefined;

  const write = (entry: NewAuditEntry): Promise<void> =>
    audit.record(db, entry).catch((error: unknown) => onFault(error, entry));

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const [counted, others] = [refusals, leftOut];
    refusals = new Map();
    leftOut = 0;
    for (const { entry, followed } of counted.values()) {
      if (followed > 0) await write({ ...entry, details: { ...entry.details, followed } });
    }
    if (others === 0) return;
    await write({
      actor: { kind: 'system', id: 'refusals', name: 'Refusals' },
      action: 'access.refused',
      clientId: null,
      target: null,
      details: { others },
      ipAddress: null,
    });
  };

  return {
    async read(entry) {
      const nowMs = clock.now();
      const key = JSON.stringify([entry.actor.id, entry.action, entry.target, entry.ipAddress]);
      if ((readUntil.get(key) ?? 0) > nowMs) return;
      readUntil.delete(key);
      // The oldest go first.
      if (readUntil.size >= READINGS_KEPT) readUntil.delete(readUntil.keys().next().value!);
      readUntil.set(key, nowMs + READING_FOLD_MS);
      await write({ ...entry, details: {} });
    },

    async refused({ code, ...entry }) {
      const from = entry.ipAddress && groupOf(entry.ipAddress);
      const key = JSON.stringify([entry.actor.id, code, entry.target, from]);
      const before = refusals.get(key);
      timer ??= setTimeout(() => void flush(), REFUSAL_FOLD_MS).unref();
      if (before) {
        before.followed++;
        return;
      }
      if (refusals.size >= REFUSALS_KEPT) {
        leftOut++;
        return;
      }
      const whole: NewAuditEntry = {
        ...entry,
        action: 'access.refused',
        details: { code, ...entry.details },
      };
      refusals.set(key, { entry: whole, followed: 0 });
      await write(whole);
    },

    stop: flush,
  };
}
