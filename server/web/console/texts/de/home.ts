import type {
  homeTexts as english,
  machineTexts as englishMachine,
  firstStepsTexts as englishSteps,
} from '../home.ts';
import type { Texts } from '../language.ts';
import { count } from './count.ts';

export const homeTexts: Texts<typeof english> = {
  title: 'Start',
  description: 'Was eingegangen ist und auf eine Entscheidung wartet, und wohin neue Dateien kommen.',
  review: {
    title: 'Zu prüfen',
    description: 'Kandidaten, über die noch niemand entschieden hat, das Neueste zuerst.',
    all: 'Alle Kandidaten',
    empty: 'Niemand wartet auf eine Entscheidung',
    emptyText: 'Wer einen Lebenslauf sendet oder in einem Interview spricht, erscheint hier.',
  },
  jobs: {
    title: 'Offene Stellen',
    all: 'Alle Stellen',
    create: 'Neue Stelle',
    none: 'Keine Stelle ist offen.',
    matched: (number: number) =>
      number === 0 ? 'noch kein Lebenslauf' : count(number, 'Lebenslauf', 'Lebensläufe'),
    best: (score: string) => `am besten: ${score}`,
  },
};

export const firstStepsTexts: Texts<typeof englishSteps> = {
  title: 'Erste Schritte',
  done: 'erledigt',
  open: 'noch nicht erledigt',
  descriptions: {
    recruiting: 'Bis zur ersten Entscheidung über eine Person.',
    developers: 'Bis zur ersten Bewertung, und weiter zu denen Ihres eigenen Programms.',
    operator: 'Bis andere mit dieser Installation arbeiten können.',
  },
  steps: {
    job: {
      title: 'Stelle beschreiben',
      text: 'Sagen Sie, was die Stelle verlangt. Danach werden Lebensläufe geordnet, jedes Urteil mit einem Zitat.',
      link: 'Neue Stelle',
    },
    upload: {
      title: 'Lebensläufe und Aufnahmen hochladen',
      text: 'Legen Sie sie oben ab, viele auf einmal. Sie sehen, was es kostet, bevor etwas ausgegeben wird.',
      link: 'Zum Hochladen',
    },
    interview: {
      title: 'Zum Interview einladen',
      text: 'Ein Programm stellt Ihre Fragen und schreibt die Antworten auf. Sie können das überspringen.',
      link: 'Zu den Einladungen',
    },
    decide: {
      title: 'Über eine Person entscheiden',
      text: 'Öffnen Sie unten eine: Lebenslauf, Bewertungen und Antworten stehen auf einer Seite, daneben die Entscheidung.',
      link: 'Zu den Kandidaten',
    },
    recogniser: {
      title: 'Spracherkennung installieren',
      text: 'Ohne sie lässt sich nichts hören. Die Seite der Modelle sagt, welche, und wie.',
      link: 'Zu den Modellen',
    },
    credits: {
      title: 'Guthaben aufladen',
      text: 'Jede Aufnahme und jeder Lebenslauf kostet etwas; ohne Guthaben wird alles abgelehnt. Inhaber dieser Installation laden es auf.',
      link: 'Zum Guthaben',
    },
    recording: {
      title: 'Eine Aufnahme ausprobieren',
      text: 'Eine Bewertung in wenigen Minuten, ohne jedes Programm.',
      link: 'Zum Ausprobieren',
    },
    key: {
      title: 'API-Schlüssel anlegen',
      text: 'Ihr Programm sendet ihn mit jeder Anfrage. Er wird einmal gezeigt. Um zusammenzufassen, was es sendet, legen Sie zuerst ein Projekt an.',
      link: 'Zu den API-Schlüsseln',
    },
    program: {
      title: 'Aus Ihrem Programm eine Aufnahme senden',
      text: 'Ersetzen Sie Schlüssel und Datei, den Rest behalten Sie.',
      link: '',
    },
    client: {
      title: 'Mandanten anlegen',
      text: 'Eine Firma oder eine Abteilung, die für sich arbeitet: mit eigenen Benutzern, Kandidaten, Schlüsseln und eigenem Guthaben.',
      link: 'Zu den Mandanten',
    },
    people: {
      title: 'Jemanden aus dem Team einladen',
      text: 'Recruiter und Admins laden Sie auf der Seite der Mitglieder ein, weitere Inhaber hier.',
      link: 'Zu den Benutzern',
    },
    backup: {
      title: 'Sicherungen machen lassen',
      text: 'Was nur auf dieser Festplatte liegt, ist mit ihr verloren. Die Seite sagt, was einzustellen ist, und zeigt die erste Sicherung.',
      link: 'Zu den Sicherungen',
    },
  },
  runCommand: (origin: string) =>
    `curl ${origin}/api/v1/speech/analyze \\\n  -H "X-API-Key: IHR_SCHLÜSSEL" \\\n  -F audio=@interview.mp3`,
};

export const machineTexts: Texts<typeof englishMachine> = {
  title: 'Diese Maschine',
  storage: 'Speicherplatz',
  updates: 'Aktualisierung',
  healthy: 'Bereit',
  notHealthy: 'Braucht Aufmerksamkeit',
  checks: (well: number, all: number) => `${well} von ${all} Prüfungen bestanden`,
  languages: (number: number) => count(number, 'Sprache', 'Sprachen'),
  languagesNote: 'werden jetzt erkannt',
  noRecogniser: 'Keine Spracherkennung',
  noRecogniserNote: 'Aufnahmen lassen sich nicht hören',
  backups: { timely: 'Rechtzeitig', late: 'Verspätet', none: 'Noch keine', off: 'Aus' },
  lastBackup: 'die letzte',
  noBackup: 'keine Sicherung wurde gemacht',
  free: (size: string) => `${size} frei`,
  ofDisk: (size: string) => `von ${size}`,
  people: (number: number) => count(number, 'Benutzer', 'Benutzer'),
  openInvites: (number: number) => count(number, 'offene Einladung', 'offene Einladungen'),
  noInvites: 'keine offene Einladung',
  version: (version: string) => `Assay ${version}`,
  versionNote: 'So aktualisieren Sie: docs/upgrade.md',
};
