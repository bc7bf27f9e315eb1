import type { Questions } from '../../../types.ts';

export const trades: Questions = {
  opening: [],
  experience: [
    'Which machines, tools or materials do you know best, and what have you made or repaired with them?',
    'Tell me about a job that you did from the first look to the handover.',
  ],
  problem: [
    'Tell me about a fault that was hard to find. How did you go about it?',
    'Describe a job on which the drawing or the plan did not match what you found. What did you do?',
  ],
  motivation: [
    'What do you like about your trade, and why would you like to practise it here?',
    'What kind of work would you like to do more of, and why?',
  ],
  competency: {
    accuracy: ['Tell me about a piece of work for which every millimetre counted. How did you check it?'],
    pressure: [
      'Tell me about a time when somebody wanted it done faster than it could be done safely. What did you do?',
    ],
    teamwork: [
      'Tell me about a job on which you depended on other trades. What went badly, and what did you do?',
    ],
    organisation: ['How did you prepare for your last larger job? Please take me through it.'],
    learning: ['Tell me about a machine or a technique that you had to learn on the job.'],
    service: ['Tell me about a customer who was not content with the work. What did you do?'],
    communication: [
      'Tell me about a time when you had to explain to a customer or a boss why something would not work.',
    ],
    leadership: ['Tell me about somebody whom you trained. What was difficult?'],
  },
};
