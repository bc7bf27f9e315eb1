import type { Questions } from '../../../types.ts';

export const sales: Questions = {
  opening: [],
  experience: [
    'Tell me about what you have sold so far: to whom, for about how much, and over how long a time.',
    'Which customer did you win that others had given up on, and how?',
  ],
  problem: [
    'Tell me about a deal that you lost although it looked certain. What was the reason?',
    'Describe a negotiation that was stuck. What got it moving again?',
  ],
  motivation: [
    'What do you like about selling, and what would you like to sell here?',
    'Why this role, and how would you know after a year that you did well?',
  ],
  competency: {
    service: ['Tell me about a customer who was promised too much. What did you do?'],
    communication: [
      'Tell me about a time when you understood only late what the customer really needed. How did you find out?',
    ],
    pressure: ['Tell me about a quarter in which you were far behind your target. What did you change?'],
    organisation: [
      'How did you decide last month which prospects to spend your time on? Please take me through it.',
    ],
    learning: [
      'Tell me about a product or market you had to learn from nothing. What did you do in the first weeks?',
    ],
    teamwork: ['Tell me about a sale for which you depended on colleagues from another department.'],
    leadership: ['Tell me about a time when you helped a colleague to sell better.'],
    accuracy: ['Tell me about a mistake in an offer or a contract. How did it come to light?'],
  },
};
