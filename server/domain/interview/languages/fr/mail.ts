import type { MailTexts } from '../../types.ts';

export const mail: MailTexts = {
  subject: {
    invitation: '{client} : invitation à un entretien pour {role}',
    reminder: '{client} : votre entretien pour {role} est toujours en attente',
    link: '{client} : votre nouveau lien vers l’entretien pour {role}',
  },
  greeting: 'Bonjour {name},',
  greetingWithoutName: 'Bonjour,',
  invited: '{client} vous invite à un entretien pour ce poste : {role}.',
  reminder: 'Vous n’avez pas encore passé votre entretien. Ceci est le seul rappel.',
  newLink: 'Voici votre nouveau lien. Le précédent ne fonctionne plus.',
  open: 'Ouvrir l’entretien',
  needed:
    'Un programme informatique pose les questions et vous répondez de vive voix. Cela dure au plus {minutes} minutes. Il vous faut un endroit calme, un microphone et un navigateur. Avant de commencer, vous lirez ce qui est enregistré et vous pourrez refuser.',
  until: 'Le lien fonctionne jusqu’à cette date : {deadline}.',
  personal: 'Ce lien est pour vous seul(e). Merci de ne pas le transmettre.',
  ask: 'Des questions, ou besoin d’une autre forme en raison d’un handicap ? Écrivez aux personnes qui vous ont invité(e).',
  contact: 'Des questions, ou besoin d’une autre forme en raison d’un handicap ? Contact : {contact}',
  calendar: 'Dernier moment pour l’entretien : {role}',
};
