import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '#server/config/limits.ts';
import { packOf, packs } from '#server/domain/languages/registry.ts';

test('every language of the interface has a pack, in its order', () => {
  assert.deepEqual(
    packs.map(({ code }) => code),
    limits.languages,
  );
  assert.equal(packOf('xx'), undefined);
});

test('every part of a pack is a regular expression that matches no empty text', () => {
  const parts = packs.flatMap(({ code, cv }) => textsIn(cv).map((text) => ({ code, text })));
  assert.ok(parts.length > 300);
  for (const { code, text } of parts) {
    assert.ok(!new RegExp(`^(?:${text})$`, 'iu').test(''), `${code}: ${text.slice(0, 60)}`);
  }
});

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];
