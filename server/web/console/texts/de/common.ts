import type {
  common as english,
  statusLabels as englishLabels,
  cefrMeaning as englishMeaning,
  runTypeNames as englishTypes,
} from '../common.ts';
import type { Texts } from '../language.ts';
import { formatted } from './count.ts';

export const common: Texts<typeof english> = {
  product: 'Assay',
  loading: 'Wird geladen',
  loadMore: 'Mehr laden',
  tryAgain: 'Noch einmal versuchen',
  cancel: 'Abbrechen',
  close: 'Schließen',
  save: 'Speichern',
  copy: 'Kopieren',
  copied: 'Kopiert',
  actions: 'Aktionen',
  actionsFor: (what: string) => `Aktionen für ${what}`,
  never: 'Nie',
  somethingWrong: 'Das hat nicht geklappt',
  sortBy: (column: string) => `Nach ${column} sortieren`,
  rowsShown: (from: number, to: number, total: number) =>
    `${formatted(from)}–${formatted(to)} von ${formatted(total)}`,
  rowsLoaded: (loaded: number, total: number) => `${formatted(loaded)} von ${formatted(total)}`,
  page: (number: number) => `Seite ${number}`,
  pageControls: {
    first: 'Erste Seite',
    previous: 'Vorige Seite',
    next: 'Nächste Seite',
    last: 'Letzte Seite',
  },
  typeToConfirm: (text: string) => `Geben Sie zur Bestätigung „${text}“ ein`,
  secretOnce: 'Kopieren Sie es jetzt. Es kann nicht noch einmal angezeigt werden.',
  secretStored: 'Ich habe es sicher aufbewahrt',
  done: 'Fertig',
  utc: (text: string) => `${text} UTC`,
  clearFilters: 'Filter zurücksetzen',
  justNow: 'gerade eben',
  faults: {
    noAnswer: 'Der Server hat nicht geantwortet. Bitte versuchen Sie es noch einmal.',
    answered: (status: number) => `Der Server hat mit ${status} geantwortet.`,
    uploadLost: 'Die Verbindung ist beim Hochladen abgerissen.',
  },
};

export const cefrMeaning: Texts<typeof englishMeaning> = {
  A1: 'Anfänger',
  A2: 'Grundlagen',
  B1: 'Mittelstufe',
  B2: 'Gute Mittelstufe',
  C1: 'Fortgeschritten',
  C2: 'Annähernd muttersprachlich',
};

export const statusLabels: Texts<typeof englishLabels> = {
  queued: 'Wartet',
  processing: 'In Arbeit',
  success: 'Fertig',
  finished: 'Fertig',
  done: 'Fertig',
  partial: 'Teilweise fertig',
  failed: 'Fehlgeschlagen',
  active: 'Aktiv',
  valid: 'Gültig',
  inactive: 'Inaktiv',
  disabled: 'Deaktiviert',
  archived: 'Archiviert',
  revoked: 'Widerrufen',
  expired: 'Abgelaufen',
  expiring: 'Läuft bald ab',
  pending: 'Ausstehend',
  delivered: 'Zugestellt',
  retrying: 'Neuer Versuch',
  healthy: 'In Ordnung',
  degraded: 'Eingeschränkt',
  down: 'Ausgefallen',
  missing: 'Fehlt',
  ready: 'Bereit',
};

export const runTypeNames: Texts<typeof englishTypes> = {
  speech: 'Sprachanalyse',
  cv_deepmatch: 'Abgleich',
  cv_deepsearch: 'Lebenslaufsuche',
  interview: 'Interview',
};
