import type { NoticeTexts } from '../../types.ts';

export const notice: NoticeTexts = {
  program: {
    title: 'Who asks',
    text: 'A computer program asks the questions for the role “{role}”. No person listens while you speak, and the program decides nothing about you.',
  },
  recorded: {
    title: 'What is recorded',
    text: 'Your voice is recorded, and a computer turns it into text. What you type is kept, too. There is no picture.',
  },
  scored: {
    title: 'What is scored',
    text: 'A computer scores your vocabulary, your fluency and your accent from the recording. The scores are to show how well you speak the language of this interview. They do not judge what you know.',
    none: 'No scores are made of how you speak.',
  },
  seen: { title: 'Who gets it', text: '{client} gets all of this and answers for what is done with it.' },
  kept: {
    title: 'How long it is kept',
    text: 'Counted from the end of the interview:',
    recording: 'Recording',
    transcript: 'Text',
    scores: 'Scores',
    untilDeleted: 'until {client} deletes it',
  },
  ask: {
    title: 'Whom to ask',
    text: 'You may ask questions, ask for another arrangement because of a disability, see or correct your data, have it deleted, or have a score explained and looked at by a person. Write to the people who invited you.',
    contact: 'Contact: {contact}',
    privacy: 'Privacy notice: {url}',
  },
  without: {
    title: 'If you do not agree',
    text: 'You need not agree. Then nothing is recorded, and no interview is held here; ask the people who invited you for another way. If you agree, you can still end the interview at any time.',
  },
  added: '{client} adds',
  agree: {
    recorded: 'I have read this and agree to be recorded.',
    scored:
      'I have read this and agree to be recorded, and to have my vocabulary, fluency and accent scored by a computer.',
  },
};
