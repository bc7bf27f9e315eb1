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

/**
 * What is recognised by its shape wherever it stands, in the text of an error before all. Each begins where a run of its letters begins,
 * so that a long line costs no more than its length.
 */
const secretShapes: readonly (readonly [shape: RegExp, instead: string])[] = [
  [/(?<![\w.+-])[\w.+-]*api_[0-9A-Za-z]{20,}/g, '[api key]'],
  [/(?<!\w)whsec_[\w+/=-]{16,}/g, '[webhook secret]'],
  [/(?<!\w)(bearer|basic) +[\w.~+/=-]{8,}/gi, '$1 [redacted]'],
  [/(?<![a-z0-9+.-])([a-z][a-z0-9+.-]*:\/\/)[^\s"\\/@]+@/gi, '$1[redacted]@'],
  [/(?<![\p{L}\p{N}.+%_-])[\p{L}\p{N}.+%_-]+@[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.\p{L}{2,}/gu, '[e-mail]'],
  // Links of candidates and invitations, sessions, devices: 256 bits in base64url, which names of ours never look like.
  [/(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{43}(?![\w-])/g, '[token]'],
  // The message of JSON.parse quotes what it could not read; within a line, quotes are escaped.
  [/\\"(?:[^"\\]|\\.){0,200}?\\"(?:\.{3})? is not valid JSON/g, '[redacted] is not valid JSON'],
];

/** Fields of errors that say what went wrong and not about whom: a database's `detail` quotes the row. */
const errorFields = ['code', 'errno', 'syscall', 'table', 'column', 'constraint', 'statusCode'] as const;

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const facts = error as Error & Partial<Record<string, unknown>>;
  const { cause, errors } = facts;
  return {
    type: error.constructor.name,
    message: error.message,
    stack: error.stack,
    ...Object.fromEntries(
      errorFields.filter((name) => facts[name] !== undefined).map((name) => [name, facts[name]]),
    ),
    ...(cause !== undefined && { cause: describeError(cause) }),
    ...(Array.isArray(errors) && { errors: errors.map(describeError) }),
  };
}

/**
 * Takes out of a text what lets somebody in, and e-mail addresses.
 *
 * @param secrets values of this installation's settings, wherever they stand
 */
export function scrub(text: string, secrets: readonly string[] = []): string {
  let clean = text;
  for (const secret of secrets) {
    clean = clean.replaceAll(secret, '[secret]').replaceAll(JSON.stringify(secret).slice(1, -1), '[secret]');
  }
  return secretShapes.reduce((all, [shape, instead]) => all.replace(shape, instead), clean);
}

/** JSON lines on standard error: standard output belongs to what a person or a script is waiting for. */
export function createLogger({
  level,
  name,
  secrets = [],
  write,
}: {
  level: string;
  /** Which process speaks: "api", "worker", "supervisor". */
  name: string;
  /** Values that never reach the log, whatever the field. */
  secrets?: readonly string[];
  /** Where lines go in place of standard error. */
  write?: (line: string) => void;
}): Logger {
  const options = {
    level,
    name,
    redact: { paths: secretPaths, censor: '[redacted]' },
    serializers: { err: describeError },
    hooks: { streamWrite: (line: string) => scrub(line, secrets) },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
  };
  // Synchronous: a line about why a process dies must be out before it is dead.
  return pino(options, write ? { write } : pino.destination({ dest: 2, sync: true }));
}
