import type { Questions } from '../../../types.ts';

export const management: Questions = {
  opening: [],
  experience: [
    'How many people have you led, and what were you answerable for?',
    'Tell me about the team you have led that you are most content with. What did you change in it?',
  ],
  problem: [
    'Tell me about a decision of yours that turned out wrong. When did you notice, and what did you do?',
    'Describe a team or a project that was in trouble when you took it over. What did you do first?',
  ],
  motivation: [
    'Why do you want to lead, and why these people and this task?',
    'What should be different here a year after you began?',
  ],
  competency: {
    leadership: ['Tell me about somebody in your team whose work was not good enough. What did you do?'],
    communication: ['Tell me about bad news that you had to bring to your team. How did you go about it?'],
    teamwork: ['Tell me about a conflict between two people you were responsible for.'],
    organisation: [
      'Tell me about something you stopped doing so that more important work got done. How did you decide?',
    ],
    pressure: ['Tell me about a time when those above you and those below you wanted opposite things.'],
    learning: ['Tell me about feedback from your team that changed how you lead.'],
    accuracy: ['Tell me about a plan or a budget that you missed. What did you learn from the figures?'],
    service: ['Tell me about a time when you decided against a short-term gain in favour of a customer.'],
  },
};
