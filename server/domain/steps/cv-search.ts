import type { Steps } from './steps.ts';

/** The steps of a CV search; who may be meant is found before the first. */
export const cvSearchSteps = {
  rankCandidates: {
    label: 'comparing candidates with the requirements',
    title: 'Compare candidates with the requirements',
    weight: 1,
  },
} as const satisfies Steps;
