import type { Questions } from '../../../types.ts';

export const data: Questions = {
  opening: [],
  experience: [
    'Which analysis or model of yours has been used most, and for which decision?',
    'Tell me about the data you know best. Where did it come from, and what was wrong with it?',
  ],
  problem: [
    'Tell me about a result that looked right and was not. How did you find out?',
    'Describe a time when the data could not answer the question you were asked. What did you do?',
  ],
  motivation: [
    'Which questions would you like to answer with data in this role, and why those?',
    'What draws you to this role rather than another one with data?',
  ],
  competency: {
    accuracy: ['How did you check the last analysis you were proud of before you showed it to anyone?'],
    communication: ['Tell me about a finding that people did not want to hear. How did you present it?'],
    learning: [
      'Tell me about a method you had to learn for one project. How did you make sure that you used it rightly?',
    ],
    teamwork: ['Tell me about work with the people who produce the data. What was difficult between you?'],
    organisation: [
      'Tell me about a time when several people wanted different analyses at once. How did you decide?',
    ],
    pressure: [
      'Tell me about a figure you had to deliver before you were sure of it. What did you say about it?',
    ],
    leadership: ['Tell me about a way of working with data that you introduced. Who had to be convinced?'],
    service: ['Tell me about somebody who used your work wrongly. What did you do?'],
  },
};
