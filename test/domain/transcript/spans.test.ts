import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinSpans, liesIn, totalMs, withoutSpans } from '#server/domain/transcript/spans.ts';
import type { Span } from '#server/domain/transcript/types.ts';
import { seededRandom } from '../../../testkit/random.ts';

test('joins what touches or overlaps, in order, and drops what is empty', () => {
  const spans = [
    { startMs: 50, endMs: 60 },
    { startMs: 0, endMs: 10 },
    { startMs: 10, endMs: 20 },
    { startMs: 30, endMs: 30 },
    { startMs: 55, endMs: 58 },
  ];
  const joined = joinSpans(spans);
  assert.deepEqual(joined, [
    { startMs: 0, endMs: 20 },
    { startMs: 50, endMs: 60 },
  ]);
  assert.equal(totalMs(joined), 30);
  assert.deepEqual(spans[0], { startMs: 50, endMs: 60 }, 'the input is left alone');
});

test('what remains without some spans is just what they do not cover', () => {
  const random = seededRandom(4);
  const some = (): Span[] =>
    Array.from({ length: Math.floor(random() * 6) }, () => {
      const startMs = Math.floor(random() * 50);
      return { startMs, endMs: startMs + Math.floor(random() * 15) };
    });
  const covers = (spans: readonly Span[], at: number) =>
    spans.some((span) => at >= span.startMs && at < span.endMs);
  for (let round = 0; round < 300; round++) {
    const [from, removed] = [some(), some()];
    const rest = withoutSpans(from, removed);
    for (let at = 0; at < 70; at++) {
      assert.equal(covers(rest, at), covers(from, at) && !covers(removed, at));
    }
  }
});

test('a word lies where its middle is', () => {
  const spans = [{ startMs: 100, endMs: 200 }];
  assert.ok(liesIn(spans, { startMs: 60, endMs: 140 }));
  assert.ok(!liesIn(spans, { startMs: 190, endMs: 210 }));
  assert.ok(!liesIn([], { startMs: 0, endMs: 1 }));
});
