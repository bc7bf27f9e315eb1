import type { MailTexts } from '../../types.ts';

export const mail: MailTexts = {
  subject: {
    invitation: '{client}: poziv na intervju za {role}',
    reminder: '{client}: vaš intervju za {role} još čeka',
    link: '{client}: novi link za intervju za {role}',
  },
  greeting: 'Dobar dan, {name},',
  greetingWithoutName: 'Dobar dan,',
  invited: '{client} vas poziva na intervju za ovo radno mesto: {role}.',
  reminder: 'Vaš intervju još nije održan. Ovo je jedini podsetnik.',
  newLink: 'Ovo je vaš novi link. Prethodni više ne važi.',
  open: 'Otvorite intervju',
  needed:
    'Pitanja postavlja računarski program, a vi odgovarate glasom. Traje najviše {minutes} min. Potrebni su mirno mesto, mikrofon i pregledač. Pre početka možete pročitati šta se snima i odbiti.',
  until: 'Link važi do: {deadline}.',
  personal: 'Link je samo za vas. Molimo vas da ga ne prosleđujete.',
  ask: 'Imate pitanja ili vam je zbog invaliditeta potreban drugi oblik? Pišite onima koji su vas pozvali.',
  contact: 'Imate pitanja ili vam je zbog invaliditeta potreban drugi oblik? Kontakt: {contact}',
  calendar: 'Poslednji trenutak za intervju: {role}',
};
