import type { MailTexts } from '../../types.ts';

export const mail: MailTexts = {
  subject: {
    invitation: '{client}: invitation to an interview for {role}',
    reminder: '{client}: your interview for {role} is still open',
    link: '{client}: your new link to the interview for {role}',
  },
  greeting: 'Hello {name},',
  greetingWithoutName: 'Hello,',
  invited: '{client} invites you to an interview for this role: {role}.',
  reminder: 'You have not held your interview yet. This is the only reminder.',
  newLink: 'Here is your new link. The one you had before no longer works.',
  open: 'Open the interview',
  needed:
    'A computer program asks the questions, and you answer by voice. It takes {minutes} minutes at most. You need a quiet place, a microphone and a browser. Before it begins, you read what is recorded and can say no.',
  until: 'The link works until {deadline}.',
  personal: 'The link is for you alone. Please do not pass it on.',
  ask: 'Questions, or do you need another form because of a disability? Please write to those who invited you.',
  contact: 'Questions, or do you need another form because of a disability? Contact: {contact}',
  calendar: 'Last moment for the interview: {role}',
};
