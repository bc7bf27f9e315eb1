/** Words of the pages about clients: the list, one client's settings, its projects, its credits. */

import type { ModulePermission } from '../../../modules/console/clients/contract.ts';
import { inLanguage } from './language.ts';

/** How modules are called, by their permission. */
export const moduleNames = inLanguage('moduleNames', {
  speech: 'Speech',
  interview: 'Interviews',
  cvdeepmatch: 'CV matching',
  cvdeepsearch: 'CV search',
});

export const modules = Object.keys(moduleNames) as ModulePermission[];

export const moduleHints = inLanguage('moduleHints', {
  speech: 'Recordings of interviews become scorecards.',
  interview: 'Candidates talk to an interviewer of yours.',
  cvdeepmatch: 'CVs are judged against the requirements of a job.',
  cvdeepsearch: 'Candidates are found in a pool of CVs.',
});

/** How prices are called. */
export const priceNames = inLanguage('priceNames', {
  speechPerStartedMinute: 'Speech, per started minute',
  cvMatch: 'CV match',
  cvSearch: 'CV search',
  interviewPerStartedMinute: 'Interview, per started minute',
});

export const clientsTexts = inLanguage('clientsTexts', {
  title: 'Clients',
  description: 'Each client has its own people, keys, runs and credits, and sees nothing of the others.',
  create: 'New client',
  createDo: 'Create client',
  empty: 'No client yet',
  emptyText:
    'A client is a customer, a company or a department that uses Assay. Create the first one to get keys and runs.',
  name: 'Name',
  namePlaceholder: 'Acme Recruiting',
  nameMissing: 'Give it a name.',
  state: 'State',
  credits: 'Credits',
  modules: 'Modules',
  today: 'Runs today',
  queue: 'In progress',
  queueOf: (queued: number, processing: number) => `${processing} running, ${queued} waiting`,
  idle: 'Idle',
  lastRun: 'Last run',
  created: 'Created',
  openingCredits: 'Opening credits',
  openingCreditsHint: 'One credit pays for one started minute of audio unless you set other prices.',
  noModule: 'Choose at least one module.',
  multilingual: 'Languages other than English',
  multilingualHint: 'Off: submissions in another language are refused.',
  multilingualShort: 'Other languages too',
  searchLabel: 'Find a client',
  nothingFound: 'No client has this name.',
  made: (name: string) => `“${name}” was created. Next: invite its people, or create a key.`,
});

export const clientTexts = inLanguage('clientTexts', {
  title: 'Settings',
  description: 'What this client may do, how fast, and what it pays. Only owners see this page.',
  saved: 'Saved',
  general: 'Name',
  generalHint: 'As its people see it.',
  id: 'Client id',
  copyId: 'Copy client id',
  modules: 'Modules',
  modulesHint: 'What all of its keys may use. A change applies from the next request on.',
  results: 'Results',
  resultsHint: 'For recordings that are submitted from now on.',
  accentUse: 'Accent',
  accentUseHint:
    'It tells how easily sounds, stress and rhythm are understood, and where people come from plays into it. It is no criterion unless the job needs it.',
  accentUses: {
    counted: { label: 'Counted', hint: 'One of the three scores of which the overall score is the mean.' },
    shown: {
      label: 'Shown beside',
      hint: 'Scored and shown; the overall score is made of vocabulary and fluency.',
    },
    hidden: {
      label: 'Hidden',
      hint: 'Stored and shown nowhere; the overall score is made of vocabulary and fluency.',
    },
  },
  limits: 'Limits',
  limitsHint: 'How much of this machine the client may use.',
  maxRuns: 'Runs of a kind at once',
  maxRunsHint: 'Further runs wait in the queue.',
  rate: 'Requests per minute, all keys together',
  rateHint: 'Each key also has its own limit. Empty: no further limit.',
  rateNone: 'No limit',
  keyDays: 'Longest life of an API key, in days',
  keyDaysHint: 'For the client’s own people: they cannot make or extend a key beyond it. Empty: no limit.',
  prices: 'Prices',
  pricesHint:
    'In credits. Empty: the price of the installation. Runs in progress keep the price they started with.',
  priceInstallation: (credits: number) => `Installation: ${credits}`,
  danger: 'Disable this client',
  dangerText: 'All its keys are refused at once. Runs under way still finish; nothing is deleted.',
  disabledText: 'Its keys are refused. Its people can still sign in and read results.',
  disable: 'Disable client',
  disableTitle: (name: string) => `Disable “${name}”?`,
  disableBody:
    'Every request with one of its keys is answered 401 CLIENT_INACTIVE until you enable it again.',
  enable: 'Enable client',
});

export const projectsTexts = inLanguage('projectsTexts', {
  title: 'Projects',
  description: 'A project groups the runs of its keys: one per product, department or campaign.',
  create: 'New project',
  createDo: 'Create project',
  empty: 'No project yet',
  emptyText: 'Create a project, then a key that belongs to it. Runs made with that key are filed there.',
  emptyReader: 'Admins of this client create projects; runs are filed there by key.',
  name: 'Name',
  namePlaceholder: 'Graduate programme 2027',
  nameMissing: 'Give it a name.',
  keys: 'Working keys',
  runs: 'Runs',
  created: 'Created',
  runsOf: (project: string) => `runs of ${project}`,
  rename: 'Rename',
  renameTitle: 'Rename project',
  archive: 'Archive',
  archiveTitle: (name: string) => `Archive “${name}”?`,
  archiveBody: (keys: number) =>
    keys === 0
      ? 'No new keys can be made for it. Its runs stay, and you can restore it at any time.'
      : `No new keys can be made for it. Its ${keys === 1 ? 'working key keeps' : `${keys} working keys keep`} working; revoke ${keys === 1 ? 'it' : 'them'} on the keys page if that is not what you want.`,
  restore: 'Restore',
  copyId: 'Copy project id',
  id: 'Project id',
});

export const creditsTexts = inLanguage('creditsTexts', {
  title: 'Credits',
  description: 'What has been paid for and what it was used for. Failed runs are never charged.',
  balance: 'Balance',
  available: 'Available',
  availableNote: 'for new runs',
  held: 'Held',
  heldNote: 'for runs under way',
  used: 'Used so far',
  usedNote: (speech: string, cv: string) => `speech ${speech}, CVs ${cv}`,
  topUp: 'Add credits',
  topUpTitle: (name: string) => `Add credits to “${name}”`,
  amount: 'Credits',
  amountHint: (after: string) => `New balance: ${after}`,
  amountMissing: 'A whole number of credits, at least 1.',
  reason: 'Reason',
  reasonHint: 'Appears in the ledger, where the client sees it, and in the audit log.',
  reasonPlaceholder: 'Invoice 2026-117',
  reasonMissing: 'Give a reason.',
  added: (amount: string) => `${amount} credits added`,
  ledger: 'Ledger',
  filter: 'Entries',
  all: 'All',
  debits: 'Charges',
  credits: 'Top-ups',
  when: 'When',
  what: 'What for',
  change: 'Change',
  after: 'Balance after',
  empty: 'No entries yet',
  emptyText: 'Every charge and every top-up will be listed here.',
  emptyFilter: 'There is no entry of this kind.',
  topUpName: 'Top-up',
  askOwner: 'Credits are added by the owners of this installation.',
});
