import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import { limits } from '../../config/limits.ts';
import { type ErrorCode, httpStatus } from '../../errors.ts';
import type { SpeechService } from '../../modules/speech/service.ts';
import type { HeardLanguages } from '../../modules/speech/types.ts';
import { honoursKey } from './idempotency.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Codes of a route beside those every route has: part of its published description. */
    errors?: readonly ErrorCode[];
    /** Needs no key. */
    public?: boolean;
    /** Schema of a multipart body: read on the stream by the handler, so there is no body to validate before. */
    form?: object;
    /** Schema of a JSON body that the handler judges itself, because it names every fault at once. */
    body?: object;
  }
}

/** What can go wrong on every route behind the key. */
const commonErrors: readonly ErrorCode[] = [
  'MISSING_API_KEY',
  'INVALID_API_KEY',
  'API_KEY_EXPIRED',
  'CLIENT_INACTIVE',
  'IP_NOT_ALLOWED',
  'RATE_LIMIT_EXCEEDED',
  'SERVICE_UNAVAILABLE',
];
const keyErrors: readonly ErrorCode[] = ['INVALID_IDEMPOTENCY_KEY', 'IDEMPOTENCY_CONFLICT'];
const flatCodes: readonly ErrorCode[] = ['POLL_RATE_LIMITED', 'SERVICE_WARMING_UP'];

const retryAfterSeconds = { type: 'integer', minimum: 1, description: 'The same as the Retry-After header.' };

const errorSchema = {
  $id: 'Error',
  type: 'object',
  description: 'The envelope of every 4xx and 5xx answer but two (FlatError).',
  required: ['error'],
  additionalProperties: false,
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'timestamp'],
      additionalProperties: false,
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        timestamp: { type: 'string', format: 'date-time' },
        requestId: { type: 'string', description: 'Absent when the request was refused before its route.' },
        step: { type: 'string' },
        details: { type: 'object', additionalProperties: true },
        retryAfterSeconds,
      },
    },
    retryAfterSeconds,
  },
};

const flatErrorSchema = {
  $id: 'FlatError',
  type: 'object',
  description: 'POLL_RATE_LIMITED and SERVICE_WARMING_UP.',
  required: ['requestId', 'error', 'message', 'retryAfterSeconds'],
  additionalProperties: false,
  properties: {
    requestId: { type: 'string' },
    error: { type: 'string' },
    message: { type: 'string' },
    retryAfterSeconds,
  },
};

/** An answer of one status: the envelope, or the flat body, with the codes this route can give. */
function errorAnswer(codes: readonly ErrorCode[]): object {
  const flat = codes.filter((code) => flatCodes.includes(code));
  const enveloped = codes.filter((code) => !flatCodes.includes(code));
  const forms = [
    ...(enveloped.length === 0
      ? []
      : [
          {
            allOf: [
              { $ref: 'Error#' },
              { properties: { error: { properties: { code: { type: 'string', enum: enveloped } } } } },
            ],
          },
        ]),
    ...(flat.length === 0
      ? []
      : [{ allOf: [{ $ref: 'FlatError#' }, { properties: { error: { type: 'string', enum: flat } } }] }]),
  ];
  return { description: codes.join(', '), ...(forms.length === 1 ? forms[0] : { anyOf: forms }) };
}

const idempotencyHeader = {
  type: 'object',
  properties: {
    'Idempotency-Key': {
      type: 'string',
      minLength: 1,
      maxLength: limits.idempotency.maxKeyChars,
      description: 'The same key with the same request gets the first answer again for 24 hours.',
    },
  },
};

/** A parameter with a default may be left out: TypeBox calls it required because a handler always sees it. */
function withoutDefaulted(query: unknown): unknown {
  const {
    properties = {},
    required = [],
    ...rest
  } = (query ?? {}) as {
    properties?: Record<string, { default?: unknown }>;
    required?: string[];
  };
  return {
    ...rest,
    properties,
    required: required.filter((name) => properties[name]?.default === undefined),
  };
}

/** Adds to a route's schema what its configuration says: every error code by status, the form, the headers. */
function describe(schema: FastifySchema, { config, method }: RouteOptions): FastifySchema {
  const hasKey = [method].flat().some(honoursKey);
  const codes = new Set<ErrorCode>([
    ...(config?.public ? [] : commonErrors),
    ...(config?.permission ? (['MISSING_PERMISSION'] as const) : []),
    ...(hasKey ? keyErrors : []),
    ...(config?.errors ?? []),
    'INTERNAL_ERROR',
  ]);
  const byStatus = Object.groupBy(codes, (code) => String(httpStatus[code]));
  const errors = Object.entries(byStatus).map(([status, of]) => [status, errorAnswer(of!)]);
  const response = { ...Object.fromEntries(errors), ...(schema.response as object) };
  return {
    ...schema,
    response,
    ...(schema.querystring ? { querystring: withoutDefaulted(schema.querystring) } : {}),
    ...(hasKey ? { headers: idempotencyHeader } : {}),
    ...(config?.form ? { body: config.form, consumes: ['multipart/form-data'] } : {}),
    ...(config?.body ? { body: config.body } : {}),
    ...(config?.public ? { security: [] } : {}),
  };
}

/** Nothing from outside this server, no inline script; the page of Swagger UI styles itself inline. */
const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The interface description at /api/v1/openapi.json, generated from the routes' schemas, and readable at /docs.
 * Call it before the routes are registered.
 */
export async function addOpenapi(
  app: FastifyInstance,
  { speech }: { speech: Pick<SpeechService, 'languages'> },
): Promise<void> {
  app.addSchema(errorSchema);
  app.addSchema(flatErrorSchema);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Assay',
        version: '1.0.0',
        description:
          'Self-hosted talent assessment. Every answer carries X-Request-Id; every authenticated one RateLimit ' +
          'and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers-10).',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } as { name: string },
      },
      servers: [{ url: '/' }],
      tags: [{ name: 'Speech' }, { name: 'CV matching' }, { name: 'Jobs' }, { name: 'Universal' }],
      security: [{ apiKey: [] }, { bearer: [] }],
      components: {
        securitySchemes: {
          apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
          bearer: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    convertConstToEnum: false,
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `schema${index}`),
    },
    transform: ({ schema, url, route }) => ({
      schema: schema?.hide || !schema ? (schema ?? { hide: true }) : describe(schema, route),
      url,
    }),
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: docsPolicy,
    // The base layout: without the bar that offers to load somebody else's description.
    uiConfig: { layout: 'BaseLayout', validatorUrl: null, deepLinking: true },
    theme: { title: 'Assay API' },
  });
  app.get('/api/v1/openapi.json', { config: { public: true }, schema: { hide: true } }, async () =>
    withLanguages(app.swagger(), await speech.languages().catch(() => null)),
  );
}

/** Says with the languages of the form which of them this installation cannot recognise at the moment. */
function withLanguages(description: object, languages: HeardLanguages | null): object {
  if (!languages || languages.notAvailable.length === 0) return description;
  const described = structuredClone(description) as {
    components: { schemas: { SubmitForm: { properties: { language: { description: string } } } } };
  };
  const { language } = described.components.schemas.SubmitForm.properties;
  const { notAvailable } = languages;
  language.description += ` Not available on this installation at present: ${notAvailable.join(', ')}.`;
  Object.assign(language, { 'x-not-available': notAvailable });
  return described;
}
