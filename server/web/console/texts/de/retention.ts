import type { Texts } from '../language.ts';
import type {
  retentionTexts as english,
  deletionTexts as englishDeletions,
  expiredTexts as englishExpired,
  retentionKindTexts as englishKinds,
} from '../retention.ts';
import { count, formatted } from './count.ts';

const runs = (number: number) => count(number, 'Lauf', 'Läufe');
const days = (number: number) => count(number, 'Tag', 'Tage');
const files = (number: number) => count(number, 'Datei', 'Dateien');

export const retentionKindTexts: Texts<typeof englishKinds> = {
  audio: {
    name: 'Aufnahmen',
    what: 'Hochgeladener Ton, der ausgeschnittene Ton der Person und die Kopien zum Anhören.',
  },
  transcripts: {
    name: 'Abschriften',
    what: 'Alles, was gesagt wurde, auch wo Bewertungen und Texte es zitieren. Bewertungen bleiben; eine andere Stimme lässt sich nicht mehr wählen.',
  },
  cvs: {
    name: 'Lebensläufe',
    what: 'Hochgeladene Dateien. Ergebnisse von Abgleichen bleiben, mit ihren Zitaten.',
  },
  results: {
    name: 'Ergebnisse',
    what: 'Bewertungen, Analysen, Texte und Profile aus Lebensläufen, und die Webhook-Nachrichten, die sie trugen.',
  },
  runs: {
    name: 'Ganze Läufe',
    what: 'Alles, was übrig ist: der Eintrag in Listen mit Ihrer Kennung, Schlagwörtern und Zusatzangaben. Die Buchungen bleiben.',
  },
};

export const retentionTexts: Texts<typeof english> = {
  title: 'Aufbewahrung',
  description:
    'Wie lange jede Art von Daten nach dem Ende eines Laufs gespeichert bleibt. Danach wird sie endgültig gelöscht.',
  rules: 'Was wie lange gespeichert bleibt',
  installationRules: 'Aufbewahrung',
  installationDescription:
    'Wie lange Daten nach dem Ende eines Laufs gespeichert bleiben, bei allen Mandanten ohne eigene Regel.',
  days,
  kept: 'Bis jemand sie löscht',
  ofClient: 'Regel dieses Mandanten',
  ofInstallation: 'Wie die Installation',
  change: 'Ändern',
  changeOf: (kind: string) => `Ändern, wie lange gespeichert bleibt: ${kind}`,
  askAdmin: 'Ein Admin dieses Mandanten kann diese Regeln ändern.',
  follow: (rule: string) => `Wie die Installation: ${rule}`,
  keep: 'Behalten, bis jemand sie löscht',
  limited: 'Nach einer Zahl von Tagen löschen',
  daysLabel: 'Tage nach dem Ende des Laufs',
  daysMissing: 'Eine ganze Zahl von Tagen, mindestens 1.',
  presets: 'Übliche Zeiten',
  looking: 'Es wird geprüft, was das löschen würde …',
  deletesNothing: 'So alt ist noch nichts: Die nächste Runde löscht nichts.',
  deletes: (number: number) =>
    `Die nächste Runde, innerhalb einer Stunde, löscht dies von ${count(number, 'Lauf', 'Läufen')}.`,
  deletesHint: 'Das lässt sich nicht rückgängig machen.',
  oldest: 'Der älteste endete am',
  save: 'Speichern',
  saveAndDelete: 'Speichern und löschen',
  saved: 'Die Regel ist gespeichert',
  enforcement: 'Die regelmäßige Runde',
  enforcementDescription: 'Sie läuft einmal je Stunde in einem Prozess dieser Installation.',
  last: 'Zuletzt beendet',
  next: 'Nächste Runde',
  neverYet: 'Noch nicht',
  soon: 'Jetzt',
  deletedNothing: 'Nichts war fällig',
  deletedFrom: (name: string, number: number) => `${name}: ${runs(number)}`,
  lastDeleted: 'In der letzten Runde gelöscht',
  broken: 'Die letzte Runde wurde nicht fertig',
};

export const expiredTexts: Texts<typeof englishExpired> = {
  audio: 'Die Aufnahme wurde gelöscht',
  transcripts: 'Die Abschrift wurde gelöscht',
  cvs: 'Der Lebenslauf wurde gelöscht',
  results: 'Die Ergebnisse wurden gelöscht',
  runs: 'Der Lauf wurde gelöscht',
  because: (number: number) => `nach der Aufbewahrungsfrist von ${count(number, 'Tag', 'Tagen')}.`,
  on: 'am',
};

export const deletionTexts: Texts<typeof englishDeletions> = {
  title: 'Löschungen',
  description:
    'Löschen Sie einen Lauf oder alles zu einer Person endgültig. Am Ende jeder Löschung steht eine Bescheinigung, was wann und von wem gelöscht wurde.',
  new: 'Daten löschen',
  deleteRun: 'Diesen Lauf löschen',
  dialogTitle: 'Daten endgültig löschen',
  what: 'Was gelöscht werden soll',
  kinds: { externalId: 'Eine Person', run: 'Ein Lauf', metadata: 'Nach Zusatzangaben' },
  kindNames: {
    externalId: 'Ihre Kennung der Person',
    run: 'Lauf',
    metadata: 'Zusatzangaben',
    candidate: 'Person',
  },
  candidateHint:
    'Alles zu dieser Person: Lebensläufe, Aufnahmen, Interviews, Einträge der Lebenslaufsuche, Notizen und Entscheidungen.',
  foundRecordRows: (number: number) =>
    count(number, 'Zeile zu der Person selbst', 'Zeilen zu der Person selbst'),
  externalId: 'Ihre Kennung der Person',
  externalIdHint: 'Jeder Lauf, der mit genau dieser Kennung gesendet wurde, auch Ausprobiertes.',
  runId: 'Kennung des Laufs',
  runIdHint: 'Einer Aufnahme, eines Abgleichs oder eines Interviews.',
  key: 'Zusatzangabe: Name',
  value: 'Zusatzangabe: Wert',
  metadataHint:
    'Abgleiche haben keine Kennung der Person: Viele Kunden schreiben ihre in die Zusatzangaben. Nach Namen: Öffnen Sie die Person, und löschen Sie dort.',
  note: 'Vermerk',
  noteHint:
    'Freiwillig; steht auf der Bescheinigung. Zum Beispiel das Aktenzeichen, nie der Name der Person.',
  look: 'Ansehen, was gelöscht würde',
  missing: 'Bitte ausfüllen.',
  found: runs,
  foundFiles: (number: number, size: string) => `${files(number)}, ${size}`,
  foundWebhooks: (number: number) => count(number, 'Webhook-Nachricht', 'Webhook-Nachrichten'),
  foundCandidates: (number: number) =>
    count(number, 'Person der Lebenslaufsuche', 'Personen der Lebenslaufsuche'),
  alsoGone:
    'Mit gelöscht werden: Abschriften, Ergebnisse, frühere Fassungen, Schlagwörter, Zusatzangaben und gespeicherte Antworten auf wiederholte Anfragen.',
  underWay: (number: number) =>
    `${runs(number)} davon ${number === 1 ? 'ist' : 'sind'} noch in Arbeit und ${number === 1 ? 'wird' : 'werden'} am Ende gelöscht.`,
  runsFound: 'Läufe, die gelöscht werden',
  more: (number: number) => `und ${count(number, 'weiterer Lauf', 'weitere Läufe')}`,
  nothing: 'Dazu ist nichts gespeichert, oder alles wird schon gelöscht.',
  back: 'Zurück',
  delete: (number: number) => (number === 0 ? 'Löschen' : `${runs(number)} löschen`),
  confirmWord: 'LÖSCHEN',
  cannotUndo: 'Das lässt sich nicht rückgängig machen. Credits werden nicht erstattet.',
  list: 'Bisherige Löschungen',
  empty: 'Noch wurde nichts auf Wunsch gelöscht',
  emptyHint:
    'Wenn jemand Sie bittet, seine Daten zu löschen, beginnen Sie hier. Die Bescheinigungen bleiben in dieser Liste.',
  find: 'Nach Ihrer Kennung suchen',
  findHint:
    'Gespeichert ist von der Kennung nur ein Fingerabdruck; geben Sie die Kennung ein, um den Eintrag zu finden.',
  notFound: 'Zu dieser Kennung gibt es keine Löschung',
  columns: {
    what: 'Was',
    runs: 'Läufe',
    by: 'Von',
    when: 'Verlangt',
    state: 'Stand',
    note: 'Vermerk',
  },
  progress: (done: number, all: number) => `${formatted(done)} von ${count(all, 'Lauf', 'Läufen')}`,
  open: 'In Arbeit',
  atMachines: 'Entfernt, wartet auf Maschinen',
  done: 'Fertig',
  fingerprint: (text: string) => `${text.slice(0, 17)}…`,
  pageTitle: 'Löschung',
  back2: 'Löschungen',
  waiting: 'Die Löschung ist in Arbeit. Ihre Bescheinigung erscheint hier, sobald alles gelöscht ist.',
  waitingMachines: (hosts: readonly string[]) =>
    `Aus der Datenbank und den gespeicherten Dateien entfernt. ${count(hosts.length, 'Maschine muss', 'Maschinen müssen')} noch Zwischendateien entfernen: ${hosts.join(', ')}. Eine Maschine, die einen Tag lang nicht zu sehen war, wird stattdessen in der Bescheinigung genannt.`,
  waitingRuns: 'Läufe, die noch in Arbeit sind, werden gelöscht, sobald sie enden.',
  certificate: 'Bescheinigung der Löschung',
  download: 'Herunterladen',
  print: 'Drucken',
  statement: (number: number, fileCount: number, rows: number, size: string) =>
    `Gelöscht: ${runs(number)}, ${files(fileCount)} (${size}) und ${count(rows, 'Zeile', 'Zeilen')} der Datenbank. Eine Prüfung danach hat davon nichts gefunden.`,
  candidates: (number: number) =>
    `${count(number, 'Person wurde', 'Personen wurden')} aus der Lebenslaufsuche genommen.`,
  recordRows: (number: number) =>
    `${count(number, 'Zeile', 'Zeilen')} zu der Person selbst, mit Notizen und Entscheidungen, ${number === 1 ? 'wurde' : 'wurden'} gelöscht.`,
  facts: {
    client: 'Mandant',
    subject: 'Gelöscht',
    requestedBy: 'Verlangt von',
    requestedAt: 'Verlangt',
    completedAt: 'Beendet',
    note: 'Vermerk',
    id: 'Nummer',
    sha256: 'SHA-256 der Bescheinigung',
    freed: 'Freier Speicherplatz',
  },
  freed: {
    overwritten: 'In den Dateien der Datenbank überschrieben',
    'given back to the database': 'An PostgreSQL zurückgegeben, das ihn wieder benutzt',
  },
  hashHint: 'Im Protokoll steht derselbe Wert; eine heruntergeladene Bescheinigung lässt sich damit prüfen.',
  subjectSha: (name: string) => name.replace('sha256:', 'SHA-256 '),
  runsTitle: 'Was zu jedem Lauf da war',
  run: 'Lauf',
  kind: 'Art',
  deletedBefore: 'Vorher gelöscht',
  submitted: 'Eingegangen',
  files: 'Dateien',
  rows: 'Zeilen',
  fileOf: (name: string, size: string) => `${name} (${size})`,
  hashes: 'SHA-256 der gelöschten Dateien und Ergebnisse',
  result: 'Ergebnis',
  keptTitle: 'Was bleibt',
  notCoveredTitle: 'Was davon nicht erfasst ist',
};
