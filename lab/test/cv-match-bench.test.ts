import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scoreByMeaning } from '#server/domain/matching/score-by-meaning.ts';
import { embeddings, statements, taxonomies } from '#test/support/written-cv.ts';
import { createBm25 } from '../bench/cv-match/bm25.ts';
import { jobs } from '../bench/cv-match/jobs.ts';
import { measurePairs } from '../bench/cv-match/measure-pairs.ts';
import { pairKinds, pairSets, readPairs } from '../bench/cv-match/pairs.ts';
import { averagePrecision } from '../bench/cv-match/ranking.ts';

const ranked = (order: string) => [...order].map((sign, at) => ({ score: -at, isRelevant: sign === 'R' }));

for (const [order, expected] of [
  ['RR--', 1],
  ['--RR', (1 / 3 + 2 / 4) / 2],
  ['R-R-', (1 + 2 / 3) / 2],
  ['----', 0],
] as const) {
  test(`the average precision of ${order}`, () => {
    assert.ok(Math.abs(averagePrecision(ranked(order)) - expected) < 1e-12);
  });
}

test('equal scores have the precision of all their orders on average', () => {
  const tied = (flags: readonly boolean[]) =>
    averagePrecision(flags.map((isRelevant) => ({ score: 1, isRelevant })));
  const orders = ['RR-', 'R-R', '-RR'].map((order) => averagePrecision(ranked(order)));
  const expected = orders.reduce((sum, value) => sum + value, 0) / orders.length;
  assert.ok(Math.abs(tied([true, true, false]) - expected) < 1e-12);
  assert.equal(tied([false, true, true]), tied([true, true, false]));
});

test('BM25 ranks by rare words that a text is about', () => {
  const rank = createBm25([
    'the cook cooks soup',
    'the pilot flies the plane',
    'a cook reads about a plane, a cook, a cook',
  ]);
  const [soup, plane, reader] = rank('cook of soups');
  assert.ok(soup! > reader! && reader! > plane!);
  assert.equal(plane, 0);
});

test('there is one job for each of the 24 occupations, in words the book knows', () => {
  assert.equal(new Set(jobs.map(({ category }) => category)).size, 24);
  for (const { industry, hardSkills } of jobs) {
    assert.ok(taxonomies.industries.named(industry), industry);
    for (const [name] of hardSkills) assert.ok(taxonomies.skills.named(name), name);
  }
});

test('half of the pairs of each kind are kept aside, and none is there twice', () => {
  for (const set of pairSets) {
    for (const kind of pairKinds[set]) {
      const chosen = readPairs(set, kind, 'chosen');
      const aside = readPairs(set, kind, 'aside');
      assert.equal(chosen.length, aside.length);
      const texts = new Set([...chosen, ...aside].map(({ asked, cv }) => [asked, ...cv].join('\n')));
      assert.equal(texts.size, chosen.length + aside.length);
    }
  }
});

test('of the pairs that chose thresholds most are right, and nothing is met without a quote', async () => {
  const book = { taxonomies, embeddings: await embeddings, statements: await statements };
  const figures = await measurePairs('chosen', (question) =>
    scoreByMeaning(question, book, new AbortController().signal),
  );
  assert.ok(figures.reduce((sum, { right }) => sum + right, 0) >= 200);
  assert.ok(figures.every(({ metUnquoted }) => metUnquoted === 0));
});
