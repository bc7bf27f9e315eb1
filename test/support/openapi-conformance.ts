import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';

interface Operation {
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

export interface OpenapiDocument {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

/** Every string of every `enum` under a property named `code` or `error`: the codes a description promises. */
function codesIn(schema: unknown, found = new Set<string>(), property = ''): Set<string> {
  if (typeof schema !== 'object' || schema === null) return found;
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'enum' && (property === 'code' || property === 'error')) {
      for (const code of value as string[]) found.add(code);
    } else {
      codesIn(value, found, Number.isNaN(Number(key)) ? key : property);
    }
  }
  return found;
}

/** Holds real answers against the description the server itself gives out. */
export async function openapiConformance(app: FastifyInstance) {
  const document = (await app.inject('/api/v1/openapi.json')).json() as OpenapiDocument;
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  (formats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema({ $id: 'doc', ...document });
  const validators = new Map<string, ValidateFunction>();
  const seen = new Map<string, Set<string>>();
  const pointer = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1');

  return {
    document,
    /** Throws unless the operation describes an answer of this status with this body. */
    check(operation: string, answer: { statusCode: number; body: string; headers: Record<string, unknown> }) {
      const [method = '', path = ''] = operation.split(' ');
      const described = document.paths[path]?.[method.toLowerCase()]?.responses[answer.statusCode];
      if (!described) throw new Error(`${operation} does not describe the status ${answer.statusCode}.`);
      const type = String(answer.headers['content-type']).split(';')[0]!;
      if (!described.content?.[type])
        throw new Error(`${operation} ${answer.statusCode} does not describe ${type}.`);
      const location = [
        'paths',
        path,
        method.toLowerCase(),
        'responses',
        answer.statusCode,
        'content',
        type,
        'schema',
      ];
      const ref = `doc#/${location.map((part) => encodeURIComponent(pointer(String(part)))).join('/')}`;
      const validate = validators.get(ref) ?? ajv.compile({ $ref: ref });
      validators.set(ref, validate);
      const body: { status?: string; error?: string | { code: string } } = JSON.parse(answer.body);
      if (!validate(body as unknown)) {
        throw new Error(
          `${operation} ${answer.statusCode}: ${ajv.errorsText(validate.errors)}\n${answer.body}`,
        );
      }
      const { error, status } = body;
      const what =
        typeof error === 'string' ? error : answer.statusCode >= 400 && error ? error.code : status;
      const reached = seen.get(operation) ?? new Set();
      seen.set(operation, reached.add(`${answer.statusCode} ${what ?? ''}`.trim()));
    },
    /** Codes that an operation promises and no answer has shown. */
    unseen(operation: string): string[] {
      const [method = '', path = ''] = operation.split(' ');
      const { responses } = document.paths[path]![method.toLowerCase()]!;
      return Object.entries(responses)
        .filter(([status]) => Number(status) >= 400)
        .flatMap(([status, response]) => [...codesIn(response)].map((code) => `${status} ${code}`))
        .filter((code) => !seen.get(operation)?.has(code));
    },
    seen: (operation: string): string[] => [...(seen.get(operation) ?? [])].sort(),
    operations: Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    ),
  };
}
