import { S3Client } from '@aws-sdk/client-s3';
import { limits } from '../../config/limits.ts';
import type { BucketPlace, S3Config } from '../../config/object-storage.ts';
import { toBucketError } from './fault.ts';

/** A place in a bucket and the way there. */
export interface Bucket {
  readonly client: S3Client;
  readonly name: string;
  /** What every key begins with; ends with "/". */
  readonly prefix: string;
  /** For people: "the bucket recordings at https://s3.example". */
  readonly label: string;
  /** @throws BucketError in place of the client's error */
  ask<Answer>(question: () => Promise<Answer>): Promise<Answer>;
}

const { connectMs, idleMs, requestMs, attempts, connections } = limits.objectStorage;

/**
 * Everything that the client would otherwise take from the environment, from files of other programs or from an address within a
 * cloud is given here: it contacts the endpoint and nothing else. Redirects are not followed.
 */
export function openBucket(s3: S3Config, { bucket, prefix }: BucketPlace): Bucket {
  const label = `the bucket ${bucket} at ${s3.endpoint}`;
  const client = new S3Client({
    endpoint: s3.endpoint,
    region: s3.region,
    credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
    forcePathStyle: s3.forcePathStyle,
    followRegionRedirects: false,
    useArnRegion: false,
    useAccelerateEndpoint: false,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    disableMultiregionAccessPoints: true,
    disableS3ExpressSessionAuth: true,
    defaultsMode: 'standard',
    retryMode: 'standard',
    maxAttempts: attempts,
    // Servers other than Amazon's do not all know the newer checksums; what is stored is held against its size, and backups against hashes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: idleMs,
      requestTimeout: requestMs,
      throwOnRequestTimeout: true,
      httpAgent: { keepAlive: true, maxSockets: connections },
      httpsAgent: { keepAlive: true, maxSockets: connections },
    },
    userAgentAppId: 'assay',
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
  });
  return {
    client,
    name: bucket,
    prefix: `${prefix}/`,
    label,
    async ask(question) {
      try {
        return await question();
      } catch (error) {
        throw toBucketError(error, label);
      }
    },
  };
}

/** Where an object lies, of a key within the place. */
export const at = ({ name, prefix }: Pick<Bucket, 'name' | 'prefix'>, key: string) => ({
  Bucket: name,
  Key: prefix + key,
});
