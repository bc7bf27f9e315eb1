import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { StreamingAsrEvent } from '#server/engines/asr/port.ts';
import {
  behindFinishedMs,
  finishedFrom,
  finishedWaitMs,
  likelyFrom,
  likelyWaitMs,
} from '#server/engines/turns/finished.ts';
import { createHeardTurns, defaultPatienceMs } from '#server/engines/turns/heard.ts';
import type { TurnEnd } from '#server/engines/turns/port.ts';

const final = (startMs: number, endMs: number, text: string): StreamingAsrEvent => ({
  ...{ type: 'final', startMs, endMs },
  words: text.split(' ').map((one) => ({ text: one, startMs, endMs, confidence: 1 })),
});
const begins = (startMs: number): StreamingAsrEvent => ({ type: 'speech-start', startMs });
const ends = (startMs: number, endMs: number): StreamingAsrEvent => ({ type: 'speech-end', startMs, endMs });

/** Turns of a stream of sound whose every sample is the second it lies in, heard by a network that says `sounds`. */
async function turnsOf(
  events: readonly (readonly [number, StreamingAsrEvent])[],
  sounds: (heard: Float32Array) => number | Promise<number>,
  options: { patienceMs?: number; untilMs?: number } = {},
): Promise<TurnEnd[]> {
  const { patienceMs, untilMs = 20_000 } = options;
  const detector = createHeardTurns({ probability: async (samples) => sounds(samples) });
  const session = detector.start({ language: 'en', ...(patienceMs !== undefined && { patienceMs }) });
  const turns: TurnEnd[] = [];
  let next = 0;
  for (let nowMs = 0; nowMs <= untilMs; nowMs += 20) {
    while (next < events.length && events[next]![0] <= nowMs) session.hear(events[next++]![1]);
    const end = await session.advance(nowMs);
    if (end) turns.push(end);
    session.push(new Float32Array(320).fill(Math.floor(nowMs / 1000)));
  }
  return turns;
}

const said = (text: string): [number, StreamingAsrEvent][] => [
  [1250, begins(1000)],
  [4200, ends(1000, 4000)],
  [4400, final(1000, 4000, text)],
];
const surely = () => finishedFrom;
const likely = () => likelyFrom.withWords;
const hardly = () => likelyFrom.withWords - 0.01;
const certainly = () => likelyFrom.alone;

for (const [title, text, sounds, waitMs] of [
  ['sounds and reads finished', 'I left.', surely, finishedWaitMs],
  ['reads finished and probably sounds so', 'I left.', likely, likelyWaitMs],
  ['sounds finished beyond doubt', 'I left', certainly, likelyWaitMs],
  ['only reads finished', 'I left.', hardly, defaultPatienceMs],
  ['only sounds finished', 'I left', surely, defaultPatienceMs],
  ['leads on, however it sounds', 'I left because.', certainly, 2500],
] as const) {
  test(`the wait after what ${title}`, async () => {
    const [turn, ...more] = await turnsOf(said(text), sounds);
    assert.deepEqual([turn!.atMs - turn!.endMs, turn!.probability, more.length], [waitMs, sounds(), 0]);
  });
}

test('in other languages nothing is ended by its sound alone', () => {
  const waits = (reason: TurnEnd['reason'], language: string) =>
    behindFinishedMs(
      { reason, probability: 1, confidence: 1, sentenceEnd: 0, drawl: 0 },
      { language, recogniser: '' },
    );
  assert.equal(waits('silence', 'de'), undefined);
  assert.equal(waits('silence', 'en'), likelyWaitMs);
  assert.equal(waits('sentence-ended', 'de'), finishedWaitMs);
});

test('sound, the last word’s confidence, length and mark, and the end of a sentence count together; what leads on never ends', () => {
  const waits = (
    reason: TurnEnd['reason'],
    probability: number,
    confidence: number,
    { sentenceEnd = 4, drawl = 0.5 } = {},
  ) =>
    behindFinishedMs(
      { reason, probability, confidence, sentenceEnd, drawl },
      { language: 'en', recogniser: 'moonshine-base-en' },
    ) ?? defaultPatienceMs;
  assert.equal(
    waits('sentence-ended', 0.98, 0.99, { drawl: -1 }),
    defaultPatienceMs,
    'a word that was cut off',
  );
  assert.equal(
    waits('sentence-ended', 0.98, 0.99, { sentenceEnd: -1 }),
    defaultPatienceMs,
    'a comma is likelier',
  );
  assert.equal(waits('sentence-ended', 0.98, 0.99), finishedWaitMs);
  assert.equal(waits('sentence-ended', 0.9, 0.9), likelyWaitMs);
  assert.equal(waits('sentence-ended', 0.9, 0.4), defaultPatienceMs, 'a word that was hardly understood');
  assert.equal(waits('sentence-ended', 0.1, 1), defaultPatienceMs);
  assert.equal(waits('silence', 0.99, 1), likelyWaitMs);
  assert.equal(waits('silence', 0.8, 1), defaultPatienceMs);
  assert.equal(waits('long-silence', 1, 1), defaultPatienceMs);
});

test('a persona’s patience is waited for, short and long', async () => {
  for (const patienceMs of [800, 2500]) {
    const [turn] = await turnsOf(said('I left'), surely, { patienceMs });
    assert.equal(turn!.atMs - turn!.endMs, patienceMs);
  }
});

test('who goes on after a pause inside a sentence is not cut off, and what sounded then does not count', async () => {
  const events: [number, StreamingAsrEvent][] = [
    ...said('I left the'),
    [5750, begins(5500)],
    [7200, ends(5500, 7000)],
    [7400, final(5500, 7000, 'house.')],
  ];
  let asked = 0;
  const turns = await turnsOf(events, () => (asked++ === 0 ? 0.2 : 0.95));
  assert.deepEqual(
    turns.map(({ startMs, endMs, atMs }) => [startMs, endMs, atMs - endMs]),
    [[1000, 7000, finishedWaitMs]],
  );
});

test('the network hears the last 8 s and 200 ms of the silence, however long the speaker spoke', async () => {
  let heard = new Float32Array();
  const events: [number, StreamingAsrEvent][] = [
    [1000, begins(800)],
    [40_200, ends(800, 40_000)],
    [40_400, final(30_000, 40_000, 'So I left.')],
  ];
  await turnsOf(
    events,
    (samples) => {
      heard = Float32Array.from(samples);
      return 0.95;
    },
    { untilMs: 45_000 },
  );
  assert.equal(heard.length, 8.2 * 16_000);
  assert.deepEqual([heard[0], heard.at(-1)], [32, 40]);
});

test('a network that is slow is waited for: the same sound gives the same turns', async () => {
  const quick = await turnsOf(said('I left.'), surely);
  const slow = await turnsOf(said('I left.'), async () => {
    await delay(50);
    return finishedFrom;
  });
  assert.deepEqual(slow, quick);
});

test('a network that fails is told of where its answer is needed', async () => {
  await assert.rejects(
    turnsOf(said('I left.'), () => {
      throw new Error('out of memory');
    }),
    /out of memory/,
  );
});

test('sound like speech at the last moment is waited for: the turn goes on, or ends a little later', async () => {
  const almost = 4000 + defaultPatienceMs - 40;
  const likely: StreamingAsrEvent = { type: 'speech-likely', startMs: almost - 100 };
  const [late] = await turnsOf([...said('I left.'), [almost, likely]], hardly);
  assert.equal(late!.atMs, almost + 360);
  const goesOn = await turnsOf(
    [
      ...said('I left.'),
      [almost, likely],
      [almost + 200, begins(almost - 100)],
      [9000, ends(almost - 100, 8800)],
      [9200, final(almost - 100, 8800, 'And came back.')],
    ],
    hardly,
  );
  assert.deepEqual(
    goesOn.map(({ startMs, endMs }) => [startMs, endMs]),
    [[1000, 8800]],
  );
});

/** Speech of a loudness until `endMs`, then silence; where given, sound again from `againMs` on. */
async function turnsOfSound(
  endMs: number,
  events: readonly (readonly [number, StreamingAsrEvent])[],
  againMs = 1e9,
) {
  const session = createHeardTurns({ probability: async () => finishedFrom }).start({ language: 'en' });
  const turns: TurnEnd[] = [];
  let next = 0;
  for (let nowMs = 20; nowMs <= 20_000; nowMs += 20) {
    const isLoud = (nowMs > 1000 && nowMs <= endMs) || nowMs > againMs;
    session.push(new Float32Array(320).fill(isLoud ? 0.3 : 0.001));
    while (next < events.length && events[next]![0] <= nowMs) session.hear(events[next++]![1]);
    const end = await session.advance(nowMs);
    if (end) turns.push(end);
  }
  return turns;
}

test('silence is counted from the last loud sound, not from where the detector ends speech', async () => {
  const [turn] = await turnsOfSound(3720, said('I left.'));
  assert.deepEqual([turn!.endMs, turn!.atMs], [3720, 4400], 'and its words are waited for');
  const [late] = await turnsOfSound(3000, said('I left.'));
  assert.equal(late!.endMs, 4000, 'what it heard for longer was quieter speech');
});

test('a speaker who goes on at the very moment is not cut off', async () => {
  const againMs = 4000 + defaultPatienceMs - 60;
  const goesOn = await turnsOfSound(
    4000,
    [
      ...said('I left'),
      [againMs + 260, begins(againMs)],
      [9000, ends(againMs, 8800)],
      [9200, final(againMs, 8800, 'and came back')],
    ],
    againMs,
  );
  assert.deepEqual(
    goesOn.map(({ startMs }) => startMs),
    [1000],
  );
  assert.ok(goesOn[0]!.atMs > 8800);
  const [noise] = await turnsOfSound(4000, said('I left'), againMs);
  assert.equal(noise!.atMs, 4000 + defaultPatienceMs + 360, 'a noise is waited for once');
});

test('words that come late are waited for, also those of an earlier stretch; no words are words', async () => {
  const turns = await turnsOfSound(5500, [
    [1250, begins(1000)],
    [4200, ends(1000, 4000)],
    [4950, begins(4700)],
    [5700, ends(4700, 5500)],
    [9000, final(1000, 4000, 'I left')],
    [12_000, { type: 'final', startMs: 4700, endMs: 5500, words: [] }],
  ]);
  assert.deepEqual(
    turns.map(({ startMs, endMs, atMs }) => [startMs, endMs, atMs]),
    [[1000, 5500, 12_000]],
  );
});

test('speech that was divided ends with its second part, unless nothing is left of that', async () => {
  const first = final(1000, 3000, 'I left');
  const divided = await turnsOfSound(4000, [
    ...said('').slice(0, 2),
    [4300, first],
    [9000, final(3000, 4000, 'the house.')],
  ]);
  assert.deepEqual(
    divided.map(({ atMs }) => atMs),
    [9000],
  );
  const [whole] = await turnsOfSound(2900, [
    [1250, begins(1000)],
    [3100, ends(1000, 2900)],
    [4300, first],
  ]);
  assert.equal(whole!.endMs, 2900);
});
