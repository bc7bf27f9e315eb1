import type { Steps } from './steps.ts';

/** The steps of a CV match. */
export const cvMatchSteps = {
  extractText: { label: 'reading the CV', title: 'Read the CV', weight: 6 },
  parseCv: {
    label: 'finding positions, education and skills',
    title: 'Find positions, education and skills',
    weight: 2,
  },
  scoreRequirements: {
    label: 'comparing them with the requirements',
    title: 'Compare them with the requirements',
    weight: 2,
  },
  narrate: { label: 'writing the summary', title: 'Write the summary', weight: 1 },
} as const satisfies Steps;
