import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scoreWords } from '../bench/speakers/words.ts';

test('words in which one person speaks are right where they go to that person, alone and by whole sentences', () => {
  const reference = [
    { speaker: 'asks', startMs: 0, endMs: 2000 },
    { speaker: 'answers', startMs: 2000, endMs: 6000 },
    { speaker: 'asks', startMs: 5000, endMs: 6000 },
  ];
  // The border comes one word late: "Yes" goes to who asked.
  const turns = [
    { speaker: 'S1', startMs: 0, endMs: 2500, overlap: false },
    { speaker: 'S2', startMs: 2500, endMs: 6000, overlap: false },
  ];
  const texts = [
    'Were',
    'you',
    'there',
    'today?',
    'Yes',
    'I',
    'was',
    'there',
    'all',
    'day',
    'long',
    'indeed.',
  ];
  const words = texts.map((text, i) => ({
    text,
    startMs: i * 500 + 10,
    endMs: i * 500 + 480,
    confidence: 1,
  }));
  assert.deepEqual(scoreWords(reference, turns, words as never), { words: 10, right: 9, rightWhole: 10 });
});
