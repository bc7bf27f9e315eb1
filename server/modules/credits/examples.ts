/** What /docs and the interface description show of the balance; a test holds it to its schema. */
export const balanceExamples = {
  answers: {
    200: {
      balance: {
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
      },
    },
  },
};
