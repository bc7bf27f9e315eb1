import type { Questions } from '../../../types.ts';

export const software: Questions = {
  opening: [],
  experience: [
    'Which system have you worked on longest, and what was your own part in it?',
    'Tell me about the piece of software you know best. Who uses it, and what did you build of it?',
  ],
  problem: [
    'Tell me about the hardest defect you have tracked down. How did you narrow it down?',
    'Describe an outage or a failed release you were part of. What did you do, and what did you change afterwards?',
  ],
  motivation: [
    'What kind of software do you want to build next, and why here?',
    'What would you like to be better at in two years, and how does this role help?',
  ],
  competency: {
    teamwork: ['Tell me about a code review in which you and the author disagreed. How was it settled?'],
    learning: [
      'Tell me about a technology you had to learn for a project. How did you know that you understood it well enough?',
    ],
    accuracy: [
      'How do you convince yourself that a change is safe to ship? Please use a change you made as an example.',
    ],
    communication: [
      'Tell me about a technical decision you had to explain to people who do not write software.',
    ],
    organisation: [
      'Tell me about a piece of work that turned out much larger than planned. What did you do when you noticed?',
    ],
    pressure: [
      'Tell me about a time when a deadline and good engineering pulled in different directions. What did you choose?',
    ],
    leadership: [
      'Tell me about a technical direction that others followed because of you. How did you win them over?',
    ],
    service: ['Tell me about feedback from users that changed what you built.'],
  },
};
