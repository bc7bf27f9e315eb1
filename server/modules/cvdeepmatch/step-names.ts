/** The steps in their order, as a waiting client reads them. */
export const stepNames = {
  extractText: 'reading the PDF',
  parseCv: 'finding positions, education and skills',
  scoreRequirements: 'comparing them with the requirements',
  narrate: 'writing the summary',
} as const;
