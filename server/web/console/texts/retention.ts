import type { RetentionKind } from '../../../modules/console/retention/contract.ts';
import { inLanguage } from './language.ts';

const plural = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

export const retentionKindTexts: Readonly<Record<RetentionKind, { name: string; what: string }>> = inLanguage(
  'retentionKindTexts',
  {
    audio: {
      name: 'Recordings',
      what: 'Uploaded audio, the candidate’s cut audio and the copies made for listening.',
    },
    transcripts: {
      name: 'Transcripts',
      what: 'Everything that was said, including where scores and texts quote it. Scores stay; another candidate can no longer be chosen.',
    },
    cvs: { name: 'CV files', what: 'Uploaded files. Match results stay, with their quotes.' },
    results: {
      name: 'Results',
      what: 'Scores, analyses, texts and CV profiles, and the webhook messages that carried them.',
    },
    runs: {
      name: 'Whole runs',
      what: 'All that is left: the entry in lists with its external id, tags and metadata. Credits stay in the ledger.',
    },
  },
);

export const retentionTexts = inLanguage('retentionTexts', {
  title: 'Retention',
  description: 'How long each kind of data is kept after a run has ended. After that it is deleted for good.',
  rules: 'What is kept, and how long',
  installationRules: 'Retention',
  installationDescription:
    'How long data is kept after a run has ended, in every client that has no rule of its own.',
  days: (days: number) => plural(days, 'day'),
  kept: 'Until you delete it',
  ofClient: 'This client’s rule',
  ofInstallation: 'Same as the installation',
  change: 'Change',
  changeOf: (kind: string) => `Change how long ${kind.toLowerCase()} are kept`,
  askAdmin: 'An admin of this client can change these rules.',
  follow: (rule: string) => `Same as the installation: ${rule.toLowerCase()}`,
  keep: 'Keep until you delete it',
  limited: 'Delete after a number of days',
  daysLabel: 'Days after the run’s end',
  daysMissing: 'A whole number of days, at least 1.',
  presets: 'Usual times',
  looking: 'Checking what this would delete …',
  deletesNothing: 'Nothing is that old yet: the next round will delete nothing.',
  deletes: (runs: number) => `The next round, within the hour, will delete this from ${plural(runs, 'run')}.`,
  deletesHint: 'That cannot be undone.',
  oldest: 'The oldest ended on',
  save: 'Save',
  saveAndDelete: 'Save and delete',
  saved: 'The rule is saved',
  enforcement: 'The scheduled job',
  enforcementDescription: 'It runs once an hour in one process of this installation.',
  last: 'Last finished',
  next: 'Next round',
  neverYet: 'Not yet',
  soon: 'Now',
  deletedNothing: 'Nothing was due',
  deletedFrom: (name: string, runs: number) => `${name}: ${plural(runs, 'run')}`,
  lastDeleted: 'Deleted in the last round',
  broken: 'The last round did not finish',
});

/** Where something is missing because its time was over. */
export const expiredTexts = inLanguage('expiredTexts', {
  audio: 'The recording was deleted',
  transcripts: 'The transcript was deleted',
  cvs: 'The CV file was deleted',
  results: 'The results were deleted',
  runs: 'The run was deleted',
  because: (days: number) => `because it is kept for ${plural(days, 'day')}.`,
  on: 'on',
});

export const deletionTexts = inLanguage('deletionTexts', {
  title: 'Deletions',
  description:
    'Delete a run, or everything about one person, for good. Each deletion ends with a certificate of what was deleted, when and by whom.',
  new: 'Delete data',
  deleteRun: 'Delete this run',
  dialogTitle: 'Delete data for good',
  what: 'What to delete',
  kinds: { externalId: 'A person', run: 'One run', metadata: 'By metadata' },
  kindNames: {
    externalId: 'Your id of the person',
    run: 'Run',
    metadata: 'Metadata',
    candidate: 'Candidate',
  },
  candidateHint:
    'Everything of this candidate: CVs, recordings, interviews, entries of CV search, notes and decisions.',
  foundRecordRows: (count: number) =>
    plural(count, 'row of the candidate’s own record', 'rows of the candidate’s own record'),
  externalId: 'Your id of the person',
  externalIdHint: 'Every run that was submitted with exactly this id, with those that were only tried out.',
  runId: 'Run id',
  runIdHint: 'Of a recording, a CV match or an interview.',
  key: 'Metadata key',
  value: 'Metadata value',
  metadataHint:
    'CV matches have no id of the person: many customers keep theirs in the metadata. By name: open the candidate and delete from there.',
  note: 'Note',
  noteHint:
    'Optional; printed on the certificate. For example the number of the request, never the person’s name.',
  look: 'See what would be deleted',
  missing: 'Please fill this in.',
  found: (count: number) => plural(count, 'run'),
  foundFiles: (files: number, size: string) => `${plural(files, 'file')}, ${size}`,
  foundWebhooks: (count: number) => plural(count, 'webhook message'),
  foundCandidates: (count: number) => plural(count, 'candidate of CV search', 'candidates of CV search'),
  alsoGone:
    'Also deleted: transcripts, results, earlier versions, tags, metadata and stored answers to repeated requests.',
  underWay: (count: number) =>
    `${plural(count, 'run')} of them still ${count === 1 ? 'is' : 'are'} in progress and will be deleted when they end.`,
  runsFound: 'Runs that will be deleted',
  more: (count: number) => `and ${plural(count, 'more run')}`,
  nothing: 'Nothing is stored under this, or all of it is being deleted already.',
  back: 'Back',
  delete: (count: number) => (count === 0 ? 'Delete' : `Delete ${plural(count, 'run')}`),
  confirmWord: 'DELETE',
  cannotUndo: 'This cannot be undone. Credits are not given back.',
  list: 'Deletions so far',
  empty: 'Nothing has been deleted on request',
  emptyHint: 'When a person asks you to delete their data, start here. The certificates stay in this list.',
  find: 'Find by external id',
  findHint: 'Records keep a fingerprint of the id only; type the id to find its record.',
  notFound: 'No deletion of this external id',
  columns: { what: 'What', runs: 'Runs', by: 'By', when: 'Requested', state: 'State', note: 'Note' },
  progress: (done: number, all: number) => `${done.toLocaleString('en')} of ${plural(all, 'run')}`,
  open: 'Under way',
  atMachines: 'Removed, waits for machines',
  done: 'Done',
  fingerprint: (text: string) => `${text.slice(0, 17)}…`,
  pageTitle: 'Deletion',
  back2: 'Deletions',
  waiting: 'The deletion is under way. Its certificate appears here as soon as everything is gone.',
  waitingMachines: (hosts: readonly string[]) =>
    `Removed from the database and the stored files. Waits for ${plural(hosts.length, 'machine')} to remove intermediate files: ${hosts.join(', ')}. A machine that has not been seen for a day is named in the certificate instead.`,
  waitingRuns: 'Runs that are still being processed are deleted as soon as they have ended.',
  certificate: 'Certificate of deletion',
  download: 'Download',
  print: 'Print',
  statement: (runs: number, files: number, rows: number, size: string) =>
    `${plural(runs, 'run')}, ${plural(files, 'file')} (${size}) and ${plural(rows, 'database row')} were deleted. A check afterwards found none of them.`,
  candidates: (count: number) =>
    `${plural(count, 'candidate was', 'candidates were')} taken out of CV search.`,
  recordRows: (count: number) =>
    `${plural(count, 'row')} of the candidate’s own record, with notes and decisions, ${count === 1 ? 'was' : 'were'} deleted.`,
  facts: {
    client: 'Client',
    subject: 'Deleted',
    requestedBy: 'Requested by',
    requestedAt: 'Requested',
    completedAt: 'Completed',
    note: 'Note',
    id: 'Number',
    sha256: 'SHA-256 of the certificate',
    freed: 'Freed space',
  },
  freed: {
    overwritten: 'Overwritten in the database’s files',
    'given back to the database': 'Given back to PostgreSQL, which reuses it',
  },
  hashHint: 'The audit log has the same value; a downloaded certificate can be checked against it.',
  subjectSha: (name: string) => name.replace('sha256:', 'SHA-256 '),
  runsTitle: 'What each run had',
  run: 'Run',
  kind: 'Kind',
  deletedBefore: 'Deleted before',
  submitted: 'Submitted',
  files: 'Files',
  rows: 'Rows',
  fileOf: (name: string, size: string) => `${name} (${size})`,
  hashes: 'SHA-256 of the deleted files and results',
  result: 'result',
  keptTitle: 'What stays',
  notCoveredTitle: 'What this does not cover',
});
