import { Type } from 'typebox';
import { answeredAt, choice, list, number, object, orNull, text, time, whole } from '../shapes/schema.ts';

const credits = (description: string) => Type.Integer({ description });

export const Transaction = Type.Object(
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

export const CreditBalance = Type.Object(
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
    recentTransactions: list(Type.Ref('Transaction'), 'The newest 20, newest first.'),
    timestamp: answeredAt,
  },
  { $id: 'CreditBalance', description: 'What you have, and what it went into.' },
);
