import { formatCount } from '../components/format.ts';
import { inLanguage } from './language.ts';

/** Words of the page about backups. */
export const backupsTexts = inLanguage('backupsTexts', {
  title: 'Backups',
  description: 'Encrypted copies of everything that cannot be had again, made by the server while it runs.',
  off: 'This server makes no backups',
  offText:
    'Everything on this machine is lost with its disk. Make a key, then set two settings and start the server again:',
  offCommand: 'assay backup keygen --out assay-backup.key',
  offSettings: 'ASSAY_BACKUP_TO=/mnt/backups  ASSAY_BACKUP_KEY_FILE=/etc/assay/backup.pub',
  states: {
    timely: 'The newest backup is as new as it should be.',
    late: 'The newest backup is older than it should be.',
    none: 'The first backup is still to come.',
    off: '',
  },
  last: 'Last backup',
  made: 'Made',
  never: 'Never',
  dataOf: 'With the data of',
  next: 'Next backup',
  soon: 'within a minute',
  place: 'Kept in',
  rule: 'How often',
  every: (everyMs: number) => {
    const minutes = Math.round(everyMs / 60_000);
    if (minutes % 60 !== 0) return minutes === 1 ? 'Every minute' : `Every ${minutes} minutes`;
    return minutes === 60 ? 'Every hour' : `Every ${minutes / 60} hours`;
  },
  keepCount: (count: number) => `the newest ${count} stay`,
  keepDays: (days: number) => `those of ${days} ${days === 1 ? 'day' : 'days'} stay`,
  content: 'In it',
  files: (files: number, size: string, added: string) =>
    `${formatCount(files)} files, ${size}; ${added} of it new`,
  failed: 'The last try failed',
  underWay: 'Under way',
  waiting: 'Begins within a minute',
  make: 'Make one now',
  verification: 'Verification',
  verificationText:
    'Reads every stored byte back and compares it with its hash. It needs no key, and takes a while: it reads all backups whole.',
  verify: 'Verify now',
  verifiedAt: 'Last verified',
  intact: (backups: number, objects: number, size: string) =>
    `${formatCount(backups)} ${backups === 1 ? 'backup' : 'backups'} intact: ${formatCount(objects)} objects, ${size} read.`,
  damaged: (count: number) =>
    count === 1 ? 'One fault was found.' : `${formatCount(count)} faults were found.`,
  discard: 'So that the next backup stores the damaged files anew: assay backup verify --discard-damaged',
  notYet: 'Not yet.',
  drill: 'Restore drill',
  drillText:
    'A backup that was never restored is a hope. The drill restores the newest one beside the data, checks it, and removes it again. It needs the secret key, which this server should not have: run it by hand, every few months.',
  drillCommand: 'assay backup drill --key-file assay-backup.key',
  drilledAt: 'Last drill',
  drilled: (files: number, size: string, runs: number) =>
    `${formatCount(files)} files, ${size} restored, with ${formatCount(runs)} runs.`,
  auditIntact: 'The audit log in it is intact.',
  auditBroken: 'THE AUDIT LOG IN IT IS NOT INTACT.',
  ofBackup: 'Backup',
});
