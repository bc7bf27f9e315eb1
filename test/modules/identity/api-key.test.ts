import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  generateApiKey,
  hashApiKey,
  looksLikeApiKey,
  visibleParts,
} from '#server/modules/identity/api-key.ts';

test('keys have the published form, never repeat, and use every character evenly', () => {
  const count = 4000;
  const keys = Array.from({ length: count }, generateApiKey);
  assert.equal(new Set(keys).size, count);
  const uses = new Map<string, number>();
  for (const key of keys) {
    assert.match(key, /^assay_api_[0-9A-Za-z]{49}$/);
    for (const character of key.slice(10, 53)) uses.set(character, (uses.get(character) ?? 0) + 1);
  }
  // 62 characters, chi-square with 61 degrees of freedom: beyond 130 once in ten million runs.
  const expected = (count * 43) / 62;
  assert.equal(uses.size, 62);
  const chiSquare = [...uses.values()].reduce((sum, seen) => sum + (seen - expected) ** 2 / expected, 0);
  assert.ok(chiSquare < 130, `chi-square ${chiSquare}`);
});

test('a mistyped key is recognised by its checksum', () => {
  const key = generateApiKey();
  assert.equal(looksLikeApiKey(key), true);
  for (let position = 10; position < key.length; position++) {
    const wrong = key[position] === 'a' ? 'b' : 'a';
    assert.equal(looksLikeApiKey(key.slice(0, position) + wrong + key.slice(position + 1)), false);
  }
  assert.equal(looksLikeApiKey(`${key}x`), false);
  assert.equal(looksLikeApiKey(key.slice(0, -1)), false);
});

test('keys of older forms need a prefix that ends in api_', () => {
  assert.equal(looksLikeApiKey('speech_api_abcdefgh12345'), true);
  assert.equal(looksLikeApiKey('api_abcdefgh12345'), true);
  for (const text of [
    'abcdefgh12345',
    'speech_key_abcdefgh12345',
    'api_',
    'api_short',
    'api_with space 1234',
    `api_${'x'.repeat(300)}`,
  ]) {
    assert.equal(looksLikeApiKey(text), false, text);
  }
});

test('the stored hash depends on the whole key and on the pepper', () => {
  const hash = hashApiKey('assay_api_one', 'pepper');
  assert.match(hash, /^[0-9a-f]{64}$/);
  assert.equal(hash, hashApiKey('assay_api_one', 'pepper'));
  assert.notEqual(hash, hashApiKey('assay_api_two', 'pepper'));
  assert.notEqual(hash, hashApiKey('assay_api_one', 'other pepper'));
});

test('only the prefix and the last four characters of a key are visible', () => {
  assert.deepEqual(visibleParts('assay_api_abcdefgh1234'), { prefix: 'assay_api_', lastFour: '1234' });
});
