import { Type } from 'typebox';

const DateTime = Type.String({ format: 'date-time' });

export const Transaction = Type.Object(
  {
    id: Type.String(),
    type: Type.Enum(['debit', 'credit']),
    amount: Type.Integer(),
    balanceAfter: Type.Integer(),
    serviceType: Type.String(),
    referenceType: Type.String(),
    referenceId: Type.Union([Type.String(), Type.Null()]),
    audioDurationMinutes: Type.Union([Type.Number(), Type.Null()]),
    description: Type.String(),
    createdAt: DateTime,
  },
  { $id: 'Transaction', additionalProperties: false },
);

export const CreditBalance = Type.Object(
  {
    clientId: Type.String(),
    creditBalance: Type.Integer({
      description: 'Settled balance; holds of unfinished runs are still in it.',
    }),
    held: Type.Integer({ description: 'Held for unfinished runs.' }),
    available: Type.Integer({ description: 'creditBalance − held: what a new run may cost.' }),
    usage: Type.Object(
      {
        speechCreditsUsed: Type.Integer(),
        cvCreditsUsed: Type.Integer(),
        interviewCreditsUsed: Type.Integer(),
        totalCreditsAdded: Type.Integer(),
      },
      { additionalProperties: false },
    ),
    recentTransactions: Type.Array(Type.Ref('Transaction')),
    timestamp: DateTime,
  },
  { $id: 'CreditBalance', additionalProperties: false },
);
