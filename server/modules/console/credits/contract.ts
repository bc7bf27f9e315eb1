import { type Static, Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import { type ContractOf, closed, limitOf, Nullable, Time } from '../shapes.ts';
import type { creditsAccess } from './access.ts';

const Direction = Type.Enum(['debit', 'credit']);

export const LedgerRow = Type.Object({
  id: Type.String(),
  type: Direction,
  amount: Type.Number(),
  balanceAfter: Type.Number(),
  /** "speech", "cv_deepmatch", "credits". */
  serviceType: Type.String(),
  /** "run": `referenceId` is the run's. */
  referenceType: Type.String(),
  referenceId: Nullable(Type.String()),
  audioDurationMs: Nullable(Type.Number()),
  description: Type.String(),
  createdAt: Time,
});
export type LedgerRow = Static<typeof LedgerRow>;

/** Newest first. */
export const CreditsQuery = Type.Object({
  limit: limitOf(limits.console.ledgerPage),
  type: Type.Optional(Direction),
  cursor: Type.Optional(Type.String()),
});
export type CreditsQuery = Static<typeof CreditsQuery>;

export const CreditsAnswer = Type.Object({
  balance: Type.Number(),
  held: Type.Number(),
  available: Type.Number(),
  usage: Type.Object({
    speech: Type.Number(),
    cv: Type.Number(),
    interview: Type.Number(),
    added: Type.Number(),
  }),
  items: Type.Array(LedgerRow),
  next: Nullable(Type.String()),
});
export type CreditsAnswer = Static<typeof CreditsAnswer>;

export const TopUp = Type.Object(
  {
    amount: Type.Number(),
    /** Shown in the ledger, to the client too. */
    reason: Type.String(),
  },
  closed,
);
export type TopUp = Static<typeof TopUp>;

export const creditsContract = {
  'GET /clients/:clientId/credits': { query: CreditsQuery, answer: CreditsAnswer },
  'POST /clients/:clientId/credits': { body: TopUp, answer: CreditsAnswer, status: 201 },
} as const satisfies ContractOf<typeof creditsAccess>;
