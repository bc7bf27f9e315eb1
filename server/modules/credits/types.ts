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

/** Under which figure of a client's usage charges are summed. */
export type RunUsage = 'speech' | 'cv' | 'interview';

export interface Balance {
  clientId: string;
  balance: number;
  held: number;
  /** balance − held. */
  available: number;
  usage: Record<RunUsage | 'added', number>;
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

/** What can be charged. Money is not known here: a price is a whole number of credits. */
export const priceItems = [
  'speechPerStartedMinute',
  'cvMatch',
  'cvSearch',
  'interviewPerStartedMinute',
] as const;
export type PriceItem = (typeof priceItems)[number];

export type Prices = Record<PriceItem, number>;
/** Null: the price of the next level up — of the installation, then the one that Assay brings. */
export type OwnPrices = Record<PriceItem, number | null>;

export interface PricesService {
  /** What a client pays for a run that is submitted now. */
  of(clientId: string): Promise<Prices>;
  installation(): Promise<Prices>;
  /** What was set for this client alone. */
  ofClientAlone(clientId: string): Promise<OwnPrices>;
  /** How many clients have a price of their own. */
  clientsWithOwn(): Promise<number>;
  /** Runs under way keep the price they were accepted for. ApiError INVALID_INPUT naming each bad field. */
  setInstallation(changes: Partial<OwnPrices>): Promise<Prices>;
  setClient(clientId: string, changes: Partial<OwnPrices>): Promise<OwnPrices>;
}
