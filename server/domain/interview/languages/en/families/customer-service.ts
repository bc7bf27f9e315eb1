import type { Questions } from '../../../types.ts';

export const customerService: Questions = {
  opening: [],
  experience: [
    'Tell me about the customers you have looked after: what did they come to you with most often?',
    'What did a usual working day look like in your last job with customers, and what was the hardest part of it?',
  ],
  problem: [
    'Tell me about a complaint that could not be solved by the rules. What did you do?',
    'Describe a customer’s problem that kept coming back. How did you get to the bottom of it?',
  ],
  motivation: [
    'What do you like about work with customers, and why would you like to do it here?',
    'What would make this a good job for you, also after a difficult day?',
  ],
  competency: {
    service: ['Tell me about the angriest customer you remember. What did you say and do?'],
    communication: ['Tell me about a time when you had to say no to a customer.'],
    pressure: [
      'Tell me about a day when far more customers came than you could handle. How did you keep going?',
    ],
    accuracy: [
      'Tell me about wrong information that you or a colleague gave to a customer. How did you put it right?',
    ],
    teamwork: [
      'Tell me about a case that you had to hand over to colleagues. How did you make sure that nothing got lost?',
    ],
    learning: ['Tell me about a product or a system that you had to master quickly to help customers.'],
    organisation: [
      'How did you decide whom to help first when several people waited? Please give me a case.',
    ],
    leadership: ['Tell me about something you changed so that customers were served better.'],
  },
};
