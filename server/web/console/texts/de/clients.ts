import type {
  clientTexts as englishClient,
  clientsTexts as englishClients,
  creditsTexts as englishCredits,
  moduleHints as englishHints,
  moduleNames as englishModules,
  priceNames as englishPrices,
  projectsTexts as englishProjects,
} from '../clients.ts';
import type { Texts } from '../language.ts';

export const moduleNames: Texts<typeof englishModules> = {
  speech: 'Sprache',
  interview: 'Interviews',
  cvdeepmatch: 'Lebenslauf-Abgleich',
  cvdeepsearch: 'Lebenslaufsuche',
};

export const moduleHints: Texts<typeof englishHints> = {
  speech: 'Aufnahmen von Interviews werden bewertet.',
  interview: 'Kandidaten sprechen mit einem Ihrer Interviewer.',
  cvdeepmatch: 'Lebensläufe werden an den Anforderungen einer Stelle gemessen.',
  cvdeepsearch: 'Kandidaten werden in einem Pool von Lebensläufen gefunden.',
};

export const priceNames: Texts<typeof englishPrices> = {
  speechPerStartedMinute: 'Sprache, je angefangene Minute',
  cvMatch: 'Abgleich',
  cvSearch: 'Lebenslaufsuche',
  interviewPerStartedMinute: 'Interview, je angefangene Minute',
};

export const clientsTexts: Texts<typeof englishClients> = {
  title: 'Mandanten',
  description:
    'Jeder Mandant hat eigene Benutzer, Schlüssel, Läufe und eigenes Guthaben, und sieht nichts von den anderen.',
  create: 'Neuer Mandant',
  createDo: 'Mandant anlegen',
  empty: 'Noch kein Mandant',
  emptyText:
    'Ein Mandant ist ein Kunde, eine Firma oder eine Abteilung, die Assay benutzt. Legen Sie den ersten an, um Schlüssel zu bekommen.',
  name: 'Name',
  namePlaceholder: 'Muster Personal GmbH',
  nameMissing: 'Geben Sie einen Namen an.',
  state: 'Stand',
  credits: 'Guthaben',
  modules: 'Module',
  today: 'Läufe heute',
  queue: 'In Arbeit',
  queueOf: (queued: number, processing: number) => `${processing} in Arbeit, ${queued} warten`,
  idle: 'Nichts zu tun',
  lastRun: 'Letzter Lauf',
  created: 'Angelegt',
  openingCredits: 'Anfangsguthaben',
  openingCreditsHint:
    'Ein Credit bezahlt eine angefangene Minute Ton, solange Sie keine anderen Preise festlegen.',
  noModule: 'Wählen Sie mindestens ein Modul.',
  multilingual: 'Andere Sprachen als Englisch',
  multilingualHint: 'Aus: Einsendungen in einer anderen Sprache werden abgelehnt.',
  multilingualShort: 'Auch andere Sprachen',
  searchLabel: 'Mandant suchen',
  nothingFound: 'Kein Mandant heißt so.',
  made: (name: string) =>
    `„${name}“ ist angelegt. Als Nächstes: Benutzer einladen oder einen Schlüssel anlegen.`,
};

export const clientTexts: Texts<typeof englishClient> = {
  title: 'Einstellungen',
  description: 'Was dieser Mandant darf, wie schnell, und was er zahlt. Nur Inhaber sehen diese Seite.',
  saved: 'Gespeichert',
  general: 'Name',
  generalHint: 'Wie seine Benutzer ihn sehen.',
  id: 'Kennung des Mandanten',
  copyId: 'Kennung des Mandanten kopieren',
  modules: 'Module',
  modulesHint: 'Was alle seine Schlüssel benutzen dürfen. Eine Änderung gilt ab der nächsten Anfrage.',
  results: 'Ergebnisse',
  resultsHint: 'Für Aufnahmen, die von jetzt an gesendet werden.',
  accentUse: 'Aussprache',
  accentUseHint:
    'Sie sagt, wie leicht Laute, Betonung und Rhythmus zu verstehen sind, und woher jemand kommt, spielt mit hinein. Sie ist kein Kriterium, es sei denn, die Stelle braucht sie.',
  accentUses: {
    counted: { label: 'Zählt mit', hint: 'Eine der drei Bewertungen, deren Mittel die Gesamtbewertung ist.' },
    shown: {
      label: 'Daneben gezeigt',
      hint: 'Bewertet und gezeigt; die Gesamtbewertung besteht aus Wortschatz und Sprechfluss.',
    },
    hidden: {
      label: 'Verborgen',
      hint: 'Nirgends gespeichert und gezeigt; die Gesamtbewertung besteht aus Wortschatz und Sprechfluss.',
    },
  },
  limits: 'Grenzen',
  limitsHint: 'Wie viel von dieser Maschine der Mandant benutzen darf.',
  maxRuns: 'Läufe einer Art zugleich',
  maxRunsHint: 'Weitere warten in der Warteschlange.',
  rate: 'Anfragen je Minute, alle Schlüssel zusammen',
  rateHint: 'Jeder Schlüssel hat auch seine eigene Grenze. Leer: keine weitere.',
  rateNone: 'Keine Grenze',
  keyDays: 'Längste Dauer eines API-Schlüssels, in Tagen',
  keyDaysHint:
    'Für die Benutzer des Mandanten: Länger können sie keinen anlegen oder verlängern. Leer: keine Grenze.',
  prices: 'Preise',
  pricesHint:
    'In Credits. Leer: der Preis der Installation. Was in Arbeit ist, behält den Preis, mit dem es begann.',
  priceInstallation: (credits: number) => `Installation: ${credits}`,
  danger: 'Diesen Mandanten deaktivieren',
  dangerText:
    'Alle seine Schlüssel werden sofort abgelehnt. Was in Arbeit ist, wird noch fertig; nichts wird gelöscht.',
  disabledText:
    'Seine Schlüssel werden abgelehnt. Seine Benutzer können sich weiter anmelden und Ergebnisse lesen.',
  disable: 'Mandant deaktivieren',
  disableTitle: (name: string) => `„${name}“ deaktivieren?`,
  disableBody:
    'Jede Anfrage mit einem seiner Schlüssel wird mit 401 CLIENT_INACTIVE beantwortet, bis Sie ihn wieder aktivieren.',
  enable: 'Mandant aktivieren',
};

export const projectsTexts: Texts<typeof englishProjects> = {
  title: 'Projekte',
  description:
    'Ein Projekt fasst zusammen, was mit seinen Schlüsseln entsteht: eines je Produkt, Abteilung oder Kampagne.',
  create: 'Neues Projekt',
  createDo: 'Projekt anlegen',
  empty: 'Noch kein Projekt',
  emptyText:
    'Legen Sie ein Projekt an, dann einen Schlüssel, der dazu gehört. Was mit ihm entsteht, wird dort eingeordnet.',
  emptyReader: 'Admins dieses Mandanten legen Projekte an; der Schlüssel ordnet ein.',
  name: 'Name',
  namePlaceholder: 'Traineeprogramm 2027',
  nameMissing: 'Geben Sie einen Namen an.',
  keys: 'Gültige Schlüssel',
  runs: 'Läufe',
  created: 'Angelegt',
  runsOf: (project: string) => `Läufe von ${project}`,
  rename: 'Umbenennen',
  renameTitle: 'Projekt umbenennen',
  archive: 'Archivieren',
  archiveTitle: (name: string) => `„${name}“ archivieren?`,
  archiveBody: (keys: number) =>
    keys === 0
      ? 'Neue Schlüssel sind dafür nicht mehr möglich. Seine Läufe bleiben, und Sie können es jederzeit wiederherstellen.'
      : `Neue Schlüssel sind dafür nicht mehr möglich. ${keys === 1 ? 'Sein gültiger Schlüssel gilt' : `Seine ${keys} gültigen Schlüssel gelten`} weiter; widerrufen Sie ${keys === 1 ? 'ihn' : 'sie'} auf der Seite der Schlüssel, wenn Sie das nicht wollen.`,
  restore: 'Wiederherstellen',
  copyId: 'Kennung des Projekts kopieren',
  id: 'Kennung des Projekts',
};

export const creditsTexts: Texts<typeof englishCredits> = {
  title: 'Guthaben',
  description: 'Was bezahlt wurde und wofür es verbraucht wurde. Was fehlschlägt, wird nie berechnet.',
  balance: 'Stand',
  available: 'Verfügbar',
  availableNote: 'für Neues',
  held: 'Zurückgelegt',
  heldNote: 'für das, was in Arbeit ist',
  used: 'Bisher verbraucht',
  usedNote: (speech: string, cv: string) => `Sprache ${speech}, Lebensläufe ${cv}`,
  topUp: 'Guthaben aufladen',
  topUpTitle: (name: string) => `Guthaben von „${name}“ aufladen`,
  amount: 'Credits',
  amountHint: (after: string) => `Neuer Stand: ${after}`,
  amountMissing: 'Eine ganze Zahl von Credits, mindestens 1.',
  reason: 'Grund',
  reasonHint: 'Steht in der Liste der Buchungen, wo der Mandant ihn sieht, und im Protokoll.',
  reasonPlaceholder: 'Rechnung 2026-117',
  reasonMissing: 'Geben Sie einen Grund an.',
  added: (amount: string) => `${amount} Credits aufgeladen`,
  ledger: 'Buchungen',
  filter: 'Buchungen',
  all: 'Alle',
  debits: 'Verbrauch',
  credits: 'Aufladungen',
  when: 'Wann',
  what: 'Wofür',
  change: 'Änderung',
  after: 'Stand danach',
  empty: 'Noch keine Buchungen',
  emptyText: 'Jeder Verbrauch und jede Aufladung steht dann hier.',
  emptyFilter: 'Eine solche Buchung gibt es nicht.',
  topUpName: 'Aufladung',
  askOwner: 'Guthaben laden die Inhaber dieser Installation auf.',
};
