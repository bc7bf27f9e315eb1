import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import { limits } from '../../config/limits.ts';
import type { ErrorCode } from '../../errors.ts';
import { addReferred } from '../../modules/shapes/endpoint.ts';
import { named } from '../../modules/shapes/schema.ts';
import type { HeardLanguages, SpeechService } from '../../modules/speech/types.ts';
import { type DescribedWebhooks, WebhookSample } from '../../modules/webhooks/contract.ts';
import {
  completed,
  type DescribedOperation,
  type Examples,
  type OpenapiDocument,
} from '../openapi/complete.ts';
import { honoursKey } from './idempotency.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Codes of a route beside those every route has: part of its published description. */
    errors?: readonly ErrorCode[];
    /** Bodies and answers by status, each by a name: part of its published description. */
    examples?: Examples;
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
  // A parameter that is not known, or not as it should be.
  'INVALID_INPUT',
];
const keyErrors: readonly ErrorCode[] = ['INVALID_IDEMPOTENCY_KEY', 'IDEMPOTENCY_CONFLICT'];
/** What can come before a request is one: from the connection itself. */
const wireErrors: readonly ErrorCode[] = ['MALFORMED_REQUEST', 'HEADERS_TOO_LARGE', 'REQUEST_TIMEOUT'];

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

/** Every code that a route can answer with. */
const codesOf = ({ config, method }: RouteOptions): ErrorCode[] => [
  ...new Set<ErrorCode>([
    ...(config?.public ? [] : commonErrors),
    ...(config?.permission ? (['MISSING_PERMISSION'] as const) : []),
    ...([method].flat().some(honoursKey) ? keyErrors : []),
    ...(config?.errors ?? []),
    ...wireErrors,
    'INTERNAL_ERROR',
  ]),
];

/** Adds to a route's schema what its configuration says: the form, the headers. */
function describe(schema: FastifySchema, { config, method }: RouteOptions): FastifySchema {
  const hasKey = [method].flat().some(honoursKey);
  return {
    ...schema,
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
  { speech, webhooks }: { speech: Pick<SpeechService, 'languages'>; webhooks: DescribedWebhooks },
): Promise<void> {
  const operations = new Map<string, DescribedOperation>();
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Assay',
        version: '1.0.0',
        description:
          'Self-hosted talent assessment. Every error code is explained at [/docs/errors](/docs/errors). Beside what each operation says, ' +
          'any address can answer NOT_FOUND (404) and METHOD_NOT_ALLOWED (405). Within /api/v1 no field is removed, renamed or given another ' +
          'meaning. Fields of answers, operations, webhook events and codes may be added: ignore fields that you do not know, and treat an ' +
          'unknown code by its HTTP status. Fields and parameters that are not described are refused.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } as { name: string },
      },
      servers: [{ url: '/' }],
      tags: [
        { name: 'Speech', description: 'Recordings of interviews in, scorecards out.' },
        { name: 'CV matching', description: 'A CV against the requirements of a job.' },
        { name: 'Jobs', description: 'Jobs that matches refer to.' },
        { name: 'Candidates', description: 'The people that all of these are about.' },
        {
          name: 'Interviews',
          description: 'Interviews that candidates hold live with an interviewer of the client’s making.',
        },
        { name: 'Universal', description: 'Credits and health.' },
      ],
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
    transform({ schema, url, route }) {
      if (!schema || schema.hide) return { schema: schema ?? { hide: true }, url };
      operations.set(schema.operationId!, {
        codes: codesOf(route),
        hasKey: [route.method].flat().some(honoursKey),
        isPublic: route.config?.public === true,
        examples: route.config?.examples,
      });
      return { schema: describe(schema, route), url };
    },
    transformObject: (made) =>
      'openapiObject' in made
        ? (completed(made.openapiObject as OpenapiDocument, { operations, webhooks }) as object)
        : made.swaggerObject,
  });
  addReferred(app, [WebhookSample, ...Object.values(webhooks).map(({ schema }) => schema)].map(named));
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: docsPolicy,
    // The base layout: without the bar that offers to load another site's description.
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
