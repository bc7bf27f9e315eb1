import type { Questions } from '../../../types.ts';

export const finance: Questions = {
  opening: [],
  experience: [
    'Which accounts, reports or files have you been responsible for, and what depended on them?',
    'Tell me about a month-end, an audit or another recurring task that you carried out yourself.',
  ],
  problem: [
    'Tell me about figures that did not reconcile. How did you find the difference?',
    'Describe a rule or a deadline that could not be met as planned. What did you do?',
  ],
  motivation: [
    'What do you like about work with figures and records, and why here?',
    'Why this role, and which responsibility would you like to grow into?',
  ],
  competency: {
    accuracy: ['Tell me about an error that got past others and that you found.'],
    organisation: ['Tell me about a week with several deadlines. How did you decide what had to wait?'],
    communication: [
      'Tell me about a time when you had to explain figures or a rule to somebody who was annoyed by them.',
    ],
    pressure: [
      'Tell me about a time when somebody asked you to leave something out or make something look better. What did you do?',
    ],
    learning: ['Tell me about a new rule, law or programme that you had to apply soon after it came.'],
    teamwork: ['Tell me about colleagues who handed in their papers late again and again. What did you do?'],
    leadership: ['Tell me about a procedure that you simplified. Who had to agree?'],
    service: ['Tell me about a request that you could not fulfil. How did you deal with the person?'],
  },
};
