/** What /docs and the interface description show of the list; a test holds it to its schema. */
export const listExamples = {
  answers: {
    200: {
      page: {
        runs: [
          {
            id: '0192f3a8-7c1e-7b3a-9d52-3f6a1c0e8b47',
            externalId: 'candidate-4711',
            status: 'success',
            serviceType: 'speech',
            projectId: null,
            metadata: { role: 'Support agent', round: '1' },
            tags: ['support', 'lisbon'],
            createdAt: '2026-11-23T09:29:12.000Z',
            processingTimeMs: 92_400,
            audio: {
              durationMs: 1_254_000,
              durationFormatted: '20:54',
              languageCode: 'en',
              requestedLanguage: 'en',
              speakerCount: 2,
            },
            scores: {
              vocabulary: 3.4,
              vocabularyCefr: 'B2',
              fluency: 3.6,
              fluencyCefr: 'B2',
              accent: 4.1,
              accentCefr: 'C1',
              overall: 3.7,
              cefrLevel: 'B2',
            },
            error: null,
          },
        ],
        pagination: { limit: 20, offset: 0, count: 1, hasMore: false, nextCursor: null },
        timestamp: '2026-11-23T09:30:00.000Z',
      },
    },
  },
};
