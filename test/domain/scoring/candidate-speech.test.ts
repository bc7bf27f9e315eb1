import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candidateSpeech } from '#server/domain/scoring/candidate-speech.ts';
import { abandonedWords, filledPauses, findRepairs } from '#server/domain/scoring/repair.ts';
import {
  articulationRate,
  meanPauseMs,
  meanRunSyllables,
  medianLatencyMs,
  perMinute,
  placedPauses,
  speechRate,
} from '#server/domain/scoring/timing.ts';
import type { SpokenWord, Turn } from '#server/domain/transcript/types.ts';
import { spoken } from '#test/support/spoken-interview.ts';

const word = (text: string, startMs: number, endMs: number, more: Partial<SpokenWord> = {}): SpokenWord => ({
  text,
  startMs,
  endMs,
  confidence: 0.9,
  speaker: 'A',
  overlap: false,
  ...more,
});
const turn = (speaker: string, startMs: number, endMs: number): Turn => ({
  speaker,
  startMs,
  endMs,
  overlap: false,
});

test('times of a small conversation come out as counted by hand', () => {
  // A question until 1000, an answer from 1600: "we worked" (pause 400) "very hard", one run in two parts.
  const words = [
    word('question', 0, 1000, { speaker: 'B' }),
    word('we', 1600, 1800),
    word('worked', 1800, 2200),
    word('very', 2600, 2900),
    word('hard', 2900, 3200),
  ];
  const speech = candidateSpeech(words, [turn('B', 0, 1000), turn('A', 1600, 3200)], 'A', []);
  assert.equal(speech.floorMs, 1600);
  assert.equal(speech.speechMs, 1200);
  assert.equal(medianLatencyMs(speech.floors), 600);
  const pauses = placedPauses(speech, () => false);
  assert.deepEqual(
    pauses.map(({ startMs, endMs, midClause }) => [startMs, endMs, midClause]),
    [[2200, 2600, true]],
  );
  assert.equal(meanPauseMs(pauses), 400);
  assert.equal(perMinute(pauses.length, speech.speechMs), 50);
  // we 1, worked 1, very 2, hard 1: five syllables in 1.2 s of articulation and 1.6 s of floor, in two runs.
  assert.equal(articulationRate(speech, 'en'), 5 / 1.2);
  assert.equal(speechRate(speech, 'en'), 5 / 1.6);
  assert.equal(meanRunSyllables(speech, 'en'), 2.5);
});

test('a listener who says "mhm" does not take the floor; an answer does', () => {
  const words = [word('first', 0, 500), word('second', 2000, 2500)];
  const own = [turn('A', 0, 500), turn('A', 2000, 2500)];
  const floors = (other: Turn) => candidateSpeech(words, [...own, other], 'A', []).floors.length;
  assert.equal(floors(turn('B', 800, 1200)), 1);
  assert.equal(floors(turn('B', 700, 1800)), 2);
});

test('a gap of 249 ms is no pause and one of 250 ms is', () => {
  const pauses = (gapMs: number) =>
    candidateSpeech([word('a', 0, 100), word('b', 100 + gapMs, 300 + gapMs)], [turn('A', 0, 1000)], 'A', [])
      .floors[0]!.pauses.length;
  assert.equal(pauses(249), 0);
  assert.equal(pauses(250), 1);
});

test('speech without recognised words is neither pause nor floor time', () => {
  const words = [word('before', 0, 500), word('after', 2500, 3000)];
  const heard = [{ startMs: 0, endMs: 3000 }];
  const missed = candidateSpeech(words, [turn('A', 0, 3000)], 'A', heard);
  assert.equal(missed.floors[0]!.pauses.length, 0);
  assert.equal(missed.floorMs, 1000);
  const silent = candidateSpeech(words, [turn('A', 0, 3000)], 'A', [
    { startMs: 0, endMs: 500 },
    { startMs: 2500, endMs: 3000 },
  ]);
  assert.equal(silent.floors[0]!.pauses.length, 1);
  assert.equal(silent.floorMs, 3000);
});

test('a detector that stretches speech into a pause does not fill it', () => {
  const words = [word('before', 0, 500), word('after', 1100, 1600)];
  const speech = [
    { startMs: 0, endMs: 700 },
    { startMs: 940, endMs: 1600 },
  ];
  assert.equal(candidateSpeech(words, [turn('A', 0, 1600)], 'A', speech).floors[0]!.pauses.length, 1);
});

test('unsupported and overlapped words and fillers are never scored and take their share of the floor time with them', () => {
  const { words, turns, candidate } = spoken(['A we ~grumbled ^over uh the plan']);
  const speech = candidateSpeech(words, turns, candidate, []);
  assert.deepEqual(
    speech.words.map(({ text }) => text),
    ['we', 'the', 'plan'],
  );
  assert.equal(speech.supportedShare, 3 / 5);
  // Two of five words are not known: they take two fifths of the time with them, pauses included.
  assert.equal(speech.floorMs, ((turns[0]!.endMs - turns[0]!.startMs) * 3) / 5);
  assert.equal(filledPauses(speech).length, 1);
});

test('a silence of minutes counts as ten seconds', () => {
  const words = [word('before', 0, 500), word('after', 120_500, 121_000)];
  const speech = candidateSpeech(words, [turn('A', 0, 121_000)], 'A', []);
  assert.equal(speech.floorMs, 11_000);
});

for (const [said, expected] of [
  ['i i think so', ['repetition: i i']],
  ['we put it in the uh in the box', ['repetition: in the in the']],
  ['they found they discovered a mistake', ['restart: they found they discovered']],
  ['it was very very good', []],
  ['i think i know the way', []],
  ['we had had enough of it', []],
  ['i ~i think so', []],
] as const) {
  test(`repairs of "${said}": ${expected.join('; ') || 'none'}`, () => {
    const { words, turns, candidate } = spoken([`A ${said}`]);
    const repairs = findRepairs(candidateSpeech(words, turns, candidate, []));
    assert.deepEqual(
      repairs.map((repair) => `${repair.kind}: ${repair.words.map(({ text }) => text).join(' ')}`),
      expected,
    );
  });
}

test('words taken back do not count as said', () => {
  const { words, turns, candidate } = spoken([
    'A we put it in the uh in the box they found they discovered it',
  ]);
  const abandoned = abandonedWords(candidateSpeech(words, turns, candidate, []));
  assert.deepEqual(
    [...abandoned].map(({ text }) => text),
    ['in', 'the', 'they', 'found'],
  );
});

test('what a transcriber marked as taken back or cut off is one repair', () => {
  const { words, turns, candidate } = spoken(['A he are th- they are here']);
  const marked = words.map((word, index) => (index < 2 ? { ...word, abandoned: true } : word));
  const speech = candidateSpeech(marked, turns, candidate, []);
  const repairs = findRepairs(speech);
  assert.deepEqual(
    repairs.map(({ abandoned }) => abandoned.map(({ text }) => text).join(' ')),
    ['he are th-'],
  );
  assert.ok(!speech.words.some(({ text }) => text === 'th-'));
});
