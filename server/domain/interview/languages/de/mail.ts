import type { MailTexts } from '../../types.ts';

export const mail: MailTexts = {
  subject: {
    invitation: '{client}: Einladung zum Interview für {role}',
    reminder: '{client}: Ihr Interview für {role} steht noch aus',
    link: '{client}: Ihr neuer Link zum Interview für {role}',
  },
  greeting: 'Guten Tag {name},',
  greetingWithoutName: 'Guten Tag,',
  invited: '{client} lädt Sie zu einem Interview für diese Stelle ein: {role}.',
  reminder: 'Ihr Interview hat noch nicht stattgefunden. Dies ist die einzige Erinnerung.',
  newLink: 'Hier ist Ihr neuer Link. Der bisherige gilt nicht mehr.',
  open: 'Interview öffnen',
  needed:
    'Ein Computerprogramm stellt die Fragen, Sie antworten mit Ihrer Stimme. Es dauert höchstens {minutes} Minuten. Sie brauchen einen ruhigen Ort, ein Mikrofon und einen Browser. Bevor es beginnt, lesen Sie, was aufgenommen wird, und können ablehnen.',
  until: 'Der Link gilt bis {deadline}.',
  personal: 'Der Link ist nur für Sie. Bitte geben Sie ihn nicht weiter.',
  ask: 'Haben Sie Fragen, oder brauchen Sie wegen einer Behinderung eine andere Form? Bitte schreiben Sie denen, die Sie eingeladen haben.',
  contact: 'Haben Sie Fragen, oder brauchen Sie wegen einer Behinderung eine andere Form? Kontakt: {contact}',
  calendar: 'Letzter Zeitpunkt für das Interview: {role}',
};
