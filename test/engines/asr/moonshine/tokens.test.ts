import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { endToken, type MoonshineTokens, readMoonshineTokens } from '#server/engines/asr/moonshine/tokens.ts';
import { bundledModel } from '#test/support/bundled-model.ts';

let tokens: MoonshineTokens;
before(async () => {
  tokens = await readMoonshineTokens(bundledModel('moonshine-tokens.txt'));
});

test('gives the numbers that the Llama vocabulary is known for', () => {
  assert.deepEqual(tokens.encode('Hello world'), [15_043, 3186]);
  assert.equal(tokens.decode([15_043, 3186]), 'Hello world');
});

for (const text of [
  'I worked for three years, in a small company.',
  "It's $64bn (5.5%) — isn't it?",
  'Kubernetes, PostgreSQL and TypeScript',
  'Ana Kovač, Björk Guðmundsdóttir, Łódź',
  '東京 and 안녕하세요 and Привет',
  'a character outside of the vocabulary: 🦜, 𓀀',
]) {
  test(`reads back what it wrote: ${text}`, () => {
    assert.equal(tokens.decode(tokens.encode(text)), text);
  });
}

test('writes characters without a piece of their own in bytes', () => {
  const parrot = tokens.encode('🦜').filter((token) => tokens.bytesOf(token)!.length === 1);
  const bytes = parrot.map((token) => tokens.bytesOf(token)![0]!);
  assert.deepEqual(bytes.slice(-4), [0xf0, 0x9f, 0xa6, 0x9c]);
});

test('half a character is shown as one that cannot be read', () => {
  const parrot = tokens.encode('🦜');
  assert.match(tokens.decode(parrot.slice(0, -1)), /^\ufffd+$/);
});

test('space around and inside of a text counts once', () => {
  assert.deepEqual(tokens.encode('  Hello   world '), tokens.encode('Hello world'));
});

test('start, end and what lies behind the vocabulary are no text', () => {
  for (const token of [0, 1, endToken, 32_000, 32_767]) assert.equal(tokens.bytesOf(token), null);
  assert.equal(tokens.decode([1, 15_043, endToken, 32_500]), 'Hello');
  assert.ok(tokens.special.endOfText === 32_000);
});
