import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backupTimeliness } from '#server/backup/schedule-state.ts';
import { loadConfig } from '#server/config/env.ts';
import { days, hours } from '#server/time.ts';

const env = { DATA_DIR: '/srv/assay', ASSAY_BACKUP_TO: '/mnt/b', ASSAY_BACKUP_KEY_FILE: '/etc/key' };

const bucketServer = {
  S3_ENDPOINT: 'https://s3.example',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
};

for (const [title, more] of [
  ['another prefix', { ASSAY_BACKUP_TO: 's3://bucket/assay-backups' }],
  ['the same prefix of another bucket', { S3_BUCKET: 'files', ASSAY_BACKUP_TO: 's3://bucket/assay' }],
  ['a prefix that files do not have', { S3_PREFIX: 'files', ASSAY_BACKUP_TO: 's3://bucket/assay/x' }],
] as const) {
  test(`backups may go into a bucket under ${title}`, () => {
    const { backup } = loadConfig({ ...env, ...bucketServer, ...more });
    assert.equal(backup.to, more.ASSAY_BACKUP_TO);
  });
}

test('without settings the server makes no backups', () => {
  const { to, keyFile, everyMs, keep } = loadConfig({}).backup;
  assert.deepEqual([to, keyFile, everyMs, keep], [null, null, days(1), { count: 14, days: null }]);
});

test('how often and how long are said in words that people use', () => {
  const settings = (more: Record<string, string>) => loadConfig({ ...env, ...more }).backup;
  assert.equal(settings({ ASSAY_BACKUP_EVERY: '6h' }).everyMs, hours(6));
  assert.equal(settings({ ASSAY_BACKUP_EVERY: '30m' }).everyMs, hours(0.5));
  assert.deepEqual(settings({ ASSAY_BACKUP_KEEP: '30d' }).keep, { count: null, days: 30 });
  assert.deepEqual(settings({ ASSAY_BACKUP_KEEP: '7' }).keep, { count: 7, days: null });
});

for (const [title, more, fault] of [
  [
    'a place that is neither folder nor bucket',
    { ASSAY_BACKUP_TO: 'ftp://x/y' },
    /must be a folder, or a place/,
  ],
  ['a bucket without a server', { ASSAY_BACKUP_TO: 's3://bucket/x' }, /needs S3_ENDPOINT/],
  [
    'the place of the files',
    {
      ASSAY_BACKUP_TO: 's3://bucket/assay/backups',
      S3_ENDPOINT: 'https://s3.example',
      S3_BUCKET: 'bucket',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
    /must not overlap with the place of the files/,
  ],
  [
    'a place under the prefix of files, before any bucket is named for them',
    { ...bucketServer, ASSAY_BACKUP_TO: 's3://bucket/assay/backups' },
    /must not lie under S3_PREFIX, "assay"/,
  ],
  [
    'the prefix of files itself',
    { ...bucketServer, ASSAY_BACKUP_TO: 's3://bucket/assay' },
    /must not lie under S3_PREFIX/,
  ],
  [
    'a place above a prefix of files of its own',
    { ...bucketServer, S3_PREFIX: 'hr/files', ASSAY_BACKUP_TO: 's3://bucket/hr' },
    /must not lie under S3_PREFIX, "hr\/files"/,
  ],
  [
    'the place of the files, with BLOB_STORE=s3',
    { ...bucketServer, BLOB_STORE: 's3', S3_BUCKET: 'bucket', ASSAY_BACKUP_TO: 's3://bucket/assay/x' },
    /must not overlap with the place of the files/,
  ],
  ['the data folder', { ASSAY_BACKUP_TO: '/srv/assay' }, /must not lie in the data folder/],
  [
    'a folder in the data folder',
    { ASSAY_BACKUP_TO: '/srv/assay/backups' },
    /must not lie in the data folder/,
  ],
  ['no key', { ASSAY_BACKUP_KEY_FILE: '' }, /needs ASSAY_BACKUP_KEY_FILE/],
  ['an interval without a unit', { ASSAY_BACKUP_EVERY: '24' }, /ASSAY_BACKUP_EVERY must be/],
  ['no interval at all', { ASSAY_BACKUP_EVERY: '0h' }, /ASSAY_BACKUP_EVERY must be/],
  ['keeping nothing', { ASSAY_BACKUP_KEEP: '0' }, /ASSAY_BACKUP_KEEP must be/],
] as const) {
  test(`the server does not start with ${title}`, () => {
    assert.throws(() => loadConfig({ ...env, ...more }), { message: fault });
  });
}

test('a folder whose name only begins like that of the data folder is another', () => {
  assert.equal(loadConfig({ ...env, ASSAY_BACKUP_TO: '/srv/assay-backups' }).backup.to, '/srv/assay-backups');
});

test('a backup is late an hour after it was due, or when the first could not be made', () => {
  const at = Date.parse('2026-11-23T12:00:00.000Z');
  const every = { everyMs: days(1), nowMs: at };
  const finished = (ago: number, error: string | null = null) => ({
    finishedAt: new Date(at - ago).toISOString(),
    error,
  });
  assert.equal(backupTimeliness(undefined, every), 'none');
  assert.equal(backupTimeliness({ finishedAt: null, error: null }, every), 'none');
  assert.equal(backupTimeliness({ finishedAt: null, error: 'no key' }, every), 'late');
  assert.equal(backupTimeliness(finished(hours(24)), every), 'timely');
  assert.equal(backupTimeliness(finished(hours(24.5), 'disk away'), every), 'timely');
  assert.equal(backupTimeliness(finished(hours(25.5)), every), 'late');
});
