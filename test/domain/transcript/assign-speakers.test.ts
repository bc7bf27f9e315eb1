import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assignSpeakers } from '#server/domain/transcript/assign-speakers.ts';
import type { Turn, Word } from '#server/domain/transcript/types.ts';

const word = (startMs: number, endMs: number, text = 'word'): Word => ({
  text,
  startMs,
  endMs,
  confidence: 0.9,
});
const turn = (speaker: string, startMs: number, endMs: number): Turn => ({
  speaker,
  startMs,
  endMs,
  overlap: false,
});
const speakersOf = (words: Word[], turns: Turn[]) =>
  assignSpeakers(words, turns).map(({ speaker }) => speaker);

test('a word belongs to the speaker whose turn covers most of it', () => {
  const turns = [turn('S1', 0, 1000), turn('S2', 1000, 2000)];
  assert.deepEqual(speakersOf([word(800, 1100), word(950, 1400)], turns), ['S1', 'S2']);
});

test('a word between turns goes to the nearest one', () => {
  const turns = [turn('S1', 0, 1000), turn('S2', 2000, 3000)];
  assert.deepEqual(speakersOf([word(1100, 1300), word(1700, 1900), word(3500, 3600)], turns), [
    'S1',
    'S2',
    'S2',
  ]);
});

test('without turns everything is said by one speaker', () => {
  assert.deepEqual(speakersOf([word(0, 100), word(5000, 5100)], []), ['S1', 'S1']);
});

test('a single word that slipped over a border in the flow of another speaker goes back', () => {
  const turns = [turn('S1', 0, 1000), turn('S2', 1000, 1300), turn('S1', 1300, 3000)];
  const words = [word(700, 990), word(1000, 1290), word(1310, 1600)];
  assert.deepEqual(speakersOf(words, turns), ['S1', 'S1', 'S1']);
});

test('a short answer set off by pauses stays with the one who gave it', () => {
  const turns = [turn('S1', 0, 1000), turn('S2', 1400, 1700), turn('S1', 2100, 3000)];
  const words = [word(700, 990), word(1400, 1690), word(2110, 2400)];
  assert.deepEqual(speakersOf(words, turns), ['S1', 'S2', 'S1']);
});

test('one recognised word of a long turn stays with its speaker', () => {
  const turns = [turn('S1', 0, 1000), turn('S2', 1000, 3000), turn('S1', 3000, 4000)];
  assert.deepEqual(
    speakersOf([word(700, 990), word(1050, 1400), word(1500, 1700), word(3000, 3200)], turns),
    ['S1', 'S2', 'S2', 'S1'],
  );
});

test('a word under which another speaks too is flagged, and kept by the one already speaking', () => {
  const turns = [turn('S1', 0, 2000), turn('S2', 1500, 3000)];
  const assigned = assignSpeakers([word(500, 900), word(1550, 1950), word(2200, 2500)], turns);
  assert.deepEqual(
    assigned.map(({ speaker, overlap }) => [speaker, overlap]),
    [
      ['S1', false],
      ['S1', true],
      ['S2', false],
    ],
  );
});

test('two people one after the other within a word do not count as overlap', () => {
  const turns = [turn('S1', 0, 1000), turn('S2', 1000, 2000)];
  assert.equal(assignSpeakers([word(800, 1200)], turns)[0]!.overlap, false);
});

test('words keep their order, text and times, with any speaker', () => {
  const words = [word(0, 100, 'one'), word(150, 300, 'two'), word(400, 500, 'three')];
  const assigned = assignSpeakers(words, [turn('S1', 0, 200), turn('S2', 200, 600)]);
  assert.deepEqual(
    assigned.map(({ text, startMs, endMs }) => ({ text, startMs, endMs })),
    words.map(({ text, startMs, endMs }) => ({ text, startMs, endMs })),
  );
});
