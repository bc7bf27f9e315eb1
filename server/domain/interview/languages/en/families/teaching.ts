import type { Questions } from '../../../types.ts';

export const teaching: Questions = {
  opening: [],
  experience: [
    'Whom have you taught, and what? Please tell me about one group you remember well.',
    'Which lesson or course of yours worked best, and how do you know?',
  ],
  problem: [
    'Tell me about a learner who made no progress. What did you try?',
    'Describe a lesson that went wrong. What did you do in the moment, and what did you change later?',
  ],
  motivation: [
    'Why do you teach, and why would you like to do so here?',
    'What should learners be able to do after a year with you, and why does that matter to you?',
  ],
  competency: {
    communication: ['Tell me about a difficult conversation with parents, a learner or an employer.'],
    organisation: [
      'Tell me about a group in which learners were at very different levels. How did you plan for them?',
    ],
    pressure: ['Tell me about a time when a class got out of hand. What did you do?'],
    teamwork: [
      'Tell me about a time when you and another teacher wanted different things for the same learner.',
    ],
    learning: ['Tell me about feedback on your teaching that was hard to hear. What did you do with it?'],
    accuracy: ['Tell me about a mark or an assessment that was disputed. How did you deal with it?'],
    leadership: ['Tell me about something you introduced that other teachers took up.'],
    service: ['Tell me about a learner who needed more than lessons from you.'],
  },
};
