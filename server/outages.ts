import { ApiError } from './errors.ts';

/** What is nobody's fault and passes: there is no room on the disk, the bucket of the files or the database does not answer, the machine is too busy. */
export type Outage = 'disk' | 'bucket' | 'database' | 'time';

const diskCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);
/** What programs say of it that we run. */
const diskText = /No space left on device|Disk quota exceeded/;
/** PostgreSQL: connection exceptions (08), too many connections, shutting down, crashed, starting up. SQLite: its file cannot be used. */
const databaseCodes = /^(?:08...|53300|57P0[123]|SQLITE_(?:BUSY|LOCKED|IOERR|CANTOPEN|READONLY)(?:_\w+)?)$/;
/** Of a connection that was lost while a statement was under way. */
const connectionCodes: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);
const connectionText =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

const codeOf = (error: Error): string => String((error as { code?: unknown }).code ?? '');

/** Whether an error, or one that it came from, is for want of room on the disk. */
export function isOutOfSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return diskCodes.has(codeOf(error)) || diskText.test(error.message) || isOutOfSpace(error.cause);
}

/** Whether an error, or one that it came from, says that the bucket of the files is away, full, or not to be used with this key. */
export function isBucketAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /^BUCKET_(?:AWAY|FULL|REFUSED)$/.test(codeOf(error)) || isBucketAway(error.cause);
}

/** `code` of an error by which something ran out of time on the clock. */
export const outOfTimeCode = 'OUT_OF_TIME';

/** Whether an error, or one that it came from, says that a program had too little of the processor in its time: the machine is busy. */
export function isOutOfTime(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return codeOf(error) === outOfTimeCode || isOutOfTime(error.cause);
}

/** Whether an error of a statement or of a connection says that the database is away. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return databaseCodes.test(code) || connectionCodes.has(code) || connectionText.test(error.message);
}

const told = {
  disk: [
    'This installation cannot store anything at present: its disk is full, nearly full or not writable. Nothing was made or charged; send the request again later.',
    60,
  ],
  bucket: [
    'This installation cannot get at its files at present: the object storage that keeps them does not answer, is full or refuses its key. Nothing was made or charged; send the request again later.',
    30,
  ],
  database: [
    'The database of this installation does not answer at present. Send the request again shortly; with an Idempotency-Key nothing is made twice.',
    5,
  ],
  time: [
    'This installation is too busy at present to look at the file. Nothing was made or charged; send the request again later.',
    30,
  ],
} as const satisfies Record<Outage, readonly [string, number]>;

/** What a client is told of it. */
export function outageError(outage: Outage, cause?: unknown): ApiError {
  const [message, retryAfterSeconds] = told[outage];
  const code = outage === 'time' ? 'SERVER_BUSY' : 'SERVICE_UNAVAILABLE';
  return new ApiError(code, message, { retryAfterSeconds, cause });
}

/** The same for an error that anything threw; undefined where it is something else. */
export function outageErrorOf(error: unknown): ApiError | undefined {
  if (isOutOfSpace(error)) return outageError('disk', error);
  if (isBucketAway(error)) return outageError('bucket', error);
  if (isOutOfTime(error)) return outageError('time', error);
  return isDatabaseAway(error) ? outageError('database', error) : undefined;
}
