import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Passage } from '#server/domain/matching/passage-index.ts';
import { statementsIn } from '#server/domain/matching/statements.ts';

const line = (text: string, position: number | null = 0): Passage => ({
  text,
  claimed: text,
  denied: null,
  page: 1,
  box: { x: 0, y: 0, width: 1, height: 0.01 },
  zone: 'work',
  position,
  recency: 1,
});
const textsOf = (...lines: Passage[]) => statementsIn(lines).map(({ text }) => text);

test('a bullet with its further lines is one statement, and keeps the lines it stands on', () => {
  const lines = [
    line('Kept eighteen vans on the road and'),
    line('booked their inspections'),
    line('Sold parts to garages'),
  ];
  const statements = statementsIn(lines);
  assert.deepEqual(
    statements.map(({ text }) => text),
    ['Kept eighteen vans on the road and booked their inspections', 'Sold parts to garages'],
  );
  assert.deepEqual(statements[0]!.passages, lines.slice(0, 2));
  assert.deepEqual(statements[1]!.passages, lines.slice(2));
});

test('sentences of one line are statements by themselves, also where no space parts them', () => {
  const one = line('Informed customers about prices.Trained new employees on the till. Counted the stock');
  assert.deepEqual(textsOf(one), [
    'Informed customers about prices.',
    'Trained new employees on the till.',
    'Counted the stock',
  ]);
});

test('a sentence over two lines keeps only the lines it stands on', () => {
  const lines = [
    line('Opened the shop. Taught the'),
    line('apprentices to plaster. Swept the yard each night'),
  ];
  const found = statementsIn(lines);
  assert.deepEqual(
    found.map(({ passages }) => passages.length),
    [1, 2, 1],
  );
});

test('abbreviations and product names do not end a sentence', () => {
  assert.deepEqual(textsOf(line('Wrote services in Node.js and ASP.NET for clients')), [
    'Wrote services in Node.js and ASP.NET for clients',
  ]);
});

test('lines of two positions are never one statement', () => {
  assert.equal(textsOf(line('Managed the team of', 0), line('nurses on the night ward', 1)).length, 2);
});

test('a sentence of more than forty words comes in pieces, without a word lost', () => {
  const words = Array.from({ length: 95 }, (_, n) => `word${n}`);
  const texts = textsOf(line(words.join(' ')));
  assert.equal(texts.length, 3);
  assert.deepEqual(texts.join(' ').split(' '), words);
});

test('fragments of two words tell of nothing', () => {
  assert.deepEqual(textsOf(line('Other duties.')), []);
});
