import type { Texts } from '../language.ts';
import type { scorecardTexts as english } from '../scorecard.ts';

export const scorecardTexts: Texts<typeof english> = {
  title: 'Bewertungsbogen',
  titleOf: (name: string) => `Bewertungsbogen: ${name}`,
  description: 'Für Papier: höchstens zwei Blatt A4. Wählen Sie „Als PDF speichern“, um ihn zu versenden.',
  back: 'Zurück zur Aufnahme',
  print: 'Drucken',
  reports: {
    names: { recruiter: 'Bericht für Sie', candidate: 'Bericht für die Person' },
    contents: {
      recruiter: 'Stufe, wie sicher sie ist, warum, und was als Nächstes zu fragen ist',
      candidate: 'Was gut gelungen ist und was zu üben ist, ohne Stufe und Punkte',
    },
    open: (language: string) => `Auf ${language} öffnen`,
    download: (language: string) => `PDF auf ${language} herunterladen`,
  },
  noResult: 'Einen Bewertungsbogen gibt es nur zu einem Ergebnis.',
  heading: 'Bewertungsbogen zum Interview',
  candidate: 'Person',
  client: 'Für',
  interview: 'Interview',
  language: 'Sprache',
  length: 'Länge',
  spoken: 'Die Person spricht',
  spokenFor: (time: string, words: string) => `${time}, ${words} Wörter`,
  run: 'Lauf',
  measures: 'Was gemessen wurde',
  quotes: 'In den Worten der Person',
  who: 'Woran die Person erkannt wurde',
  how: 'Wie Sie das lesen',
  howText: [
    'Bewertet wird von 0 bis 5, auf den Stufen des Gemeinsamen Europäischen Referenzrahmens. Das Band um eine Bewertung ist ihr Bereich (90 %): Als die Skala geeicht wurde, lagen von zehn Sprechern neun in ihrem.',
    'Wortschatz und Sprechfluss werden mit Sprechern verglichen, die Prüfer eingestuft haben; die Aussprache misst, wie leicht Laute, Betonung und Rhythmus zu verstehen sind, und ist kein Kriterium, es sei denn, die Stelle braucht sie. Auch welche Stimme die Person ist, hat eine Maschine bestimmt; das kann falsch sein.',
    'Männer und Frauen, die Fachleute gleich einstuften, wurden gleich bewertet (125 Vorlesende, Erstsprache Mandarin); Kinder bis zehn wurden im Sprechfluss um etwa 0,4 von 5 zu niedrig bewertet. Andere Erstsprachen wurden nicht gemessen. Bis etwa 500 Wörter macht mehr Gesprochenes das Band schmaler; darüber kaum noch.',
    'Dieser Bogen hilft bei einer Entscheidung. Treffen muss sie ein Mensch.',
  ],
  calibrations: (ids: readonly string[]) => `Eichungen: ${ids.join(', ')}.`,
};
