import { type ErrorCode, httpStatus } from '../../errors.ts';
import { idOf } from '../../modules/shapes/schema.ts';
import { type DescribedWebhooks, sampleExample, WebhookSample } from '../../modules/webhooks/contract.ts';
import { webhookEvents } from '../../modules/webhooks/types.ts';
import { errorGuide } from '../error-guide.ts';
import { errorResponses, errorSchemas } from './error-schemas.ts';

/** Bodies and answers of a route, each by a name; one named like a media type of its answer is of that type, all others are of the rest. */
export interface Examples {
  body?: Readonly<Record<string, unknown>>;
  answers: Readonly<Record<number, Readonly<Record<string, unknown>>>>;
}

/** What the description of a route has beside its schema. */
export interface DescribedOperation {
  codes: readonly ErrorCode[];
  /** Takes an Idempotency-Key. */
  hasKey: boolean;
  /** Needs no API key. */
  isPublic: boolean;
  examples: Examples | undefined;
}

interface Media {
  schema?: object;
  examples?: Record<string, { value: unknown }>;
}
interface Response {
  description: string;
  content?: Record<string, Media>;
  headers?: object;
}
interface Operation {
  operationId: string;
  parameters?: { schema?: object }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Response>;
}

/** What is read and written here of the document that `@fastify/swagger` made. */
export interface OpenapiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; headers?: object };
  webhooks?: object;
}

const headers = {
  'X-Request-Id': {
    description:
      'Of this answer, for whoever looks for it in the log. That of the request where it has one of 8 to 128 letters, digits, ".", "_" and "-". Only what was no HTTP request has none.',
    schema: { type: 'string' },
    example: '0192f3a9-66a0-7c31-b1de-8f2a90c4d7e5',
  },
  RateLimit: {
    description:
      'What is left in this minute (r) and the seconds until it is over (t), by limit; on every answer to a working key ' +
      '(draft-ietf-httpapi-ratelimit-headers-10).',
    schema: { type: 'string' },
    example: '"per-key";r=487;t=41',
  },
  'RateLimit-Policy': {
    description:
      'How many requests (q) a window of w seconds has, by limit; on every answer to a working key.',
    schema: { type: 'string' },
    example: '"per-key";q=500;w=60',
  },
  'Retry-After': {
    description: 'Seconds to wait before the next request of this kind.',
    schema: { type: 'integer', minimum: 1 },
    example: 15,
  },
  'Idempotency-Replayed': {
    description: 'The answer is that of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
} as const;
type Header = keyof typeof headers;

const references = (names: readonly Header[]): object =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Answers with these tell when to come again; those of waiting runs do, too. */
const isPaced = (code: ErrorCode): boolean => ['wait', 'told'].includes(errorGuide[code].retry);

function headersOf(
  status: string,
  { isPublic, hasKey, codes }: DescribedOperation,
  isPoll: boolean,
): readonly Header[] {
  const isSuccess = status.startsWith('2');
  const paced = codes.some((code) => String(httpStatus[code]) === status && isPaced(code));
  return [
    'X-Request-Id',
    ...(isPublic ? [] : (['RateLimit', 'RateLimit-Policy'] as const)),
    ...(paced || (isSuccess && isPoll) ? (['Retry-After'] as const) : []),
    ...(hasKey && isSuccess ? (['Idempotency-Replayed'] as const) : []),
  ];
}

function complete(operation: Operation, described: DescribedOperation): void {
  const { codes, examples } = described;
  operation.responses = {
    ...(errorResponses(codes) as Operation['responses']),
    ...operation.responses,
  };
  const isPoll = codes.includes('POLL_RATE_LIMITED');
  for (const [status, response] of Object.entries(operation.responses)) {
    response.headers = references(headersOf(status, described, isPoll));
    exemplify(response.content, examples?.answers[Number(status)]);
  }
  exemplify(operation.requestBody?.content, examples?.body);
}

function exemplify(content: Record<string, Media> | undefined, examples: Examples['body']): void {
  if (!content || !examples) return;
  for (const [type, media] of Object.entries(content)) {
    const fitting = Object.entries(examples).filter(([name]) =>
      type in examples ? name === type : !(name in content),
    );
    media.examples = Object.fromEntries(fitting.map(([name, value]) => [name, { value }]));
  }
}

/**
 * What the plugin that makes the document leaves undone, for generators of clients: an enumeration of strings says that it is one, and a
 * reference has its description beside it (the plugin would drop it there).
 */
function tidy(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return;
  const { type, enum: choices, allOf } = schema as { type?: unknown; enum?: unknown; allOf?: object[] };
  if (type === undefined && Array.isArray(choices) && choices.every((one) => typeof one === 'string')) {
    Object.assign(schema, { type: 'string' });
  }
  if (allOf?.length === 1) {
    delete (schema as { allOf?: object[] }).allOf;
    Object.assign(schema, allOf[0]);
  }
  for (const inner of Object.values(schema)) tidy(inner);
}

const signatures = {
  'webhook-id': 'Of the message, the same for every try: ignore one that you have seen.',
  'webhook-timestamp': 'Seconds since 1970 of this try.',
  'webhook-signature': '`v1,<base64>` as in Standard Webhooks, separated by spaces.',
};

const describeWebhooks = (webhooks: DescribedWebhooks): object =>
  Object.fromEntries(
    Object.entries(webhooks).map(([event, { operationId, summary, sentTo, tag, schema, example }]) => {
      const { signatureHeader, sampleStatus: status } = webhookEvents[event as keyof DescribedWebhooks];
      const parameters = Object.entries({
        ...signatures,
        [signatureHeader]: '`t=<seconds>,v1=<hex>`, HMAC-SHA-256 over `<seconds>.<body>`.',
      }).map(([name, description]) => ({
        name,
        in: 'header',
        required: true,
        description,
        schema: { type: 'string' },
      }));
      const variants = [schema, WebhookSample].map((one) => ({
        $ref: `#/components/schemas/${idOf(one)}`,
      }));
      const post = {
        operationId,
        summary,
        description: `Sent to ${sentTo}. See docs/webhooks.md for signatures and retries.`,
        tags: [tag],
        security: [],
        parameters,
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { oneOf: variants },
              examples: { event: { value: example }, sample: { value: { ...sampleExample, event, status } } },
            },
          },
        },
        responses: {
          '2XX': { description: 'Taken.' },
          '410': { description: 'Nothing is sent to this address any more.' },
          default: { description: 'Tried again, ten times in all.' },
        },
      };
      return [event, { post }];
    }),
  );

/** The description with what the routes' configurations say beside their schemas: errors, examples, headers; and webhooks. */
export function completed(
  document: OpenapiDocument,
  {
    operations,
    webhooks,
  }: { operations: ReadonlyMap<string, DescribedOperation>; webhooks: DescribedWebhooks },
): OpenapiDocument {
  const codes = new Set<ErrorCode>();
  for (const methods of Object.values(document.paths)) {
    for (const operation of Object.values(methods)) {
      const described = operations.get(operation.operationId)!;
      complete(operation, described);
      for (const parameter of operation.parameters ?? []) tidy(parameter.schema);
      for (const code of described.codes) codes.add(code);
    }
  }
  for (const schema of Object.values(document.components.schemas)) tidy(schema);
  Object.assign(document.components.schemas, errorSchemas(codes));
  return Object.assign(document, {
    components: { ...document.components, headers },
    webhooks: describeWebhooks(webhooks),
  });
}
