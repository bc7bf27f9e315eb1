import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finalTurns } from '#server/domain/interview/final-turns.ts';

const word = (text: string, startMs: number, endMs = startMs + 300) => ({
  text,
  startMs,
  endMs,
  confidence: 0.9,
});
const asked = (startMs: number, endMs: number, text = 'Why?') => ({
  speaker: 'interviewer' as const,
  startMs,
  endMs,
  text,
});
const shape = (turns: ReturnType<typeof finalTurns>) =>
  turns.map(({ speaker, text }) => `${speaker[0]}: ${text}`);

test('words between two questions are one turn, with their times', () => {
  const turns = finalTurns(
    [asked(0, 1000), asked(5000, 6000)],
    [word('I', 1500), word('bake.', 1900), word('Bread.', 4000, 4400), word('Yes.', 6500)],
  );
  assert.deepEqual(shape(turns), ['i: Why?', 'c: I bake. Bread.', 'i: Why?', 'c: Yes.']);
  assert.deepEqual([turns[1]!.startMs, turns[1]!.endMs], [1500, 4400]);
  assert.equal(turns[1]!.words!.length, 3);
});

test('a long pause parts turns, too', () => {
  assert.deepEqual(shape(finalTurns([], [word('One.', 0), word('Two.', 9000)])), ['c: One.', 'c: Two.']);
});

test('who speaks over the question is not cut in the middle of a word, and turns stay in order', () => {
  const turns = finalTurns(
    [asked(1000, 3000)],
    [word('So', 900, 1300), word('yes', 1350), word('and', 3200)],
  );
  assert.deepEqual(shape(turns), ['c: So yes and', 'i: Why?']);
});

test('typed answers stay as they were', () => {
  const typed = { speaker: 'candidate' as const, startMs: 2000, endMs: 2000, text: 'I bake.' };
  assert.deepEqual(shape(finalTurns([asked(0, 1000), typed], [])), ['i: Why?', 'c: I bake.']);
});

test('words are joined as their writing joins them', () => {
  const words = ['東京', 'で', '働いて', 'います。'].map((text, at) => word(text, 400 * at));
  assert.deepEqual(shape(finalTurns([], words)), ['c: 東京で働いています。']);
});
