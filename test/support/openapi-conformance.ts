import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import type { ErrorCode } from '#server/errors.ts';
import { errorGuide } from '#server/http/error-guide.ts';

interface Media {
  schema: object;
  examples?: Record<string, { value: unknown }>;
}

export interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; schema: object }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<
    string,
    { description: string; headers?: Record<string, object>; content?: Record<string, Media> }
  >;
}

export interface OpenapiDocument {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { schemas: Record<string, object>; headers: Record<string, object> };
}

/**
 * A description whose answers have no field but those described. Clients get open ones, so that fields can be added; what this server
 * adds must be described all the same.
 */
function closed<Part>(part: Part): Part {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map(closed) as Part;
  const inner = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, closed(value)]));
  const { type, properties, additionalProperties } = inner as Record<string, unknown>;
  const isOpen = type === 'object' && properties !== undefined && additionalProperties === undefined;
  return (isOpen ? { ...inner, additionalProperties: false } : inner) as Part;
}

/** A validator of any part of a description, by where it is: `['paths', '/a', 'get', …, 'schema']`. */
export function validatorsOf(document: OpenapiDocument): (...where: string[]) => ValidateFunction {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  const ours = closed(document);
  (formats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addFormat('binary', true);
  ajv.addSchema({ $id: 'doc', ...ours });
  const validators = new Map<string, ValidateFunction>();
  return (...where) => {
    const pointer = where.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')));
    const ref = `doc#/${pointer.join('/')}`;
    const validate = validators.get(ref) ?? ajv.compile({ $ref: ref });
    validators.set(ref, validate);
    return validate;
  };
}

export const faultsOf = ({ errors }: ValidateFunction): string =>
  (errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`).join(', ');

/** Headers that an answer has only where the description says so. */
const describedHeaders = new Set([
  'x-request-id',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'idempotency-replayed',
]);

/** Holds real answers against the description the server itself gives out. */
export async function openapiConformance(app: FastifyInstance) {
  const document = (await app.inject('/api/v1/openapi.json')).json() as OpenapiDocument;
  const validatorOf = validatorsOf(document);
  const seen = new Map<string, Set<string>>();

  /** Codes that a schema promises: those of every variant. */
  function codesIn(schema: unknown, found = new Set<string>()): Set<string> {
    if (typeof schema !== 'object' || schema === null) return found;
    const { $ref, properties } = schema as { $ref?: string; properties?: Record<string, { const?: string }> };
    if ($ref) return codesIn(document.components.schemas[$ref.split('/').at(-1)!], found);
    for (const name of ['code', 'error']) {
      const code = properties?.[name]?.const;
      if (code !== undefined) found.add(code);
    }
    for (const [name, inner] of Object.entries(schema)) if (name !== 'mapping') codesIn(inner, found);
    return found;
  }

  return {
    document,
    /** Throws unless the operation describes an answer of this status with this body. */
    check(operation: string, answer: { statusCode: number; body: string; headers: Record<string, unknown> }) {
      const [method = '', path = ''] = operation.split(' ');
      const at = ['paths', path, method.toLowerCase(), 'responses', String(answer.statusCode)];
      const described = document.paths[path]?.[method.toLowerCase()]?.responses[answer.statusCode];
      if (!described) throw new Error(`${operation} does not describe the status ${answer.statusCode}.`);
      const type = String(answer.headers['content-type']).split(';')[0]!;
      if (!described.content?.[type])
        throw new Error(`${operation} ${answer.statusCode} does not describe ${type}.`);
      const names = new Set(Object.keys(described.headers ?? {}).map((name) => name.toLowerCase()));
      for (const name of describedHeaders) {
        if (answer.headers[name] !== undefined && !names.has(name))
          throw new Error(`${operation} ${answer.statusCode} does not describe the header ${name}.`);
      }
      const validate = validatorOf(...at, 'content', type, 'schema');
      const body: { status?: string; error?: string | { code: string } } =
        type === 'text/html' ? answer.body : JSON.parse(answer.body);
      if (!validate(body as unknown)) {
        throw new Error(`${operation} ${answer.statusCode}: ${faultsOf(validate)}\n${answer.body}`);
      }
      const { error, status } = body;
      const what =
        typeof error === 'string' ? error : answer.statusCode >= 400 && error ? error.code : status;
      const isToWait = answer.statusCode >= 400 && errorGuide[what as ErrorCode]?.retry === 'wait';
      if (isToWait && answer.headers['retry-after'] === undefined) {
        throw new Error(`${operation} answers ${what} without the Retry-After that its guide promises.`);
      }
      const reached = seen.get(operation) ?? new Set();
      seen.set(operation, reached.add(`${answer.statusCode} ${what ?? ''}`.trim()));
    },
    /** Codes that an operation promises and no answer has shown. */
    unseen(operation: string): string[] {
      const [method = '', path = ''] = operation.split(' ');
      const { responses } = document.paths[path]![method.toLowerCase()]!;
      return Object.entries(responses)
        .filter(([status]) => Number(status) >= 400)
        .flatMap(([status, response]) => [...codesIn(response.content)].map((code) => `${status} ${code}`))
        .filter((code) => !seen.get(operation)?.has(code));
    },
    seen: (operation: string): string[] => [...(seen.get(operation) ?? [])].sort(),
    operations: Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    ),
  };
}
