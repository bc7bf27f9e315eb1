import type {
  healthTexts as englishHealth,
  modelsTexts as englishModels,
  settingsTexts as englishSettings,
  systemTexts as englishSystem,
} from '../installation.ts';
import type { Texts } from '../language.ts';
import { count } from './count.ts';

export const healthTexts: Texts<typeof englishHealth> = {
  title: 'Zustand',
  description: 'Was Assay für seine Arbeit braucht, und ob es da ist. Alle paar Sekunden neu geprüft.',
  allWell: 'Alles, was Assay braucht, funktioniert.',
  notWell: 'Etwas braucht Ihre Aufmerksamkeit.',
  checked: 'Geprüft',
  checks: 'Prüfungen',
  check: 'Prüfung',
  state: 'Stand',
  latency: 'Antwort nach',
  names: {
    database: 'Datenbank',
    storage: 'Speicher der Aufnahmen',
    worker: 'Worker',
    recogniser: 'Spracherkennung',
    ffmpeg: 'ffmpeg, das Aufnahmen liest',
    cv_reader: 'Leser von Lebensläufen',
    sandbox: 'Abschottung der Programme, die Hochgeladenes lesen',
    language_model: 'Sprachmodell',
    text_to_speech: 'Stimme der Interviews',
    backup: 'Sicherungen',
  },
  advice: {
    database:
      'Läufe können weder angenommen noch gelesen werden. Prüfen Sie die Festplatte und die Protokolle des Servers.',
    storage:
      'Aufnahmen lassen sich nicht speichern. Prüfen Sie Platz und Rechte des Datenordners, oder den Bucket: „System“ und „assay doctor“ sagen, was daran falsch ist.',
    worker:
      'Läufe warten, bis ein Worker da ist. „assay serve“ startet einen; seine Protokolle sagen, warum er aufgehört hat.',
    recogniser: 'Aufnahmen werden abgelehnt oder lassen sich nicht hören. „assay doctor“ sagt, was fehlt.',
    ffmpeg: 'Installieren Sie es: sudo apt-get install ffmpeg',
    sandbox:
      'Diese Maschine schottet die Programme nicht ab, die Hochgeladenes lesen. „System“ sagt, wovon sie nicht ferngehalten werden, und was zu tun ist.',
    backup: 'Die neueste ist älter, als sie sein sollte. „Sicherungen“ sagt, warum.',
    language_model:
      'Abgleiche werden ohne seine Zusammenfassung fertig. Prüfen Sie LANGUAGE_MODEL_URL und den Schlüssel dazu.',
  },
  states: {
    healthy: 'Funktioniert',
    configured: 'Eingerichtet',
    unhealthy: 'Funktioniert nicht',
    unreachable: 'Antwortet nicht',
    not_configured: 'Nicht eingerichtet',
  },
  sandboxGaps: 'Hat Lücken',
  workers: 'Worker',
  workersText: 'Sie verarbeiten die Läufe. Mehrere können sich die Arbeit teilen; jeder meldet sich laufend.',
  noWorkers: 'Kein Worker läuft',
  noWorkersText:
    'Läufe werden angenommen und warten. Starten Sie einen mit „assay serve“, oder prüfen Sie die Protokolle.',
  worker: 'Worker',
  process: (host: string, pid: number) => `${host}, Prozess ${pid}`,
  workerStates: { ready: 'Bereit', loading: 'Lädt Modelle', gone: 'Meldet sich nicht' },
  lastReport: 'Letzte Meldung',
  recognisers: 'Spracherkennungen',
  languages: (number: number) => count(number, 'Sprache', 'Sprachen'),
  works: 'funktioniert',
  fails: 'funktioniert nicht',
};

export const modelsTexts: Texts<typeof englishModels> = {
  title: 'Modelle',
  description: 'Was Sprache erkennt, Wörter zuordnet und bewertet, mit Lizenzen und Prüfsummen.',
  loaded: 'Jetzt in Gebrauch',
  loadedText: 'Was die laufenden Worker geladen haben, um Sprache zu erkennen.',
  loadedNone: 'Noch hat sich kein Worker bereit gemeldet.',
  covered: (known: number, all: number) => `${known} von ${all} Sprachen der API`,
  installed: 'Installiert',
  installedText: 'Auf dieser Maschine hinzugefügt.',
  installedNone: 'Noch keine',
  installedNoneText: 'Was auf dieser Maschine geholt oder übernommen wird, steht hier.',
  shipped: 'Mit der Installation gekommen',
  shippedText:
    'Spracherkennungen, die beim Einrichten dieser Maschine geholt wurden oder in ihrem Abbild liegen. Sie lassen sich nicht entfernen.',
  bundled: 'Gehört zu Assay',
  bundledText: 'Bei jedem Start mit diesen Prüfsummen verglichen.',
  available: 'Ließe sich installieren',
  availableText:
    'Auf einer Maschine mit Internet wird ein Modell geholt. Ohne Internet wird es anderswo gepackt und hier übernommen.',
  model: 'Modell',
  size: 'Größe',
  about: (size: string) => `etwa ${size}`,
  licence: 'Lizenz',
  languages: 'Sprachen',
  allLanguages: (number: number) => `Alle ${number}`,
  anyLanguage: '–',
  hash: 'SHA-256',
  hashes: (number: number) => count(number, 'Datei', 'Dateien'),
  copyHash: (file: string) => `SHA-256 von ${file} kopieren`,
  needs: 'Maschine',
  needsText: (cores: number, memoryGb: number) => `ab ${cores} Kernen, ab ${memoryGb} GB`,
  inUse: 'In Gebrauch',
  chosen: 'Gewählt',
  damaged: 'Beschädigt',
  recommended: 'Empfohlen',
  command: 'Installieren',
  copyCommand: 'Befehl kopieren',
  pull: (id: string) => `assay models pull ${id} --use`,
  bundle: (id: string) => `assay models bundle ${id}`,
  importIt: 'assay models import FILE',
  offlineNote:
    'Diese Installation soll ohne Internet bleiben (ASSAY_OFFLINE=1): Übernehmen Sie Gepacktes, statt Modelle zu holen.',
  folder: 'Ordner der installierten Modelle',
  howTo: 'Ohne Internet auf dieser Maschine',
  howToSteps: (bundle: string, importIt: string) =>
    `Führen Sie „${bundle}“ auf einer Maschine mit Internet aus, bringen Sie die Datei hierher, führen Sie „${importIt}“ aus, und starten Sie Assay neu.`,
};

export const systemTexts: Texts<typeof englishSystem> = {
  title: 'System',
  description:
    'Die Maschine, auf der Assay läuft, wie viel davon Assay braucht, und welche Versionen installiert sind.',
  disk: 'Festplatte',
  diskText: (free: string, total: string) => `${free} frei von ${total}`,
  diskFolder: 'Datenordner',
  diskUsed: 'Andere Dateien',
  diskFree: 'Frei',
  bucket: 'Objektspeicher',
  bucketText: (place: string, size: string | null) =>
    size === null
      ? `Aufnahmen und Ergebnisse liegen in ${place}.`
      : `Aufnahmen und Ergebnisse liegen in ${place}: ${size}.`,
  diskLow: 'Es ist wenig Platz übrig. Ist die Festplatte voll, lassen sich Aufnahmen nicht speichern.',
  parts: {
    database: 'Datenbank',
    recordings: 'Aufnahmen und Ergebnisse',
    models: 'Modelle',
    work: 'In Arbeit',
  },
  atLeast: (size: string) => `über ${size}`,
  memory: 'Arbeitsspeicher',
  memoryText: (free: string, total: string) => `${free} frei von ${total}`,
  memoryLimit: (limit: string) => `Dieser Container darf ${limit} benutzen.`,
  memoryApi: (size: string) => `Der Prozess, der diese Seite liefert, benutzt ${size}.`,
  cpu: 'Prozessor',
  cores: (number: number) => count(number, 'Kern', 'Kerne'),
  load: 'Last (1, 5, 15 min)',
  versions: 'Versionen',
  assay: 'Assay',
  node: 'Node',
  platform: 'System',
  database: 'Datenbank',
  since: 'Läuft seit',
  programs: 'Programme',
  programsText: 'Was Assay für seine Arbeit startet. „assay doctor“ prüft dasselbe im Terminal.',
  program: 'Programm',
  state: 'Stand',
  detail: 'Gefunden',
  advice: 'Was zu tun ist',
  states: { ok: 'Gefunden', warning: 'Fehlt, nicht nötig', missing: 'Fehlt' },
};

export const settingsTexts: Texts<typeof englishSettings> = {
  title: 'Einstellungen',
  description: 'Einstellungen der ganzen Installation.',
  prices: 'Preise',
  pricesText:
    'In Credits, für alle Mandanten ohne eigene Preise. Was in Arbeit ist, behält den Preis, mit dem es begann.',
  priceDefault: (credits: number) => `Leer gelassen: ${credits}`,
  clientsWithOwn: (number: number) =>
    number === 0
      ? 'Kein Mandant hat eigene Preise.'
      : number === 1
        ? 'Ein Mandant hat eigene Preise und ist nicht betroffen.'
        : `${number} Mandanten haben eigene Preise und sind nicht betroffen.`,
  saved: 'Preise gespeichert',
};
