import type { Texts } from '../language.ts';
import type { uploadTexts as english } from '../uploads.ts';
import { count, formatted } from './count.ts';

const files = (number: number) => count(number, 'Datei', 'Dateien');
const credits = (number: number) => count(number, 'Credit', 'Credits');

export const uploadTexts: Texts<typeof english> = {
  title: 'Hochladen',
  description:
    'Aufnahmen von Interviews und Lebensläufe, viele auf einmal. Jede Datei wird ein Eintrag ihrer Person; Lebensläufe findet auch die Lebenslaufsuche.',
  where: 'Für welche Stelle?',
  pool: 'Noch keine Stelle: im Pool aufbewahren',
  poolHint: 'Lebensläufe werden kostenlos gelesen, und die Lebenslaufsuche findet sie für jede Stelle.',
  drop: 'Aufnahmen und Lebensläufe hier ablegen, oder Dateien wählen',
  dropHere: 'Hier ablegen',
  dropHint: (cvMb: number, audioMb: number, most: number) =>
    `Lebensläufe als PDF oder Word (DOCX) bis ${cvMb} MB, Aufnahmen bis ${audioMb} MB (MP3, M4A, WAV, OGG, FLAC, WebM), höchstens ${most} Dateien auf einmal`,
  action: 'Lebensläufe und Aufnahmen hochladen',
  looking: (done: number, of: number) => `Datei ${done} von ${of} wird angesehen …`,
  tooMany: (most: number) => `Wählen Sie höchstens ${most} Dateien auf einmal. Es wurde nichts gesendet.`,
  goesOn: (number: number) =>
    `${count(number, 'Datei', 'Dateien')} von einem früheren Hochladen ${number === 1 ? 'geht' : 'gehen'} weiter.`,
  underWay: (number: number) => `${count(number, 'Datei wird', 'Dateien werden')} gesendet`,
  kinds: { cv: 'Lebenslauf', recording: 'Aufnahme' },
  review: {
    title: (number: number) => `${files(number)} hochladen?`,
    table: 'Dateien zum Hochladen',
    columns: { send: 'Senden', file: 'Datei', whose: 'Von wem ist sie?', language: 'Sprache' },
    send: (fileName: string) => `${fileName} senden`,
    whose: (fileName: string) => `Von wem ist die Aufnahme ${fileName}?`,
    whoseHint: 'Vor- und Nachname',
    language: (fileName: string) => `Sprache von ${fileName}`,
    allLanguages: 'Sprache aller Aufnahmen',
    inCv: 'Steht im Lebenslauf',
    known: (date: string, person: string | null) =>
      person === null ? `Gesendet am ${date}` : `Gesendet am ${date}: ${person}`,
    twice: 'Zweimal gewählt',
    leftOut: (number: number) => `${count(number, 'Datei wird', 'Dateien werden')} ausgelassen:`,
    cost: (number: number) => (number === 0 ? 'Das kostet nichts.' : `Das kostet ${credits(number)}.`),
    costAtLeast: (number: number, recordings: number) =>
      `Das kostet mindestens ${credits(number)}: Ihr Browser kann nicht sagen, wie lang ${count(recordings, 'Aufnahme ist', 'Aufnahmen sind')}.`,
    left: (available: number, left: number) =>
      `Verfügbar sind ${formatted(available)}; es bleiben ${formatted(left)}.`,
    tooFew: (available: number) =>
      `Das Guthaben reicht nicht: verfügbar ${available === 1 ? 'ist' : 'sind'} ${credits(available)}. Lassen Sie Dateien weg, oder lassen Sie es aufladen.`,
    charged: 'Berechnet wird, sobald eine Datei bewertet ist; was fehlschlägt, kostet nichts.',
    nobody: 'Aufnahmen ohne Namen stehen unter „Aufnahmen“ und gehören zu niemandem.',
    confirm: (number: number, cost: number) =>
      cost === 0 ? `${files(number)} hochladen` : `${files(number)} für ${credits(cost)} hochladen`,
    nothing: 'Wählen Sie mindestens eine Datei.',
  },
  faults: {
    unknown: 'Weder ein Lebenslauf noch eine Aufnahme. Speichern Sie den Lebenslauf als PDF oder DOCX.',
    empty: 'Die Datei ist leer.',
    tooLarge: 'Die Datei ist zu groß.',
    tooShort: 'Die Aufnahme ist zu kurz, um bewertet zu werden.',
    tooLong: 'Die Aufnahme ist zu lang.',
  },
  lists: {
    none: 'In den letzten Tagen wurde nichts hochgeladen.',
    forJob: (title: string) => `Für ${title}`,
    forPool: 'In den Pool',
    ofJob: (number: number) => `Hochgeladen: ${files(number)}`,
    untitledJob: 'Stelle ohne Titel',
    by: (author: string) => `von ${author}`,
    counts: (done: number, of: number) => `${formatted(done)} von ${formatted(of)} fertig`,
    failed: (number: number) => `Braucht Sie: ${files(number)}`,
    waiting: 'Wartet, bis die Datei dran ist',
    notSent:
      'Nicht gesendet: Die Seite wurde vorher verlassen. Wählen Sie die Datei noch einmal, um weiterzumachen.',
    chooseAgain: 'Wählen Sie die Datei noch einmal, um sie zu senden.',
    sending: (percent: number) => `Wird gesendet, ${percent} %`,
    progressOf: (fileName: string) => `Hochladen von ${fileName}`,
    sendOtherCv: 'Speichern Sie den Lebenslauf als PDF oder DOCX, und laden Sie diese Datei hoch.',
    sendOtherRecording: 'Laden Sie eine andere Aufnahme hoch.',
    again: 'Noch einmal versuchen',
    againLabel: (fileName: string) => `${fileName} noch einmal versuchen`,
    scored: 'Bewertet',
    read: 'Gelesen',
    clear: 'Von der Liste nehmen',
    clearHint: 'Was aus den Dateien entstanden ist, bleibt.',
    noName: 'Zur Person',
    noFileName: 'Dateiname nicht mehr gespeichert',
  },
};
