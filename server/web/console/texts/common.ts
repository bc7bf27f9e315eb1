import { inLanguage } from './language.ts';

/** Words of the components that every page uses. */
export const common = inLanguage('common', {
  product: 'Assay',
  loading: 'Loading',
  loadMore: 'Load more',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  copy: 'Copy',
  copied: 'Copied',
  actions: 'Actions',
  actionsFor: (what: string) => `Actions for ${what}`,
  never: 'Never',
  somethingWrong: 'That did not work',
  sortBy: (column: string) => `Sort by ${column}`,
  rowsShown: (from: number, to: number, total: number) =>
    `${from.toLocaleString('en')}–${to.toLocaleString('en')} of ${total.toLocaleString('en')}`,
  rowsLoaded: (loaded: number, total: number) =>
    `${loaded.toLocaleString('en')} of ${total.toLocaleString('en')}`,
  page: (number: number) => `Page ${number}`,
  pageControls: { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' },
  typeToConfirm: (text: string) => `Type “${text}” to confirm`,
  secretOnce: 'Copy it now. It cannot be shown again.',
  secretStored: 'I have stored it in a safe place',
  done: 'Done',
  utc: (text: string) => `${text} UTC`,
  clearFilters: 'Clear filters',
  justNow: 'just now',
  faults: {
    noAnswer: 'The server did not answer. Please try again.',
    answered: (status: number) => `The server answered ${status}.`,
    uploadLost: 'The connection was lost during the upload.',
  },
});

/** What a level of the Common European Framework means, in two or three words. */
export const cefrMeaning = inLanguage('cefrMeaning', {
  A1: 'Beginner',
  A2: 'Elementary',
  B1: 'Intermediate',
  B2: 'Upper intermediate',
  C1: 'Advanced',
  C2: 'Proficient',
});

/** The one name of every state that the server tells, whatever it is a state of. */
export const statusLabels = inLanguage('statusLabels', {
  queued: 'Queued',
  processing: 'Processing',
  success: 'Completed',
  finished: 'Completed',
  done: 'Completed',
  partial: 'Partly completed',
  failed: 'Failed',
  active: 'Active',
  valid: 'Active',
  inactive: 'Inactive',
  disabled: 'Disabled',
  archived: 'Archived',
  revoked: 'Revoked',
  expired: 'Expired',
  expiring: 'Expires soon',
  pending: 'Pending',
  delivered: 'Delivered',
  retrying: 'Retrying',
  healthy: 'Healthy',
  degraded: 'Degraded',
  down: 'Down',
  missing: 'Missing',
  ready: 'Ready',
});

/** What kinds of work are called; interviews are in no list of runs, but are deleted like them. */
export const runTypeNames = inLanguage('runTypeNames', {
  speech: 'Speech analysis',
  cv_deepmatch: 'CV match',
  cv_deepsearch: 'CV search',
  interview: 'Interview',
});
