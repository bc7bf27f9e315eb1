export interface LedgerRow {
  id: string;
  type: 'debit' | 'credit';
  amount: number;
  balanceAfter: number;
  /** "speech", "cv_deepmatch", "credits". */
  serviceType: string;
  /** "run": `referenceId` is the run's. */
  referenceType: string;
  referenceId: string | null;
  audioDurationMs: number | null;
  description: string;
  createdAt: string;
}

/** `GET /clients/:clientId/credits?limit&cursor&type`: newest first. */
export interface CreditsAnswer {
  balance: number;
  held: number;
  available: number;
  usage: { speech: number; cv: number; interview: number; added: number };
  items: LedgerRow[];
  next: string | null;
}

/** `POST /clients/:clientId/credits`. */
export interface TopUp {
  amount: number;
  /** Shown in the ledger, to the client too. */
  reason: string;
}
