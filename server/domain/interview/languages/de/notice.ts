import type { NoticeTexts } from '../../types.ts';

export const notice: NoticeTexts = {
  program: {
    title: 'Wer fragt',
    text: 'Ein Computerprogramm stellt die Fragen für die Stelle „{role}“. Kein Mensch hört zu, während Sie sprechen, und das Programm entscheidet nichts über Sie.',
  },
  recorded: {
    title: 'Was aufgenommen wird',
    text: 'Ihre Stimme wird aufgenommen, und ein Computer macht Text daraus. Auch was Sie tippen, wird aufbewahrt. Ein Bild gibt es nicht.',
  },
  scored: {
    title: 'Was bewertet wird',
    text: 'Ein Computer bewertet anhand der Aufnahme Ihren Wortschatz, Ihren Redefluss und Ihren Akzent. Das soll zeigen, wie gut Sie die Sprache dieses Interviews sprechen. Was Sie wissen, wird damit nicht beurteilt.',
    none: 'Wie Sie sprechen, wird nicht bewertet.',
  },
  seen: {
    title: 'Wer es bekommt',
    text: '{client} bekommt all das und ist dafür verantwortlich, was damit geschieht.',
  },
  kept: {
    title: 'Wie lange es aufbewahrt wird',
    text: 'Gerechnet vom Ende des Interviews:',
    recording: 'Aufnahme',
    transcript: 'Text',
    scores: 'Bewertung',
    untilDeleted: 'bis {client} es löscht',
  },
  ask: {
    title: 'Wen Sie fragen können',
    text: 'Sie dürfen Fragen stellen, wegen einer Behinderung um eine andere Form bitten, Ihre Daten sehen oder berichtigen, sie löschen lassen, oder eine Bewertung erklären und von einem Menschen prüfen lassen. Schreiben Sie denen, die Sie eingeladen haben.',
    contact: 'Kontakt: {contact}',
    privacy: 'Datenschutzhinweise: {url}',
  },
  without: {
    title: 'Wenn Sie nicht zustimmen',
    text: 'Sie müssen nicht zustimmen. Dann wird nichts aufgenommen, und hier findet kein Interview statt; bitten Sie die, die Sie eingeladen haben, um einen anderen Weg. Auch wenn Sie zustimmen, können Sie das Interview jederzeit beenden.',
  },
  added: '{client} ergänzt',
  agree: {
    recorded: 'Ich habe das gelesen und bin damit einverstanden, dass ich aufgenommen werde.',
    scored:
      'Ich habe das gelesen und bin damit einverstanden, dass ich aufgenommen werde und dass ein Computer meinen Wortschatz, meinen Redefluss und meinen Akzent bewertet.',
  },
};
