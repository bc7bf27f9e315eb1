import type { Texts } from '../language.ts';
import type { overviewTexts as english, failureNames as englishFailures } from '../overview.ts';
import { statusLabels } from './common.ts';

export const overviewTexts: Texts<typeof english> = {
  title: 'Übersicht',
  description:
    'Was Ihre Programme gesendet haben, und die letzten 14 Tage. Die Seite hält sich selbst aktuell.',
  docs: 'Beschreibung der Schnittstelle',
  keys: 'API-Schlüssel',
  allKeys: 'Alle Schlüssel',
  installationDescription:
    'Diese Maschine, und was alle Mandanten zusammen in den letzten 14 Tagen getan haben.',
  submitted: (days: number) => `Läufe in ${days} Tagen`,
  today: 'Läufe heute',
  todayNote: (done: string, failed: string) => `${done} fertig, ${failed} fehlgeschlagen`,
  queue: 'In Arbeit',
  queueNote: (waiting: string, slots: number) => `${waiting} warten · bis zu ${slots} einer Art zugleich`,
  queueAllNote: (waiting: string) => `${waiting} warten`,
  waitingSince: 'Wartet seit',
  successRate: 'Erfolgsquote',
  successNote: (ended: string) => `von ${ended} in 14 Tagen`,
  noneEnded: 'in 14 Tagen endete kein Lauf',
  median: 'Mittlere Dauer',
  medianNote: (cvs: string) => `je Aufnahme; Lebenslauf: ${cvs}`,
  noMedian: 'noch keine Läufe',
  credits: 'Verfügbare Credits',
  creditsNote: (used: string) => `${used} in 14 Tagen verbraucht`,
  creditsHeld: (held: string) => `${held} zurückgelegt`,
  health: 'Maschine',
  healthy: 'Bereit',
  notHealthy: 'Braucht Aufmerksamkeit',
  healthNote: (worker: string, recogniser: string) => `Worker ${worker}, Spracherkennung ${recogniser}`,
  checkWords: {
    healthy: 'bereit',
    configured: 'bereit',
    unhealthy: 'funktioniert nicht',
    unreachable: 'antwortet nicht',
    not_configured: 'nicht eingerichtet',
  },
  workers: 'Worker',
  workersNote: (alive: number) => `bereit, von ${alive} laufenden`,
  perDay: 'Läufe je Tag',
  perDayNone: 'In den letzten 14 Tagen gab es keine Läufe.',
  chartSummary: (total: string, failed: string) =>
    `Läufe in 14 Tagen: ${total}, davon fehlgeschlagen: ${failed}.`,
  series: {
    success: statusLabels.success,
    partial: statusLabels.partial,
    failed: statusLabels.failed,
    open: 'In Arbeit',
  },
  failures: 'Warum Läufe fehlschlugen',
  failuresNone: 'In den letzten 14 Tagen schlug kein Lauf fehl.',
  showFailed: 'Fehlgeschlagene zeigen',
  recent: 'Neueste Läufe',
  showRuns: 'Alle Läufe',
  recentEmpty: 'Noch keine Läufe',
  recentEmptyText: 'Sie erscheinen hier, sobald sie gesendet sind.',
  run: 'Lauf',
  type: 'Art',
  state: 'Stand',
  result: 'Ergebnis',
  when: 'Eingegangen',
  busiest: 'Mandanten',
  allClients: 'Alle Mandanten',
  notices: {
    disabled: 'Dieser Mandant ist deaktiviert',
    disabledText:
      'Seine Schlüssel werden abgelehnt. Ein Inhaber dieser Installation kann ihn wieder aktivieren.',
    noCredits: 'Kein Guthaben mehr',
    noCreditsText: 'Neues wird abgelehnt, bis Guthaben aufgeladen ist.',
    fewCredits: (days: number) =>
      days < 1
        ? 'Guthaben für weniger als einen Tag'
        : days < 2
          ? 'Guthaben für noch einen Tag'
          : `Guthaben für noch ${days} Tage`,
    fewCreditsText: 'Nach dem Verbrauch der letzten 14 Tage.',
    toCredits: 'Zu den Buchungen',
  },
};

export const failureNames: Texts<typeof englishFailures> = {
  TRANSCRIPTION_FAILED: 'Nichts oder zu wenig war zu verstehen',
  TRANSCRIPTION_LOW_CONFIDENCE: 'Die Aufnahme ist vielleicht in einer anderen Sprache',
  SCORING_FAILED: 'Die Bewertung ist fehlgeschlagen',
  VOCAB_MODEL_TIMEOUT: 'Der Wortschatz dauerte zu lang',
  FLUENCY_MODEL_TIMEOUT: 'Der Sprechfluss dauerte zu lang',
  ACCENT_SCORE_UNAVAILABLE: 'Zu wenig Gesprochenes, um die Aussprache zu beurteilen',
  SERVICE_CONFIGURATION_ERROR: 'Kein installiertes Modell kennt die Sprache',
  STUCK_TIMEOUT: 'Die Verarbeitung blieb stecken',
  CV_UNREADABLE: 'Der Lebenslauf lässt sich nicht lesen',
  CV_TEXT_MISSING: 'Der Lebenslauf enthält keinen Text',
  INTERNAL_ERROR: 'Interner Fehler',
};
