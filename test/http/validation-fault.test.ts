import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { faultText, rootField } from '#server/http/validation-fault.ts';

const ajv = new Ajv();
(formats as unknown as (ajv: Ajv) => void)(ajv);

function faultOf(schema: object, value: unknown) {
  const validate = ajv.compile(schema);
  assert.ok(!validate(value), `${JSON.stringify(value)} is refused`);
  return validate.errors![0] as Parameters<typeof faultText>[0];
}

for (const [schema, value, text] of [
  [{ type: 'integer' }, 'abc', 'must be a whole number'],
  [{ type: ['string', 'null'] }, 5, 'must be text or null'],
  [{ type: 'boolean' }, 'perhaps', 'must be true or false'],
  [{ minimum: 1 }, 0, 'must be at least 1'],
  [{ maximum: 100 }, 101, 'must be at most 100'],
  [{ exclusiveMinimum: 0 }, 0, 'must be more than 0'],
  [{ exclusiveMaximum: 5 }, 5, 'must be less than 5'],
  [{ minLength: 1 }, '', 'must not be empty'],
  [{ minLength: 12 }, 'short', 'must have at least 12 characters'],
  [{ maxLength: 3 }, 'four', 'must have at most 3 characters'],
  [{ minItems: 1 }, [], 'must not be empty'],
  [{ minItems: 2 }, [1], 'must have at least 2 entries'],
  [{ maxItems: 1 }, [1, 2], 'must have at most 1 entries'],
  [{ uniqueItems: true }, [1, 1], 'must not have the same entry twice'],
  [{ minProperties: 1 }, {}, 'must not be empty'],
  [{ pattern: '^a$' }, 'b', 'must match the pattern ^a$'],
  [{ type: 'string', format: 'uuid' }, 'x', 'must be a UUID'],
  [{ type: 'string', format: 'ipv4' }, 'x', 'must be of the format "ipv4"'],
  [{ enum: ['a', 'b'] }, 'c', 'must be one of a, b'],
  [{ const: true }, false, 'must be true'],
  [{ required: ['corpus_id'] }, {}, 'is missing'],
  [{ properties: {}, additionalProperties: false }, { surprise: 1 }, 'is not known'],
] as const) {
  test(`${JSON.stringify(value)} for ${JSON.stringify(schema)}: "${text}"`, () => {
    assert.equal(faultText(faultOf(schema, value)), text);
  });
}

test('a field that is missing or not known is the field at fault', () => {
  assert.equal(rootField(faultOf({ required: ['corpus_id'] }, {})), 'corpus_id');
  assert.equal(rootField(faultOf({ properties: {}, additionalProperties: false }, { limt: 1 })), 'limt');
  assert.equal(rootField(faultOf({ minimum: 1 }, 0)), undefined);
});
