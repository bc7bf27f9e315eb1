import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTooDeep, maxDepth, outlineOfJson } from '#server/domain/json.ts';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

test('the outline of a JSON text is that of what it says', () => {
  for (const [text, depth, values] of [
    ['1', 0, 1],
    ['"[{,"', 0, 1],
    ['"a\\"[["', 0, 1],
    ['"\\\\",[', 1, 3],
    ['{"a,b":[1,2,{}],"c":"]"}', 3, 7],
    ['', 0, 1],
    ['"', 0, 1],
    [']]][', 0, 2],
  ] as const) {
    assert.deepEqual(outlineOfJson(text), { depth, values }, text);
  }
});

test('both ways of measuring depth agree', () => {
  for (const depth of [0, 1, maxDepth, maxDepth + 1, maxDepth + 2]) {
    const text = depth === 0 ? '1' : nested(depth);
    assert.equal(outlineOfJson(text).depth, depth);
    assert.equal(isTooDeep(JSON.parse(text)), depth > maxDepth, String(depth));
  }
});
