import type { FastifySchemaValidationError } from 'fastify';

/** What a validator found, in words of ours: which field, and what it must be ("must be a whole number"). */

type Fault = FastifySchemaValidationError;

/** A field that is missing, or should not be there, is no part of the path to the fault. */
export function rootField({ params }: Fault): string | undefined {
  const { missingProperty, requiredProperties, additionalProperty, additionalProperties } = params as Record<
    string,
    string | string[] | undefined
  >;
  return [missingProperty, requiredProperties, additionalProperty, additionalProperties].flat().find(Boolean);
}

const types: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  string: 'text',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

const formats: Readonly<Record<string, string>> = {
  'date-time': 'a date and time such as 2026-11-22T08:30:00Z',
  date: 'a date such as 2026-11-22',
  uuid: 'a UUID',
  email: 'an e-mail address',
  uri: 'an absolute address',
};

/** Whatever keyword of a schema was not kept, without the field and without a full stop. */
export function faultText({ keyword, params, message }: Fault): string {
  const { limit, type, format, pattern, allowedValues, allowedValue } = params as {
    limit?: number;
    type?: string | string[];
    format?: string;
    pattern?: string;
    allowedValues?: readonly unknown[];
    allowedValue?: unknown;
  };
  switch (keyword) {
    case 'required':
      return 'is missing';
    case 'additionalProperties':
      return 'is not known';
    case 'enum':
      return `must be one of ${allowedValues!.join(', ')}`;
    case 'const':
      return `must be ${allowedValue}`;
    case 'type':
      return `must be ${[type!]
        .flat()
        .map((one) => types[one] ?? one)
        .join(' or ')}`;
    case 'format':
      return `must be ${formats[format!] ?? `of the format "${format}"`}`;
    case 'pattern':
      return `must match the pattern ${pattern}`;
    case 'minimum':
      return `must be at least ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'exclusiveMinimum':
      return `must be more than ${limit}`;
    case 'exclusiveMaximum':
      return `must be less than ${limit}`;
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`;
    case 'maxLength':
      return `must have at most ${limit} characters`;
    case 'minItems':
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} entries`;
    case 'maxItems':
      return `must have at most ${limit} entries`;
    case 'uniqueItems':
      return 'must not have the same entry twice';
    case 'minProperties':
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} fields`;
    default:
      return message ?? 'is not valid';
  }
}
