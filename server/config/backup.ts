import { resolve } from 'node:path';
import { days, hours, minutes } from '../time.ts';
import { type BucketPlace, overlap, parseBucketUrl, type S3Config } from './object-storage.ts';
import type { Reader } from './reader.ts';

/** Backups that the server makes by itself, and what the commands take when nothing else is said. */
export interface BackupConfig {
  /** A folder, or s3://bucket/prefix; null: the server makes none. */
  readonly to: string | null;
  readonly everyMs: number;
  readonly keep: { readonly count: number | null; readonly days: number | null };
  /** The file with a passphrase, public keys or secret keys; never null where `to` is not. */
  readonly keyFile: string | null;
}

/** Where the files are that are backed up. */
interface Places {
  readonly dataDir: string;
  readonly s3: S3Config | null;
  readonly bucket: BucketPlace | null;
  readonly filesPrefix: string;
}

const durationUnits: Readonly<Record<string, number>> = { m: minutes(1), h: hours(1), d: days(1) };

const isUrl = (place: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(place);

/** A folder's whole path, or the address of a place in a bucket, unchanged. */
export const backupPlaceOf = (given: string): string => (isUrl(given) ? given : resolve(given));

/**
 * Why backups cannot be kept there, as the end of a sentence about it; null when they can.
 *
 * @param mayBecomeFiles only read: a place in which files may live once BLOB_STORE and S3_BUCKET are set, too
 */
export function backupPlaceFault(
  place: string,
  { dataDir, s3, bucket, filesPrefix }: Places,
  { mayBecomeFiles = false } = {},
): string | null {
  if (!isUrl(place)) {
    if (!`${place}/`.startsWith(`${dataDir}/`)) return null;
    return `must not lie in the data folder ${dataDir}: what takes that takes the backups.`;
  }
  const target = parseBucketUrl(place);
  if (!target)
    return `must be a folder, or a place in a bucket such as s3://backups/assay-backups; it is "${place}".`;
  if (!s3)
    return `is a place in a bucket (${place}) and needs S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`;
  if (!overlap(target.prefix, filesPrefix)) return null;
  if (!bucket) {
    if (mayBecomeFiles) return null;
    return `must not lie under S3_PREFIX, "${filesPrefix}", where files live with BLOB_STORE=s3: ${place} would then hold both. Choose another prefix, or set S3_BUCKET to the bucket of the files if that is another one.`;
  }
  if (target.bucket !== bucket.bucket) return null;
  return `must not overlap with the place of the files, s3://${bucket.bucket}/${bucket.prefix}: what takes that takes the backups.`;
}

export function readBackup({
  text,
  faults,
  dataDir,
  s3,
  bucket,
  filesPrefix,
}: Pick<Reader, 'text' | 'faults'> & Places): BackupConfig {
  const given = text('ASSAY_BACKUP_TO', '');
  const to = given ? backupPlaceOf(given) : null;
  const fault = to === null ? null : backupPlaceFault(to, { dataDir, s3, bucket, filesPrefix });
  if (fault !== null) faults.push(`ASSAY_BACKUP_TO ${fault}`);
  const keyFile = text('ASSAY_BACKUP_KEY_FILE', '');
  if (to !== null && !keyFile) {
    faults.push('ASSAY_BACKUP_TO needs ASSAY_BACKUP_KEY_FILE. Make one: assay backup keygen --out FILE');
  }
  const every = text('ASSAY_BACKUP_EVERY', '24h');
  const [, count = '', unit = ''] = /^(\d{1,4})([mhd])$/.exec(every) ?? [];
  const everyMs = Number(count) * (durationUnits[unit] ?? 0);
  if (!(everyMs > 0)) {
    faults.push(`ASSAY_BACKUP_EVERY must be minutes, hours or days such as 30m, 6h, 1d; it is "${every}".`);
  }
  const kept = text('ASSAY_BACKUP_KEEP', '14');
  const [, most = '', isDays = ''] = /^([1-9]\d{0,3})(d?)$/.exec(kept) ?? [];
  if (most === '') {
    faults.push(
      `ASSAY_BACKUP_KEEP must be a number of backups such as 14, or days such as 30d; it is "${kept}".`,
    );
  }
  return Object.freeze({
    to,
    everyMs,
    keep: Object.freeze(isDays ? { count: null, days: Number(most) } : { count: Number(most), days: null }),
    keyFile: keyFile ? resolve(keyFile) : null,
  });
}
