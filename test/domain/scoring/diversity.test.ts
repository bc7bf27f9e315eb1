import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  distinctInFirst,
  hdd,
  mattr,
  meanDistinct,
  mtld,
  mtldOneWay,
} from '#server/domain/scoring/diversity.ts';
import { distinctPerFloorMinutes, wordsPerFloorMinute } from '#server/domain/scoring/production.ts';

const words = (text: string) => text.split(' ');
const near = (actual: number | undefined, expected: number) =>
  assert.ok(actual !== undefined && Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);

test('MATTR averages the share of distinct words over every window', () => {
  // Windows of three in "a b a c a": aba 2, bac 3, aca 2.
  near(mattr(words('a b a c a'), 3), (2 + 3 + 2) / 9);
  near(mattr(words('a b c'), 3), 1);
  assert.equal(mattr(words('a b'), 3), undefined);
});

test('MTLD counts completed factors and the unfinished one in proportion', () => {
  // a b c a keeps .75; the second b makes 3/5 = .6: one factor, then "c a" without a repeat.
  near(mtldOneWay(words('a b c a b c a')), 7);
  // The remainder c a c is 2/3, under .72: a second factor.
  near(mtldOneWay(words('a b c a b c a c')), 4);
  // Only an unfinished factor: (1 - .75) / (1 - .72).
  near(mtldOneWay(words('a b c a')), 4 / (0.25 / 0.28));
  near(mtldOneWay(words('a b c d')), 4);
});

test('MTLD reads both ways and asks for a hundred words', () => {
  const pairs = Array.from({ length: 50 }, () => ['a', 'b']).flat();
  // Every three tokens complete a factor: 33 of them and one token over, either way.
  near(mtld(pairs), 100 / 33);
  assert.equal(mtld(pairs.slice(1)), undefined);
});

test('HD-D is the expected share of distinct words in a draw of 42', () => {
  const distinct = Array.from({ length: 42 }, (_, index) => `w${index}`);
  near(hdd(distinct), 1);
  near(hdd(Array.from({ length: 50 }, () => 'same')), 1 / 42);
  // 43 tokens, one word twice: it is always drawn, each of the other 41 with 42/43.
  near(hdd([...distinct, 'w0']), (1 + (41 * 42) / 43) / 42);
  assert.equal(hdd(distinct.slice(1)), undefined);
});

test('distinct words at a fixed length do not depend on how long a candidate speaks', () => {
  const once = words('one two three four one two three four');
  near(meanDistinct(once, 4), 4);
  near(meanDistinct([...once, ...once, ...once], 4), 4);
  assert.equal(distinctInFirst(once, 5), 4);
  assert.equal(distinctInFirst(once, 9), undefined);
});

test('production is counted per minute of floor time', () => {
  near(wordsPerFloorMinute(90, 45_000), 120);
  assert.equal(wordsPerFloorMinute(90, 0), undefined);
  // Four words a minute, in a cycle of four.
  near(distinctPerFloorMinutes(words('a b c d a b c d'), 120_000, 1), 4);
  assert.equal(distinctPerFloorMinutes(words('a b c d a b c d'), 120_000, 5), undefined);
});
