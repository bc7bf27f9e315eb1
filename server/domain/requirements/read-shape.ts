import { isObject } from '../json.ts';
import { entry, type Faults, member } from './faults.ts';
import type { Kind, Shape } from './schema.ts';

/**
 * Reads a value by its shape: reports every fault with its path, trims texts, fills in defaults. Undefined where the
 * value was at fault; what is inside a faulty list or object is looked at all the same.
 */
export function readShape(shape: Shape, value: unknown, path: string, faults: Faults): unknown {
  const [kind, nullable] = typeof shape.type === 'string' ? [shape.type] : shape.type;
  if (value === null && nullable) return null;
  return readers[kind](shape, value, path, faults);
}

type Reader = (shape: Shape, value: unknown, path: string, faults: Faults) => unknown;

const readers: Readonly<Record<Kind, Reader>> = {
  object: readObject,
  array: readArray,
  string: readText,
  number: readNumber,
  integer: readNumber,
  boolean(_shape, value, path, faults) {
    if (typeof value !== 'boolean') faults.add(path, 'Must be true or false.');
    return value;
  },
};

function readObject(shape: Shape, value: unknown, path: string, faults: Faults): unknown {
  if (!isObject(value)) return void faults.add(path, 'Must be an object.');
  const { properties = {}, required = [], additionalProperties } = shape;
  if (additionalProperties) return value;
  for (const name of Object.keys(value)) {
    if (Object.hasOwn(properties, name)) continue;
    faults.add(member(path, name), `Is not known; known are ${Object.keys(properties).join(', ')}.`);
  }
  const read: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(properties)) {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    const at = member(path, name);
    if (given === undefined && inner.default === undefined) {
      if (required.includes(name)) faults.add(at, 'Is missing.');
      continue;
    }
    // Default objects are empty: reading them fills them in.
    read[name] = readShape(inner, given ?? (given === null ? null : inner.default), at, faults);
  }
  return read;
}

function readArray(shape: Shape, value: unknown, path: string, faults: Faults): unknown {
  const { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = shape;
  if (!Array.isArray(value)) return void faults.add(path, 'Must be a list.');
  if (value.length < minItems || value.length > maxItems) {
    const allowed = minItems > 0 ? `${minItems} to ${maxItems}` : `at most ${maxItems}`;
    faults.add(path, `Must have ${allowed} entries; it has ${value.length}.`);
  }
  return value.map((one, index) => readShape(items!, one, entry(path, index), faults));
}

function readText(shape: Shape, value: unknown, path: string, faults: Faults): unknown {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = shape;
  if (shape.enum) return readChoice(shape, value, path, faults);
  if (typeof value !== 'string') return void faults.add(path, 'Must be text.');
  // No database stores these faithfully.
  if (!value.isWellFormed() || value.includes('\0')) {
    return void faults.add(path, 'Must not contain NUL or broken characters.');
  }
  const text = value.trim();
  const length = [...text].length;
  if (length < minLength) return void faults.add(path, 'Must not be empty.');
  if (length > maxLength) {
    return void faults.add(path, `Must have at most ${maxLength} characters; it has ${length}.`);
  }
  return text;
}

function readChoice(shape: Shape, value: unknown, path: string, faults: Faults): unknown {
  const choices = shape.enum!;
  const fold = (text: string) => (shape.anyCase ? text.trim().toLowerCase() : text);
  const chosen =
    typeof value === 'string' ? choices.find((choice) => fold(choice) === fold(value)) : undefined;
  if (chosen === undefined) faults.add(path, `Must be one of ${choices.join(', ')}.`);
  return chosen;
}

function readNumber(shape: Shape, value: unknown, path: string, faults: Faults): unknown {
  const { minimum, maximum } = shape;
  const isRight =
    typeof value === 'number' &&
    (shape.type !== 'integer' || Number.isInteger(value)) &&
    value >= minimum! &&
    value <= maximum!;
  if (isRight) return value;
  const kind = shape.type === 'integer' ? 'a whole number' : 'a number';
  faults.add(path, `Must be ${kind} from ${minimum} to ${maximum}.`);
  return undefined;
}
