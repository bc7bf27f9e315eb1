import type { Reader } from './reader.ts';

/** How an S3-compatible server is reached; for files (`BlobConfig`) and backups alike. */
export interface S3Config {
  /** The one address that is contacted, without a slash at the end. */
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The bucket's name is in the path of an address, not in front of the host's name. */
  readonly forcePathStyle: boolean;
}

/** A place in a bucket. */
export interface BucketPlace {
  readonly bucket: string;
  /** Of every key, without slashes at its ends; never empty. */
  readonly prefix: string;
}

/** Where files live: the data folder, or a bucket. */
export type BlobConfig = { readonly kind: 'fs' } | ({ readonly kind: 's3' } & BucketPlace);

const defaultPrefix = 'assay';
const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const prefixPart = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/;

const isPrefix = (prefix: string): boolean =>
  prefix.length <= 200 && prefix.split('/').every((part) => prefixPart.test(part));

/** Every setting is read whatever BLOB_STORE says, so that each fault is found at once. `s3` is null without an endpoint. */
export function readObjectStorage({ text, oneOf, faults }: Omit<Reader, 'number'>): {
  s3: S3Config | null;
  /** Where files live, or would: `assay move-files-to-bucket` goes by it before BLOB_STORE is changed. */
  bucket: BucketPlace | null;
  /** The prefix of all files, wherever their bucket is. */
  filesPrefix: string;
  blobs: BlobConfig;
} {
  const store = oneOf('BLOB_STORE', ['fs', 's3'], 'fs');
  const endpoint = text('S3_ENDPOINT', '').replace(/\/+$/, '');
  const accessKeyId = text('S3_ACCESS_KEY_ID', '');
  const secretAccessKey = text('S3_SECRET_ACCESS_KEY', '');
  const bucket = text('S3_BUCKET', '');
  const prefix = text('S3_PREFIX', defaultPrefix).replace(/^\/+|\/+$/g, '');
  const s3: S3Config = {
    endpoint,
    region: text('S3_REGION', 'us-east-1'),
    accessKeyId,
    secretAccessKey,
    forcePathStyle: oneOf('S3_FORCE_PATH_STYLE', ['0', '1'], '1') === '1',
  };
  if (endpoint && !/^https?:\/\/[^/?#@]+$/.test(endpoint)) {
    faults.push(
      `S3_ENDPOINT must be an address without a path, such as https://s3.example:9000; it is "${endpoint}".`,
    );
  }
  if (bucket && !bucketName.test(bucket)) {
    faults.push(
      `S3_BUCKET must be the name of a bucket: 3 to 63 small letters, digits, dots and dashes; it is "${bucket}".`,
    );
  }
  if (!isPrefix(prefix)) {
    faults.push(
      `S3_PREFIX must hold letters, digits, ".", "_" and "-", with "/" between its parts, such as assay; it is "${prefix}".`,
    );
  }
  if (!/^[A-Za-z0-9-]{1,64}$/.test(s3.region)) {
    faults.push(`S3_REGION must be a name such as eu-central-1; it is "${s3.region}".`);
  }
  const isAsked = store === 's3' || endpoint || accessKeyId || secretAccessKey;
  const missing = [
    ...(endpoint ? [] : ['S3_ENDPOINT']),
    ...(accessKeyId ? [] : ['S3_ACCESS_KEY_ID']),
    ...(secretAccessKey ? [] : ['S3_SECRET_ACCESS_KEY']),
  ];
  if (isAsked && missing.length > 0) {
    faults.push(
      `S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together; missing: ${missing.join(', ')}.`,
    );
  }
  if (store === 's3' && !bucket) faults.push('BLOB_STORE=s3 needs S3_BUCKET, the name of the bucket.');
  const place = bucket && endpoint ? Object.freeze({ bucket, prefix }) : null;
  return {
    s3: endpoint ? Object.freeze(s3) : null,
    bucket: place,
    filesPrefix: prefix,
    blobs: Object.freeze(store === 's3' ? { kind: 's3', bucket, prefix } : { kind: 'fs' }),
  };
}

/**
 * `s3://bucket/prefix` in its parts.
 *
 * @returns undefined when it is none: also without a prefix, which keeps backups apart from whatever else is in the bucket
 */
export function parseBucketUrl(url: string): BucketPlace | undefined {
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]+)\/(.+)$/.exec(url) ?? [];
  const prefix = path.replace(/\/+$/, '');
  return bucketName.test(bucket) && isPrefix(prefix) ? Object.freeze({ bucket, prefix }) : undefined;
}

/** Whether one of two prefixes is within the other. */
export function overlap(a: string, b: string): boolean {
  const [one, other] = [`${a}/`, `${b}/`];
  return one.startsWith(other) || other.startsWith(one);
}
