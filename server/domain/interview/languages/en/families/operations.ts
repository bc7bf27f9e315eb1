import type { Questions } from '../../../types.ts';

export const operations: Questions = {
  opening: [],
  experience: [
    'Tell me about the operation you know best: what moved through it, how much a day, and what was your part?',
    'Which process have you run from beginning to end, and where did it usually get stuck?',
  ],
  problem: [
    'Tell me about a delivery, a line or a system that stood still. What did you do in the first hour?',
    'Describe stock or figures that did not add up. How did you find the cause?',
  ],
  motivation: [
    'What do you like about keeping things running, and why would you like to do it here?',
    'What would you look at first in this role, and why?',
  ],
  competency: {
    organisation: [
      'Tell me about a day when the plan no longer held by ten in the morning. How did you plan anew?',
    ],
    accuracy: [
      'Tell me about an error in a delivery, a count or a document. How did you make sure that it did not happen again?',
    ],
    pressure: [
      'Tell me about the busiest season you have worked through. How did you keep quality and safety up?',
    ],
    teamwork: [
      'Tell me about a conflict between shifts, drivers or departments. What was your part in ending it?',
    ],
    communication: ['Tell me about a supplier or a carrier who let you down. How did you talk to them?'],
    leadership: ['Tell me about a change in how work was done that you had to get people to accept.'],
    learning: ['Tell me about a system or a machine that you had to learn while the work went on.'],
    service: ['Tell me about a customer who did not get what was promised. What did you do?'],
  },
};
