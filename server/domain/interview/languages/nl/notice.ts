import type { NoticeTexts } from '../../types.ts';

export const notice: NoticeTexts = {
  program: {
    title: 'Wie vraagt',
    text: 'Een computerprogramma stelt de vragen voor de functie “{role}”. Niemand luistert mee terwijl u spreekt, en het programma beslist niets over u.',
  },
  recorded: {
    title: 'Wat wordt opgenomen',
    text: 'Uw stem wordt opgenomen en een computer maakt er tekst van. Ook wat u typt, wordt bewaard. Er is geen beeld.',
  },
  scored: {
    title: 'Wat wordt beoordeeld',
    text: 'Een computer beoordeelt aan de hand van de opname uw woordenschat, uw vloeiendheid en uw accent. De scores laten zien hoe u de taal van dit gesprek spreekt. Ze beoordelen niet wat u weet.',
    none: 'Hoe u spreekt, wordt niet beoordeeld.',
  },
  seen: {
    title: 'Wie het krijgt',
    text: '{client} krijgt dit alles en is verantwoordelijk voor wat ermee gebeurt.',
  },
  kept: {
    title: 'Hoe lang het wordt bewaard',
    text: 'Gerekend vanaf het einde van het gesprek:',
    recording: 'Opname',
    transcript: 'Tekst',
    scores: 'Scores',
    untilDeleted: 'tot {client} het verwijdert',
  },
  ask: {
    title: 'Wie u iets kunt vragen',
    text: 'U mag vragen stellen, om een andere vorm vragen vanwege een beperking, uw gegevens inzien of verbeteren, ze laten verwijderen, of een score laten uitleggen en door een mens laten nakijken. Schrijf aan wie u heeft uitgenodigd.',
    contact: 'Contact: {contact}',
    privacy: 'Privacyverklaring: {url}',
  },
  without: {
    title: 'Als u het niet eens bent',
    text: 'U hoeft niet akkoord te gaan. Dan wordt er niets opgenomen en is hier geen gesprek; vraag wie u heeft uitgenodigd om een andere weg. Ook als u akkoord gaat, kunt u het gesprek altijd beëindigen.',
  },
  added: '{client} voegt toe',
  agree: {
    recorded: 'Ik heb dit gelezen en ga akkoord met de opname.',
    scored:
      'Ik heb dit gelezen en ga ermee akkoord dat ik word opgenomen en dat een computer mijn woordenschat, vloeiendheid en accent beoordeelt.',
  },
};
