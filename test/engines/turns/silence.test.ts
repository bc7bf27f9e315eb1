import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StreamingAsrEvent } from '#server/engines/asr/port.ts';
import type { TurnEnd } from '#server/engines/turns/port.ts';
import { createSilenceTurns, turnWaitsMs } from '#server/engines/turns/silence.ts';
import { leadsOn } from '#server/engines/turns/unfinished.ts';
import { seededRandom } from '../../../scripts/shared/random.ts';

const longestMs = Math.max(...Object.values(turnWaitsMs));
const heard = (
  type: 'partial' | 'final',
  startMs: number,
  endMs: number,
  text: string,
): StreamingAsrEvent => ({
  ...{ type, startMs, endMs },
  words: text.split(' ').map((one) => ({ text: one, startMs, endMs, confidence: 1 })),
});
const begins = (startMs: number): StreamingAsrEvent => ({ type: 'speech-start', startMs });
const ends = (startMs: number, endMs: number): StreamingAsrEvent => ({ type: 'speech-end', startMs, endMs });

/** Every turn of a stream, with the clock moved on by 20 ms at a time; events by the time they are told. */
async function turnsOf(
  events: readonly (readonly [number, StreamingAsrEvent])[],
  untilMs: number,
): Promise<TurnEnd[]> {
  const session = createSilenceTurns().start({ language: 'en' });
  const turns: TurnEnd[] = [];
  let next = 0;
  for (let nowMs = 0; nowMs <= untilMs; nowMs += 20) {
    while (next < events.length && events[next]![0] <= nowMs) session.hear(events[next++]![1]);
    const end = await session.advance(nowMs);
    if (end) turns.push(end);
  }
  return turns;
}

const said = (type: 'partial' | 'final', text: string): [number, StreamingAsrEvent][] => [
  [1250, begins(1000)],
  [4300, ends(1000, 4000)],
  [4400, heard(type, 1000, 4000, text)],
];

for (const [title, events, reason] of [
  ['a whole sentence', said('final', 'I left.'), 'sentence-ended'],
  ['an abbreviation', said('final', 'I met Dr.'), 'silence'],
  ['words without an end', said('final', 'I left'), 'silence'],
  ['a hesitation', said('final', 'I left, um.'), 'long-silence'],
  ['a conjunction, also with a full stop', said('final', 'I left because.'), 'long-silence'],
  ['a comma', said('final', 'I left,'), 'long-silence'],
  ['a broken word', said('final', 'I le-'), 'long-silence'],
  ['a full stop behind a part of what was said', said('partial', 'I left.'), 'silence'],
  ['a part that leads on', said('partial', 'I left and'), 'long-silence'],
  ['a sound without words', said('final', ''), 'silence'],
  ['no words at all', said('final', '').slice(0, 2), 'silence'],
] as const) {
  test(`the wait after ${title}: ${reason}`, async () => {
    const atMs = 4000 + turnWaitsMs[reason];
    assert.deepEqual(await turnsOf(events, 20_000), [{ startMs: 1000, endMs: 4000, atMs, reason }]);
  });
}

test('a pause that is shorter than the wait joins what is said before and after', async () => {
  const events = [
    ...said('final', 'I left.'),
    [4650, begins(4500)],
    [6300, ends(4500, 6000)],
    [6350, heard('final', 4500, 6000, 'And I came back.')],
  ] as const;
  const atMs = 6000 + turnWaitsMs['sentence-ended'];
  assert.deepEqual(await turnsOf(events, 20_000), [
    { startMs: 1000, endMs: 6000, atMs, reason: 'sentence-ended' },
  ]);
});

test('words that come late are those of their own speech', async () => {
  const events = [
    [1250, begins(1000)],
    [2300, ends(1000, 2000)],
    [2400, begins(2350)],
    [2500, heard('final', 1000, 2000, 'I left.')],
    [3300, ends(2350, 3000)],
  ] as const;
  assert.deepEqual(
    (await turnsOf(events, 20_000)).map(({ reason }) => reason),
    ['silence'],
    'the second speech has no words yet, so nothing is known of its end',
  );
});

test('a recogniser that is late shortens the wait once it has its words', async () => {
  const events: [number, StreamingAsrEvent][] = [
    [1250, begins(1000)],
    [4300, ends(1000, 4000)],
    [5000, heard('final', 1000, 4000, 'I left.')],
  ];
  assert.equal((await turnsOf(events, 20_000))[0]!.atMs, 5000);
});

test('whatever is said, a turn never ends while somebody speaks and always after the longest wait', async () => {
  const texts = ['Yes.', 'and', 'um', 'so it goes', 'well,', '', 'No!'];
  for (let seed = 1; seed <= 200; seed++) {
    const random = seededRandom(seed);
    const between = (low: number, high: number) => Math.round(low + random() * (high - low));
    const speech: { startMs: number; endMs: number }[] = [];
    const events: [number, StreamingAsrEvent][] = [];
    let atMs = 0;
    for (let count = between(1, 12); count > 0; count--) {
      const startMs = atMs + between(200, 4000);
      const endMs = startMs + between(200, 6000);
      speech.push({ startMs, endMs });
      const told = [startMs + between(100, 350), endMs + between(180, 250)] as const;
      events.push([told[0], begins(startMs)], [told[1], ends(startMs, endMs)]);
      for (const type of ['partial', 'final'] as const) {
        const text = texts[between(0, texts.length - 1)]!;
        const tellMs = type === 'final' ? told[1] + between(0, 3000) : between(...told);
        if (random() < 0.8) events.push([tellMs, heard(type, startMs, endMs, text)]);
      }
      atMs = endMs;
    }
    const ordered = events.toSorted(([a], [b]) => a - b);
    const turns = await turnsOf(ordered, atMs + 20_000);
    for (const turn of turns) {
      const known = ordered.filter(([ms]) => ms <= turn.atMs).map(([, event]) => event);
      const edges = known.filter(({ type }) => type.startsWith('speech'));
      assert.equal(edges.at(-1)!.type, 'speech-end', `seed ${seed}: cut off at ${turn.atMs}`);
      assert.ok(turn.atMs - turn.endMs >= Math.min(...Object.values(turnWaitsMs)));
      assert.ok(turn.atMs - turn.endMs <= longestMs + 20, `seed ${seed}: waited too long`);
    }
    for (const [at, { endMs }] of speech.entries()) {
      const next = speech[at + 1]?.startMs ?? Number.POSITIVE_INFINITY;
      const ended = turns.filter((turn) => turn.endMs === endMs).length;
      const fewest = next - endMs > longestMs + 20 ? 1 : 0;
      assert.ok(ended >= fewest && ended <= 1, `seed ${seed}: ${endMs} has ${ended} ends`);
    }
  }
});

test('words lead on by language', () => {
  assert.deepEqual(
    [leadsOn('und', 'de'), leadsOn('und', 'en'), leadsOn('Ähm.', 'de'), leadsOn('yes.', 'en')],
    [true, false, true, false],
  );
  assert.ok(leadsOn('well…', 'tr') && leadsOn('well...', 'tr'), 'marks are of every language');
});
