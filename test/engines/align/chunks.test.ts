import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Span } from '#server/domain/transcript/types.ts';
import { chunksOfWindows, partIntoChunks } from '#server/engines/align/chunks.ts';
import { seededRandom } from '../../../testkit/random.ts';

/** Words of 300 ms from pauses in front of them. */
function wordsAfter(...pausesMs: number[]): Span[] {
  let atMs = 0;
  return pausesMs.map((pauseMs) => {
    const startMs = atMs + pauseMs;
    atMs = startMs + 300;
    return { startMs, endMs: atMs };
  });
}

test('parts at long pauses and not at short ones', () => {
  const chunks = partIntoChunks(wordsAfter(500, 100, 900, 300, 2000), [], 10_000);
  assert.deepEqual(
    chunks.map(({ from, to }) => [from, to]),
    [
      [0, 2],
      [2, 4],
      [4, 5],
    ],
  );
});

test('parts where no speech was detected although words reach into the pause', () => {
  const words = [
    { startMs: 0, endMs: 1250 },
    { startMs: 1450, endMs: 2400 },
  ];
  const speech = [
    { startMs: 0, endMs: 900 },
    { startMs: 1750, endMs: 2400 },
  ];
  assert.equal(partIntoChunks(words, [], 3000).length, 1);
  const chunks = partIntoChunks(words, speech, 3000);
  assert.equal(chunks.length, 2);
  assert.ok(chunks[0]!.window.endMs < 1300 && chunks[1]!.window.startMs > 1350, JSON.stringify(chunks));
});

test('a word stretched over a whole pause is not cut off from either side of it', () => {
  const words = [
    { startMs: 0, endMs: 400 },
    { startMs: 400, endMs: 3000 },
    { startMs: 3000, endMs: 3400 },
  ];
  const speech = [
    { startMs: 0, endMs: 900 },
    { startMs: 2900, endMs: 3400 },
  ];
  assert.deepEqual(partIntoChunks(words, speech, 4000), [
    { from: 0, to: 3, window: { startMs: 0, endMs: 3750 } },
  ]);
});

test('any words in order are all covered once, in windows of bounded length that contain them', () => {
  const random = seededRandom(9);
  for (let round = 0; round < 100; round++) {
    const breathless = round % 3 === 0;
    const pauses = Array.from({ length: 1 + Math.floor(random() * 300) }, () =>
      breathless ? 0 : Math.floor(random() ** 4 * 3000),
    );
    const words = wordsAfter(...pauses);
    const durationMs = words.at(-1)!.endMs + Math.floor(random() * 500);
    const chunks = partIntoChunks(words, [], durationMs);
    let next = 0;
    for (const { from, to, window } of chunks) {
      assert.equal(from, next);
      assert.ok(to > from);
      next = to;
      assert.ok(window.startMs >= 0 && window.endMs <= durationMs);
      assert.ok(window.startMs <= words[from]!.startMs && window.endMs >= words[to - 1]!.endMs);
      assert.ok(window.endMs - window.startMs <= 26_000, JSON.stringify(window));
    }
    assert.equal(next, words.length);
  }
  assert.deepEqual(partIntoChunks([], [], 1000), []);
});

test('gives each window its words, also those whose rough times lie beside it', () => {
  const words = wordsAfter(100, 100, 5000, 100, 400);
  const windows = [
    { startMs: 50, endMs: 1000 },
    { startMs: 1200, endMs: 2000 },
    { startMs: 5700, endMs: 6500 },
  ];
  const chunks = chunksOfWindows(words, windows, 6600);
  assert.deepEqual(chunks, [
    { from: 0, to: 2, window: { startMs: 0, endMs: 1120 } },
    { from: 2, to: 5, window: { startMs: 5580, endMs: 6600 } },
  ]);
});
