import type { MailTexts } from '../../types.ts';

export const mail: MailTexts = {
  subject: {
    invitation: '{client}: uitnodiging voor een interview voor {role}',
    reminder: '{client}: uw interview voor {role} staat nog open',
    link: '{client}: uw nieuwe link naar het interview voor {role}',
  },
  greeting: 'Dag {name},',
  greetingWithoutName: 'Dag,',
  invited: '{client} nodigt u uit voor een interview voor deze functie: {role}.',
  reminder: 'U hebt uw interview nog niet gedaan. Dit is de enige herinnering.',
  newLink: 'Hier is uw nieuwe link. De vorige werkt niet meer.',
  open: 'Interview openen',
  needed:
    'Een computerprogramma stelt de vragen en u antwoordt met uw stem. Het duurt hoogstens {minutes} minuten. U hebt een rustige plek, een microfoon en een browser nodig. Voordat het begint, leest u wat er wordt opgenomen en kunt u nee zeggen.',
  until: 'De link werkt tot {deadline}.',
  personal: 'De link is alleen voor u. Geef hem alstublieft niet door.',
  ask: 'Vragen, of hebt u door een beperking een andere vorm nodig? Schrijf aan wie u heeft uitgenodigd.',
  contact: 'Vragen, of hebt u door een beperking een andere vorm nodig? Contact: {contact}',
  calendar: 'Laatste moment voor het interview: {role}',
};
