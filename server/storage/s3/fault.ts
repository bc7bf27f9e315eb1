/**
 * What is wrong when a bucket does not do what it is asked. `BUCKET_AWAY` passes by itself; `BUCKET_REFUSED` and `BUCKET_FULL` pass
 * when the operator sees to them; `BUCKET_FAULT` is anything else.
 */
export type BucketErrorCode = 'BUCKET_AWAY' | 'BUCKET_REFUSED' | 'BUCKET_FULL' | 'BUCKET_FAULT';

/** The message tells a person what to do; it names no key and no secret. */
export class BucketError extends Error {
  readonly code: BucketErrorCode;

  constructor(code: BucketErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'BucketError';
    this.code = code;
  }
}

interface ServiceError {
  name?: string;
  code?: string;
  message?: string;
  $metadata?: { httpStatusCode?: number };
}

export const statusOf = (error: unknown): number | undefined =>
  (error as ServiceError | null)?.$metadata?.httpStatusCode;

/** No such object, as the answer to a question about one: HEAD has no body that would say of what there is none. */
export const isMissing = (error: unknown): boolean => {
  const { name } = error as ServiceError;
  return statusOf(error) === 404 && (name === 'NoSuchKey' || name === 'NotFound');
};

/** A server that does not know what it was asked for: older or smaller ones leave parts of S3 out. */
export const isUnknownThere = (error: unknown): boolean => {
  const status = statusOf(error);
  return (
    status === 501 ||
    status === 405 ||
    /^(NotImplemented|MethodNotAllowed)$/.test((error as ServiceError).name ?? '')
  );
};

const full = /^(QuotaExceeded|InsufficientStorage|StorageFull|XMinioStorageFull|EntityTooLargeForQuota)/;
const wrongKey = /^(InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|ExpiredToken)$/;
const network =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENOTFOUND|EAI_AGAIN|ECONNABORTED|UND_ERR_\w+)$/;
const certificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|^ERR_TLS|EPROTO|ERR_SSL/;

/** @param label of the bucket, for people: "the bucket recordings at https://s3.example" */
export function toBucketError(error: unknown, label: string): BucketError {
  if (error instanceof BucketError) return error;
  const { name = '', code = '', message = '' } = error as ServiceError;
  const status = statusOf(error);
  const told = (kind: BucketErrorCode, text: string) => new BucketError(kind, text, { cause: error });
  if (full.test(name) || status === 507) {
    return told(
      'BUCKET_FULL',
      `There is no room left in ${label} (${name}). Raise its quota, or free some space.`,
    );
  }
  if (name === 'NoSuchBucket') {
    return told(
      'BUCKET_REFUSED',
      `There is no such bucket: ${label}. Make it, or correct S3_BUCKET and S3_ENDPOINT.`,
    );
  }
  if (wrongKey.test(name)) {
    return told(
      'BUCKET_REFUSED',
      `The key is not accepted for ${label} (${name}). Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`,
    );
  }
  if (name === 'RequestTimeTooSkewed') {
    return told(
      'BUCKET_REFUSED',
      `The clock of this machine and that of ${label} differ too much. Set them by NTP.`,
    );
  }
  if (
    name === 'PermanentRedirect' ||
    name === 'AuthorizationHeaderMalformed' ||
    status === 301 ||
    status === 307
  ) {
    return told(
      'BUCKET_REFUSED',
      `${capital(label)} is to be asked elsewhere (${name || status}). Check S3_ENDPOINT, S3_REGION and S3_FORCE_PATH_STYLE.`,
    );
  }
  if (status === 401 || status === 403) {
    return told(
      'BUCKET_REFUSED',
      `The key may not do this in ${label} (${name || status}). docs/object-storage.md lists what it must be allowed.`,
    );
  }
  if (certificate.test(code)) {
    return told(
      'BUCKET_REFUSED',
      `The certificate of ${label} is not trusted (${code}). Have NODE_EXTRA_CA_CERTS name the file of its authority.`,
    );
  }
  const isAway =
    network.test(code) ||
    name === 'TimeoutError' ||
    name === 'AbortError' ||
    // Completed by a try whose answer was lost: the next try stores it anew.
    name === 'NoSuchUpload' ||
    /^(SlowDown|RequestTimeout|RequestTimeoutException|ServiceUnavailable|InternalError)$/.test(name) ||
    status === 429 ||
    (status !== undefined && status >= 500) ||
    code === 'ERR_STREAM_PREMATURE_CLOSE';
  if (isAway) {
    const why = code || (name === 'Error' ? message : name) || String(status);
    return told(
      'BUCKET_AWAY',
      `${capital(label)} does not answer as it should at present (${why}). Is its server up, and can this machine reach it?`,
    );
  }
  return told(
    'BUCKET_FAULT',
    `${capital(label)} answered what was not expected (${name}${status ? `, ${status}` : ''}: ${message}).`,
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
