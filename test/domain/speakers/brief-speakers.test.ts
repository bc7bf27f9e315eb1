import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutBriefSpeakers } from '#server/domain/speakers/brief-speakers.ts';
import type { Turn } from '#server/domain/transcript/types.ts';
import { spoken } from '#test/support/speech-state.ts';

/** Turns one after the other, 300 ms apart, a word in 400 ms. */
function talk(...said: [speaker: string, words: number][]) {
  const turns: Turn[] = [];
  const words = said.flatMap(([speaker, count]) => {
    const startMs = turns.length === 0 ? 0 : turns.at(-1)!.endMs + 300;
    turns.push({ speaker, startMs, endMs: startMs + count * 400 - 100, overlap: false });
    return spoken(speaker, startMs, Array.from({ length: count }, () => 'word').join(' '));
  });
  return { words: words.map(({ speaker: _, overlap: __, ...word }) => word), turns };
}

const speakersOf = (of: readonly { speaker: string }[]) =>
  [...new Set(of.map(({ speaker }) => speaker))].sort();
const joined = (said: Parameters<typeof talk>, known: number | null = null) => {
  const { words, turns } = talk(...said);
  return withoutBriefSpeakers(words, turns, known);
};

const twoPeople: Parameters<typeof talk> = [
  ['S1', 20],
  ['S2', 60],
  ['S1', 15],
  ['S3', 3],
  ['S1', 12],
  ['S2', 70],
];

test('a third speaker of three words between two people is one of them', () => {
  const { words, turns } = joined(twoPeople);
  assert.deepEqual(speakersOf(words), ['S1', 'S2']);
  assert.deepEqual(speakersOf(turns), ['S1', 'S2']);
  assert.equal(turns[3]!.speaker, 'S1');
  assert.ok(words.slice(95, 98).every(({ speaker }) => speaker === 'S1'));
});

test('names begin with S1 again where the first voice was none', () => {
  const { turns } = joined([
    ['S1', 2],
    ['S2', 40],
    ['S3', 60],
    ['S2', 30],
  ]);
  assert.deepEqual(
    turns.map(({ speaker }) => speaker),
    ['S1', 'S1', 'S2', 'S1'],
  );
});

test('a third person who says more stays, and so does one of a few words where three were told', () => {
  assert.deepEqual(speakersOf(joined([...twoPeople, ['S3', 12]]).words), ['S1', 'S2', 'S3']);
  assert.deepEqual(speakersOf(joined(twoPeople, 3).words), ['S1', 'S2', 'S3']);
});

test('a second person stays, however little they say', () => {
  assert.deepEqual(
    speakersOf(
      joined([
        ['S1', 300],
        ['S2', 2],
        ['S1', 200],
      ]).words,
    ),
    ['S1', 'S2'],
  );
});

test('a turn that is given away lies over the other person’s as it did before', () => {
  const { words, turns } = talk(...twoPeople);
  turns[3] = { ...turns[3]!, startMs: turns[4]!.startMs, endMs: turns[4]!.startMs + 900, overlap: true };
  turns[4] = { ...turns[4]!, overlap: true };
  const found = withoutBriefSpeakers(words, turns, null);
  assert.deepEqual(
    found.turns.map(({ overlap }) => overlap),
    [false, false, false, false, false, false],
  );
});
