import type { Questions } from '../../../types.ts';

export const healthCare: Questions = {
  opening: [],
  experience: [
    'Tell me about the patients or residents you have cared for, and which tasks were yours.',
    'Which part of your work in care or medicine are you most sure of, and how did you come to be?',
  ],
  problem: [
    'Tell me about a moment when somebody’s condition changed suddenly. What did you notice, and what did you do?',
    'Describe a situation in which the usual procedure did not fit the patient. How did you proceed?',
  ],
  motivation: [
    'Why did you choose this profession, and why would you like to practise it here?',
    'What keeps you going in this work, and what would you need from us for it?',
  ],
  competency: {
    communication: ['Tell me about a hard conversation with a patient or a relative. How did you lead it?'],
    accuracy: ['Tell me about an error or a near miss that you witnessed. What happened next?'],
    pressure: ['Tell me about a shift with too few people. How did you decide what came first?'],
    teamwork: ['Tell me about a disagreement with a doctor, a nurse or another colleague about a patient.'],
    service: ['Tell me about a patient who refused help. What did you do?'],
    organisation: [
      'How do you hand over at the end of a shift? Please take a shift you remember as an example.',
    ],
    learning: ['Tell me about a procedure or a device that was new to you. How did you become safe with it?'],
    leadership: ['Tell me about a time when you instructed or supervised somebody less experienced.'],
  },
};
