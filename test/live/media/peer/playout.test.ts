import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPlayout } from '#server/live/media/peer/playout.ts';
import { seededRandom } from '../../../../testkit/random.ts';

/** Each sound has one sample: the packet's number; of what is made up, the negative one of the packet that tells of it, or 0. */
function playout() {
  const sound = (value: number) => Int16Array.of(value, ...new Array<number>(319).fill(0));
  const made = createPlayout({
    decode: (packet) => {
      if (packet[0] === 255) throw new Error('no packet of Opus');
      return sound(packet[0]!);
    },
    decodeEarlier: (packet) => sound(-packet[0]!),
    guess: () => sound(0),
  });
  return {
    made,
    take: (sequence: number, value = sequence & 127, source = 1) =>
      made
        .take(
          {
            sequence: sequence & 0xffff,
            timestamp: 960 * sequence,
            source,
            payloadType: 111,
            payload: Buffer.of(value),
          },
          20 * sequence,
        )
        .map(([first]) => first),
  };
}

for (const [title, order, heard] of [
  ['in order: each at once', [1, 2, 3, 4], [[1], [2], [3], [4]]],
  ['two that changed places', [1, 3, 2, 4], [[1], [], [2, 3], [4]]],
  ['one twice', [1, 2, 2, 1, 3], [[1], [2], [], [], [3]]],
  ['one lost: by what the next tells of it', [1, 3, 4, 5, 6], [[1], [], [], [-3, 3, 4, 5], [6]]],
  ['three lost: two guessed', [1, 5, 6, 7], [[1], [], [], [0, 0, -5, 5, 6, 7]]],
  [
    'an outage: no more made up than 120 ms',
    [1, 100, 101, 102],
    [[1], [], [], [0, 0, 0, 0, 0, -100, 100, 101, 102]],
  ],
  ['numbers go round', [65_535, 65_536, 65_538, 65_537], [[127], [0], [], [1, 2]]],
] as const) {
  test(title, () => {
    const { take } = playout();
    assert.deepEqual(
      order.map((number) => take(number)),
      heard,
    );
  });
}

test('who is late again and again is waited for longer', () => {
  const { take } = playout();
  const late = (from: number) =>
    [from, from + 2, from + 3, from + 4, from + 1].flatMap((number) => take(number));
  assert.deepEqual(late(1), [1, -3, 3, 4, 5]);
  assert.deepEqual(late(6), [6, 7, 8, 9, 10]);
});

test('what is no sound is a lost packet, and another stream begins anew', () => {
  const { take } = playout();
  assert.deepEqual(
    [1, 2].map((number) => take(number)),
    [[1], [2]],
  );
  assert.deepEqual(take(3, 255), [0]);
  assert.deepEqual(take(40_000, 9, 2), [9]);
  assert.deepEqual(take(20_000, 8, 2), [8]);
});

test('whatever comes in whatever order, each packet is heard once at most, in order', () => {
  const random = seededRandom(7);
  for (let round = 0; round < 200; round++) {
    const { take } = playout();
    const sent = Array.from({ length: 100 }, (_, at) => ({ at, delay: at + 12 * random() * random() }))
      .filter(() => random() > 0.1)
      .sort((a, b) => a.delay - b.delay);
    const heard = sent.flatMap(({ at }) => take(at + 1)).filter((value) => value! > 0) as number[];
    assert.deepEqual(
      heard,
      [...new Set(heard)].sort((a, b) => a - b),
    );
    assert.ok(heard.length > 0.6 * sent.length);
  }
});
