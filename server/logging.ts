import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/**
 * What never reaches a log: everything under `pii` (transcripts, prompts, names, tokens) and whatever carries
 * an API key. A log line is a fixed sentence with fields.
 */
const secretPaths = [
  'pii',
  '*.pii',
  'apiKey',
  '*.apiKey',
  'headers["x-api-key"]',
  'headers.authorization',
  'req.headers["x-api-key"]',
  'req.headers.authorization',
  'request.headers["x-api-key"]',
  'request.headers.authorization',
];

/** JSON lines on standard error: standard output belongs to what a person or a script is waiting for. */
export function createLogger({
  level,
  name,
  write,
}: {
  level: string;
  /** Which process speaks: "api", "worker", "supervisor". */
  name: string;
  /** Where lines go in place of standard error. */
  write?: (line: string) => void;
}): Logger {
  const options = {
    level,
    name,
    redact: { paths: secretPaths, censor: '[redacted]' },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
  };
  // Synchronous: a line about why a process dies must be out before it is dead.
  return pino(options, write ? { write } : pino.destination({ dest: 2, sync: true }));
}
