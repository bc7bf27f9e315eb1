import { type Static, Type } from 'typebox';
import { isoTime } from '../../time.ts';
import { answer, type Endpoint } from '../shapes/endpoint.ts';
import { answeredAt, choice, listOf, number, object, orNull, text, time, whole } from '../shapes/schema.ts';
import type { Balance, LedgerEntry } from './types.ts';

const credits = (description: string) => Type.Integer({ description });

const Transaction = Type.Object(
  {
    id: text('Of the transaction.'),
    type: choice(['debit', 'credit'], 'debit: charged. credit: added.'),
    amount: whole('Credits charged or added; never negative.'),
    balanceAfter: credits('Your balance right after it, in credits.'),
    serviceType: text(
      'What was paid for: "speech", "cv_deepmatch", "cv_deepsearch" or "interview"; "credits" where credits were added.',
    ),
    referenceType: text('What `referenceId` is: "run" or "top_up".'),
    referenceId: orNull(
      text(
        'The `id` of the run or session, or of this transaction where credits were added. Null where nothing is referred to.',
      ),
    ),
    audioDurationMinutes: orNull(
      number('Length of the recording in minutes, two decimals. Null where there is none.', { minimum: 0 }),
    ),
    description: text('For people.'),
    createdAt: time('When it was made.'),
  },
  { $id: 'Transaction', description: 'A change of the balance.' },
);

const CreditBalance = Type.Object(
  {
    clientId: text('Your account, which all its keys share.'),
    creditBalance: credits('Settled balance; holds of unfinished runs are still in it.'),
    held: whole('Held for unfinished runs and interviews.'),
    available: credits('creditBalance − held: what a new run may cost.'),
    usage: object('Sums since the account was made, in credits.', {
      speechCreditsUsed: whole('Charged for speech analyses.'),
      cvCreditsUsed: whole('Charged for CV matches and CV searches.'),
      interviewCreditsUsed: whole('Charged for interviews.'),
      totalCreditsAdded: whole('Added.'),
    }),
    recentTransactions: listOf(Transaction, 'The newest 20, newest first.'),
    timestamp: answeredAt,
  },
  { $id: 'CreditBalance', description: 'What you have, and what it went into.' },
);

/** @param nowMs when it is answered */
export function presentBalance(
  { clientId, balance, held, available, usage, recent }: Balance,
  nowMs: number,
) {
  return {
    clientId,
    creditBalance: balance,
    held,
    available,
    usage: {
      speechCreditsUsed: usage.speech,
      cvCreditsUsed: usage.cv,
      interviewCreditsUsed: usage.interview,
      totalCreditsAdded: usage.added,
    },
    recentTransactions: recent.map(presentTransaction),
    timestamp: isoTime(nowMs),
  };
}

const presentTransaction = ({ audioDurationMs, ...entry }: LedgerEntry) => ({
  id: entry.id,
  type: entry.type,
  amount: entry.amount,
  balanceAfter: entry.balanceAfter,
  serviceType: entry.serviceType,
  referenceType: entry.referenceType,
  referenceId: entry.referenceId,
  audioDurationMinutes: audioDurationMs === null ? null : Math.round(audioDurationMs / 600) / 100,
  description: entry.description,
  createdAt: entry.createdAt,
});

const balance: Static<typeof CreditBalance> = {
  clientId: '0192f3a0-2b44-7e19-8c63-d1e2f3a4b5c6',
  creditBalance: 479,
  held: 12,
  available: 467,
  usage: {
    speechCreditsUsed: 21,
    cvCreditsUsed: 0,
    interviewCreditsUsed: 0,
    totalCreditsAdded: 500,
  },
  recentTransactions: [
    {
      id: '0192f3a9-0a6b-7d12-9e34-56789abcdef0',
      type: 'debit',
      amount: 21,
      balanceAfter: 479,
      serviceType: 'speech',
      referenceType: 'run',
      referenceId: '0192f3a8-7c1e-7b3a-9d52-3f6a1c0e8b47',
      audioDurationMinutes: 20.9,
      description: 'Speech analysis',
      createdAt: '2026-11-23T09:30:44.000Z',
    },
  ],
  timestamp: '2026-11-23T09:31:00.000Z',
};

export const creditsContract = {
  balance: {
    method: 'GET',
    url: '/credits',
    operationId: 'getCredits',
    summary: 'Your credit balance, usage and newest transactions',
    description: 'All keys of an account draw on one balance.',
    tag: 'Universal',
    answers: { 200: answer(CreditBalance, 'As of now.', { balance }) },
  },
} satisfies Record<string, Endpoint>;
