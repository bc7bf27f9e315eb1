import { fieldRefusal } from '../../errors.ts';
import { isObject } from '../json.ts';
import type { Faults } from './faults.ts';

/**
 * The fields of a body; each that is not known is a fault. ApiError INVALID_INPUT where it is no object.
 *
 * @param contract the schema of the body
 */
export function readBody<Name extends string>(
  body: unknown,
  contract: { properties: Readonly<Record<Name, unknown>> },
  faults: Faults,
): Partial<Record<Name, unknown>> {
  if (!isObject(body)) throw fieldRefusal('body', 'Must be a JSON object.');
  const known = Object.keys(contract.properties);
  for (const name of Object.keys(body)) {
    if (known.includes(name)) continue;
    faults.add(name.slice(0, 60), `Is not known; known are ${known.join(', ')}.`);
  }
  return body as Partial<Record<Name, unknown>>;
}
