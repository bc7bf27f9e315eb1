import assert from 'node:assert/strict';
import { Ajv, type ValidateFunction } from 'ajv';
import type { TSchema } from 'typebox';
import type { ConsoleRoute } from '#server/modules/console/access.ts';
import { contract } from '#server/modules/console/contract.ts';

const ajv = new Ajv({ strict: false, allErrors: true });
const validators = new Map<ConsoleRoute, ValidateFunction>();

/** The most exact one comes first: "/jobs/check" is not the job "check". */
const routes = (Object.keys(contract) as ConsoleRoute[])
  .map((route) => {
    const pattern = new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`);
    return { route, pattern, params: route.split(':').length };
  })
  .sort((a, b) => a.params - b.params);

/** Fails on a success whose status or shape is not that of the route's contract; a field too many is one, too. */
export function assertByContract(
  method: string,
  url: string,
  answer: { statusCode: number; body: string },
): void {
  const asked = `${method} ${url.split('?')[0]}`;
  const found = routes.find(({ pattern }) => pattern.test(asked));
  if (!found || answer.statusCode >= 300) return;
  const { route } = found;
  const { answer: promised, status }: { answer: TSchema | string; status?: number } = contract[route];
  if (promised === 'raw') return;
  if (typeof promised === 'string') {
    assert.deepEqual([answer.statusCode, answer.body], [204, ''], route);
    return;
  }
  assert.equal(answer.statusCode, status ?? 200, route);
  let validate = validators.get(route);
  if (!validate) {
    validate = ajv.compile(closed(promised) as object);
    validators.set(route, validate);
  }
  assert.ok(
    validate(JSON.parse(answer.body)),
    `${route}: ${ajv.errorsText(validate.errors)}\n${answer.body}`,
  );
}

/** The same schema, in which an object with named fields has no others. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy: Record<string, unknown> = Object.fromEntries(
    Object.entries(schema).map(([name, part]) => [name, closed(part)]),
  );
  const hasFields = Object.keys((copy.properties as object | undefined) ?? {}).length > 0;
  return hasFields ? { additionalProperties: false, ...copy } : copy;
}
