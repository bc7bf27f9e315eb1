import type { Settlement } from '#server/modules/runs/types.ts';
import type { WholeSearchResult } from '#server/modules/search/stored.ts';

const result: WholeSearchResult = {
  searched: 12,
  compared: 12,
  method: 'assay-match 2, taxonomy x',
  warnings: [],
  found: [
    {
      externalId: 'p',
      rank: 1,
      score: 88.4,
      reasons: ['SQL: The CV names it in 1 place, but in no position.'],
      matched: ['SQL'],
      missing: [],
      requirements: [
        {
          name: 'SQL',
          kind: 'hard_skill',
          importance: 5,
          score: 0.884,
          met: 'yes',
          reason: 'The CV names it in 1 place, but in no position.',
          evidence: [{ text: 'SQL', field: 'skills[0]' }],
        },
      ],
      knownShare: 1,
      tags: ['lisbon'],
      metadata: { level: 3 },
    },
  ],
};

/** How a search ends that found candidates. */
export const searched = (): Settlement => ({
  status: 'success',
  charge: 1,
  error: null,
  result,
  summary: { found: 1, searched: 12 },
});

export const notSearched: Settlement = {
  status: 'failed',
  charge: 0,
  error: { code: 'SCORING_FAILED', message: 'The corpus could not be searched.' },
  result: null,
  summary: null,
};
