import type { MailTexts } from '../../types.ts';

export const mail: MailTexts = {
  subject: {
    invitation: '{client}: invito a un colloquio per {role}',
    reminder: '{client}: il suo colloquio per {role} è ancora da fare',
    link: '{client}: il suo nuovo link al colloquio per {role}',
  },
  greeting: 'Buongiorno {name},',
  greetingWithoutName: 'Buongiorno,',
  invited: '{client} la invita a un colloquio per questa posizione: {role}.',
  reminder: 'Non ha ancora fatto il suo colloquio. Questo è l’unico promemoria.',
  newLink: 'Ecco il suo nuovo link. Quello di prima non funziona più.',
  open: 'Apri il colloquio',
  needed:
    'Un programma per computer pone le domande e lei risponde a voce. Dura al massimo {minutes} minuti. Le servono un luogo tranquillo, un microfono e un browser. Prima di cominciare potrà leggere che cosa viene registrato e dire di no.',
  until: 'Il link funziona fino a: {deadline}.',
  personal: 'Il link è solo per lei. La preghiamo di non inoltrarlo.',
  ask: 'Ha domande, o ha bisogno di un’altra forma a causa di una disabilità? Scriva a chi l’ha invitata.',
  contact: 'Ha domande, o ha bisogno di un’altra forma a causa di una disabilità? Contatto: {contact}',
  calendar: 'Ultimo momento per il colloquio: {role}',
};
