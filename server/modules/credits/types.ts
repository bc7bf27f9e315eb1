import type { Db } from '../../db/db.ts';

export interface LedgerEntry {
  id: string;
  type: 'debit' | 'credit';
  amount: number;
  balanceAfter: number;
  serviceType: string;
  referenceType: string;
  referenceId: string | null;
  audioDurationMs: number | null;
  description: string;
  createdAt: string;
}

export interface LedgerPage {
  clientId: string;
  limit: number;
  type?: LedgerEntry['type'];
  /** Only entries older than the one of this number. */
  before?: number;
}

export interface NumberedEntry extends LedgerEntry {
  sequence: number;
}

export interface Balance {
  clientId: string;
  balance: number;
  held: number;
  /** balance − held. */
  available: number;
  usage: { speech: number; cv: number; interview: number; added: number };
  recent: LedgerEntry[];
}

export interface CreditsService {
  /** Inside the caller's transaction. ApiError INSUFFICIENT_CREDITS {cost, available} when it does not fit. */
  hold(trx: Db, hold: { clientId: string; runId: string; amount: number }): Promise<void>;
  /** Whether a hold would fit now, without making it. `isLeast`: it may cost more, which is told. ApiError INSUFFICIENT_CREDITS as `hold`. */
  assertAvailable(request: { clientId: string; amount: number; isLeast?: boolean }): Promise<void>;
  /** Inside the caller's transaction: frees the hold and charges; a second call for the same run changes nothing. */
  settle(
    trx: Db,
    settlement: {
      clientId: string;
      runId: string;
      serviceType: string;
      charge: number;
      audioDurationMs: number | null;
      description: string;
    },
  ): Promise<{ balanceAfter: number }>;
  add(request: { clientId: string; amount: number; description: string }): Promise<Balance>;
  balance(clientId: string): Promise<Balance>;
  /** Newest first. */
  ledger(page: LedgerPage): Promise<{ entries: NumberedEntry[]; hasMore: boolean }>;
  /** What was charged since, both moments as in the database. */
  chargedSince(clientId: string, since: string): Promise<number>;
}
