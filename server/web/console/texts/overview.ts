import { statusLabels } from './common.ts';
import { inLanguage } from './language.ts';

/** Words of the overviews: of one client, and of the installation. */
export const overviewTexts = inLanguage('overviewTexts', {
  title: 'Overview',
  description: 'What your programs sent, and the last 14 days. The page keeps itself up to date.',
  docs: 'Interface description',
  keys: 'API keys',
  allKeys: 'All keys',
  submitted: (days: number) => `Runs in ${days} days`,
  installationDescription: 'This machine, and what all clients together did in the last 14 days.',
  today: 'Runs today',
  todayNote: (done: string, failed: string) => `${done} done, ${failed} failed`,
  queue: 'In progress',
  queueNote: (waiting: string, slots: number) => `${waiting} waiting · up to ${slots} of a kind at once`,
  queueAllNote: (waiting: string) => `${waiting} waiting`,
  waitingSince: 'Waiting since',
  successRate: 'Success rate',
  successNote: (ended: string) => `of ${ended} in 14 days`,
  noneEnded: 'no run ended in 14 days',
  median: 'Median time',
  medianNote: (cvs: string) => `per recording; CV: ${cvs}`,
  noMedian: 'no runs yet',
  credits: 'Credits available',
  creditsNote: (used: string) => `${used} used in 14 days`,
  creditsHeld: (held: string) => `${held} held`,
  health: 'Machine',
  healthy: 'Ready',
  notHealthy: 'Needs attention',
  healthNote: (worker: string, recogniser: string) => `worker ${worker}, recogniser ${recogniser}`,
  checkWords: {
    healthy: 'ready',
    configured: 'ready',
    unhealthy: 'not working',
    unreachable: 'not answering',
    not_configured: 'not set up',
  } as Readonly<Record<string, string>>,
  workers: 'Workers',
  workersNote: (alive: number) => `ready, of ${alive} running`,
  perDay: 'Runs per day',
  perDayNone: 'No runs in the last 14 days.',
  chartSummary: (total: string, failed: string) => `${total} runs in 14 days, ${failed} of them failed.`,
  series: {
    success: statusLabels.success,
    partial: statusLabels.partial,
    failed: statusLabels.failed,
    open: 'Under way',
  },
  failures: 'Why runs failed',
  failuresNone: 'No run failed in the last 14 days.',
  showFailed: 'Show failed runs',
  recent: 'Newest runs',
  showRuns: 'All runs',
  recentEmpty: 'No runs yet',
  recentEmptyText: 'They appear here as soon as they are submitted.',
  run: 'Run',
  type: 'Kind',
  state: 'State',
  result: 'Result',
  when: 'Submitted',
  busiest: 'Clients',
  allClients: 'All clients',
  notices: {
    disabled: 'This client is disabled',
    disabledText: 'Its keys are refused. An owner of this installation can enable it again.',
    noCredits: 'No credits left',
    noCreditsText: 'New runs are refused until credits are added.',
    fewCredits: (days: number) =>
      days < 1
        ? 'Credits for less than a day'
        : days < 2
          ? 'Credits for one more day'
          : `Credits for ${days} more days`,
    fewCreditsText: 'Based on use in the last 14 days.',
    toCredits: 'See the ledger',
  },
});

/** Why a run failed, in a few words, by its code. */
export const failureNames: Readonly<Record<string, string>> = inLanguage('failureNames', {
  TRANSCRIPTION_FAILED: 'Nothing, or not enough, could be understood',
  TRANSCRIPTION_LOW_CONFIDENCE: 'The recording may be in another language',
  SCORING_FAILED: 'Scoring did not work',
  VOCAB_MODEL_TIMEOUT: 'Vocabulary took too long',
  FLUENCY_MODEL_TIMEOUT: 'Fluency took too long',
  ACCENT_SCORE_UNAVAILABLE: 'Too little speech to judge the accent',
  SERVICE_CONFIGURATION_ERROR: 'No installed model knows the language',
  STUCK_TIMEOUT: 'Processing got stuck',
  CV_UNREADABLE: 'The CV cannot be read',
  CV_TEXT_MISSING: 'The CV has no text',
  INTERNAL_ERROR: 'Internal error',
});
