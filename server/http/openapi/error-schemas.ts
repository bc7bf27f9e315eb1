import { type ErrorCode, httpStatus } from '../../errors.ts';
import { docUrlOf, errorGuide } from '../error-guide.ts';

/** Codes whose answer is the flat body of the specification's formal schema; every other has the envelope. */
export const flatCodes: ReadonlySet<ErrorCode> = new Set(['POLL_RATE_LIMITED', 'SERVICE_WARMING_UP']);

/** Refused before the route, as the envelope is to show by having no requestId. */
const beforeRoute: ReadonlySet<ErrorCode> = new Set([
  'MISSING_API_KEY',
  'INVALID_API_KEY',
  'API_KEY_EXPIRED',
  'CLIENT_INACTIVE',
  'IP_NOT_ALLOWED',
  'MISSING_PERMISSION',
  'RATE_LIMIT_EXCEEDED',
  'INVALID_IDEMPOTENCY_KEY',
  'UNSUPPORTED_MEDIA_TYPE',
  'PAYLOAD_TOO_LARGE',
  'MALFORMED_REQUEST',
  'HEADERS_TOO_LARGE',
  'REQUEST_TIMEOUT',
]);

const waitSeconds: Partial<Record<ErrorCode, number>> = {
  RATE_LIMIT_EXCEEDED: 41,
  POLL_RATE_LIMITED: 7,
  SERVICE_WARMING_UP: 30,
  SERVER_BUSY: 10,
  SERVICE_UNAVAILABLE: 60,
  INTERVIEWS_NOT_AVAILABLE: 30,
};

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };
const recordingMs = { ...count, description: 'Length of the recording, in milliseconds.' };

/** What `details` of a code has beside `doc_url`: a schema and an example of each member; those with ! are always there. */
const detailsOf: Partial<Record<ErrorCode, Record<string, { schema: object; example: unknown }>>> = {
  INSUFFICIENT_CREDITS: {
    'cost!': { schema: { ...count, description: 'What it costs, in credits.' }, example: 38 },
    'available!': {
      schema: { type: 'integer', description: 'What you have left for new runs, in credits.' },
      example: 12,
    },
  },
  INVALID_INPUT: {
    'fields!': {
      schema: { type: 'object', additionalProperties: text, description: 'By field: what it must be.' },
      example: { position_id: 'Is missing; send position_id or job_id.' },
    },
  },
  INVALID_LANGUAGE_CODE: {
    supported: {
      schema: { type: 'array', items: text, description: 'The codes there are, ISO 639-1.' },
      example: ['en', 'es', 'fr', 'de'],
    },
  },
  LANGUAGE_NOT_AVAILABLE: {
    'language!': { schema: { ...text, description: 'The language that was asked for.' }, example: 'pl' },
    'available!': {
      schema: { type: 'array', items: text, description: 'Languages that are available now, ISO 639-1.' },
      example: ['en'],
    },
  },
  AUDIO_TOO_SHORT: { durationMs: { schema: recordingMs, example: 94_000 } },
  AUDIO_TOO_LONG: { durationMs: { schema: recordingMs, example: 3_120_000 } },
  BATCH_TOO_LARGE: {
    'maxCandidates!': {
      schema: { ...count, description: 'How many candidates a batch may have.' },
      example: 500,
    },
    'candidates!': { schema: { ...count, description: 'How many this one has.' }, example: 612 },
  },
  POSITION_ID_CONFLICT: {
    'position_id!': { schema: { ...text, description: 'The id that is taken.' }, example: 'accountant-2026' },
    'job_id!': {
      schema: { ...text, description: 'The active job that has it.' },
      example: '0192f3a8-1c52-7d0e-8a41-5b6c7d8e9f01',
    },
  },
  RATE_LIMIT_EXCEEDED: {
    atOnce: {
      schema: { ...count, description: 'How many files may be sent at once, where that was the limit.' },
      example: 32,
    },
  },
};

/** Of the codes that name a parameter or field of the request. */
const field = { schema: { ...text, description: 'The parameter or field at fault.' }, example: 'status' };
for (const code of [
  'INVALID_PARAMETERS',
  'INVALID_STATUS',
  'INVALID_SERVICE_TYPE',
  'INVALID_DATE',
  'INVALID_TAGS',
  'INVALID_EXTERNAL_ID',
] as const) {
  detailsOf[code] = { field };
}

const retryAfterSeconds = { type: 'integer', minimum: 1, description: 'The same as the Retry-After header.' };

/** MISSING_API_KEY is `MissingApiKey`. */
export const schemaNameOf = (code: ErrorCode): string =>
  code.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

const messageOf = (code: ErrorCode): string => `${errorGuide[code].cause} ${errorGuide[code].fix}`;

const message = { ...text, description: 'For people; may be worded anew.' };
const constant = (code: ErrorCode) => ({ ...text, const: code, description: 'For programs.' });

function schemaOf(code: ErrorCode): object {
  const { cause } = errorGuide[code];
  if (flatCodes.has(code)) {
    return {
      type: 'object',
      description: cause,
      required: ['requestId', 'error', 'message', 'retryAfterSeconds'],
      properties: {
        requestId: { ...text, description: 'Of this answer: the same as the X-Request-Id header.' },
        error: constant(code),
        message,
        retryAfterSeconds,
      },
    };
  }
  const details = Object.entries(detailsOf[code] ?? {});
  const properties = {
    code: constant(code),
    message,
    timestamp: { ...text, format: 'date-time', description: 'When the server gave this answer.' },
    requestId: {
      ...text,
      description:
        'Of this answer: the same as the X-Request-Id header. Absent when the request was refused before its route.',
    },
    step: { ...text, description: 'Where it went wrong. Not sent at present.' },
    details: {
      type: 'object',
      description: 'More about this error, for programs.',
      additionalProperties: true,
      required: ['doc_url', ...details.flatMap(([name]) => (name.endsWith('!') ? [name.slice(0, -1)] : []))],
      properties: {
        doc_url: {
          ...text,
          format: 'uri-reference',
          description: 'Where the code is explained, at the address of this server.',
        },
        ...Object.fromEntries(details.map(([name, { schema }]) => [name.replace('!', ''), schema])),
      },
    },
    retryAfterSeconds,
  };
  return {
    type: 'object',
    description: cause,
    required: ['code', 'message', 'timestamp', 'details'],
    properties,
  };
}

function exampleOf(code: ErrorCode): object {
  const seconds = waitSeconds[code];
  const wait = seconds === undefined ? {} : { retryAfterSeconds: seconds };
  const requestId = '0192f3a9-66a0-7c31-b1de-8f2a90c4d7e5';
  if (flatCodes.has(code)) return { requestId, error: code, message: messageOf(code), ...wait };
  const details = Object.entries(detailsOf[code] ?? {});
  return {
    error: {
      code,
      message: messageOf(code),
      timestamp: '2026-11-23T09:30:00.000Z',
      ...(!beforeRoute.has(code) && { requestId }),
      details: {
        ...Object.fromEntries(details.map(([name, { example }]) => [name.replace('!', ''), example])),
        doc_url: docUrlOf(code),
      },
      ...wait,
    },
    ...wait,
  };
}

/** Schemas of these codes, each by its name. */
export const errorSchemas = (codes: Iterable<ErrorCode>): Record<string, object> =>
  Object.fromEntries([...codes].map((code) => [schemaNameOf(code), schemaOf(code)]));

const reference = (code: ErrorCode) => ({ $ref: `#/components/schemas/${schemaNameOf(code)}` });

/** The envelope, with the codes it can carry told apart by `code`. */
function envelopeOf(codes: readonly ErrorCode[]): object {
  const [only] = codes;
  const description = 'What went wrong.';
  const error =
    codes.length === 1
      ? { ...reference(only!), description }
      : {
          description,
          // Validators that choose by the discriminator look at nothing else: without it, text would do.
          type: 'object',
          oneOf: codes.map(reference),
          discriminator: {
            propertyName: 'code',
            mapping: Object.fromEntries(codes.map((code) => [code, reference(code).$ref])),
          },
        };
  return {
    type: 'object',
    required: ['error'],
    properties: { error, retryAfterSeconds },
  };
}

function bodyOf(codes: readonly ErrorCode[]): object {
  const flat = codes.filter((code) => flatCodes.has(code));
  const enveloped = codes.filter((code) => !flatCodes.has(code));
  const bodies = [...(enveloped.length === 0 ? [] : [envelopeOf(enveloped)]), ...flat.map(reference)];
  return bodies.length === 1 ? bodies[0]! : { oneOf: bodies };
}

/** What `responses` of an operation says of these codes, by status. */
export function errorResponses(codes: Iterable<ErrorCode>): Record<string, object> {
  const byStatus = Object.groupBy(codes, (code) => String(httpStatus[code]));
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, of]) => {
      const examples = of!.map((code) => [code, { value: exampleOf(code) }]);
      const content = {
        'application/json': { schema: bodyOf(of!), examples: Object.fromEntries(examples) },
      };
      return [status, { description: of!.join(', '), content }];
    }),
  );
}
