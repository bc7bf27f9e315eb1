import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/**
 * What never reaches a log: everything under `pii` (transcripts, prompts, names), and whatever carries an API key, a
 * password, a session or a link that lets somebody in. A log line is a fixed sentence with fields.
 */
const secretPaths = [
  ...['pii', 'apiKey', 'password', 'token', 'setUpLink'].flatMap((name) => [name, `*.${name}`]),
  ...['headers', 'req.headers', 'request.headers'].flatMap((headers) => [
    `${headers}["x-api-key"]`,
    `${headers}.authorization`,
    `${headers}.cookie`,
  ]),
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
