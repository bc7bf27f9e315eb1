import type { MailTexts } from '../../types.ts';

export const mail: MailTexts = {
  subject: {
    invitation: '{client}: zaproszenie na rozmowę na stanowisko {role}',
    reminder: '{client}: rozmowa na stanowisko {role} wciąż czeka',
    link: '{client}: nowy link do rozmowy na stanowisko {role}',
  },
  greeting: 'Dzień dobry, {name},',
  greetingWithoutName: 'Dzień dobry,',
  invited: '{client} zaprasza na rozmowę na to stanowisko: {role}.',
  reminder: 'Rozmowa jeszcze się nie odbyła. To jedyne przypomnienie.',
  newLink: 'Oto nowy link. Poprzedni już nie działa.',
  open: 'Otwórz rozmowę',
  needed:
    'Pytania zadaje program komputerowy, a odpowiada się głosem. Trwa to najwyżej {minutes} min. Potrzebne są spokojne miejsce, mikrofon i przeglądarka. Przed rozpoczęciem można przeczytać, co jest nagrywane, i odmówić.',
  until: 'Link działa do: {deadline}.',
  personal: 'Link jest osobisty. Prosimy go nie przekazywać.',
  ask: 'Masz pytania albo potrzebujesz innej formy z powodu niepełnosprawności? Napisz do tych, którzy zapraszają.',
  contact: 'Masz pytania albo potrzebujesz innej formy z powodu niepełnosprawności? Kontakt: {contact}',
  calendar: 'Ostatni moment na rozmowę: {role}',
};
