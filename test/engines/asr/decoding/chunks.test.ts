import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Span } from '#server/domain/transcript/types.ts';
import { onRecording, packChunks } from '#server/engines/asr/decoding/chunks.ts';
import { seededRandom } from '../../../../testkit/random.ts';

const pack = (speech: Span[], options: Partial<Parameters<typeof packChunks>[1]> = {}) =>
  packChunks(speech, {
    maxMs: 30_000,
    padMs: 150,
    durationMs: 600_000,
    quietestMs: async (fromMs, toMs) => (fromMs + toMs) / 2,
    ...options,
  });

test('joins spans in order until a chunk is full and leaves the silence between them out', async () => {
  const chunks = await pack([
    { startMs: 1000, endMs: 11_000 },
    { startMs: 15_000, endMs: 30_000 },
    { startMs: 40_000, endMs: 50_000 },
  ]);
  assert.deepEqual(chunks, [
    {
      durationMs: 25_600,
      pieces: [
        { startMs: 850, endMs: 11_150 },
        { startMs: 14_850, endMs: 30_150 },
      ],
    },
    { durationMs: 10_300, pieces: [{ startMs: 39_850, endMs: 50_150 }] },
  ]);
});

test('pads no further than the middle of a short gap or the ends of the recording', async () => {
  const [chunk] = await pack(
    [
      { startMs: 50, endMs: 1000 },
      { startMs: 1100, endMs: 1990 },
    ],
    { durationMs: 2000 },
  );
  assert.deepEqual(chunk, { durationMs: 2000, pieces: [{ startMs: 0, endMs: 2000 }] });
});

test('divides a span longer than a chunk at the quietest moment of its last part', async () => {
  const asked: number[][] = [];
  const chunks = await pack([{ startMs: 0, endMs: 70_000 }], {
    padMs: 0,
    quietestMs: async (...range) => {
      asked.push(range);
      return range[0] + 1000;
    },
  });
  assert.deepEqual(asked[0], [18_000, 30_000]);
  assert.deepEqual(
    chunks.flatMap(({ pieces }) => pieces),
    [
      { startMs: 0, endMs: 19_000 },
      { startMs: 19_000, endMs: 38_000 },
      { startMs: 38_000, endMs: 57_000 },
      { startMs: 57_000, endMs: 70_000 },
    ],
  );
});

test('gives nothing to hear where there is no speech', async () => {
  assert.deepEqual(await pack([]), []);
});

test('leads every time in a chunk back to the recording', () => {
  const chunk = {
    durationMs: 3000,
    pieces: [
      { startMs: 5000, endMs: 6000 },
      { startMs: 9000, endMs: 11_000 },
    ],
  };
  assert.deepEqual(onRecording(chunk, { startMs: 200, endMs: 700 }), { startMs: 5200, endMs: 5700 });
  assert.deepEqual(onRecording(chunk, { startMs: 1500, endMs: 1800 }), { startMs: 9500, endMs: 9800 });
});

test('gives a word across a joint to the piece that holds most of it', () => {
  const chunk = {
    durationMs: 2000,
    pieces: [
      { startMs: 0, endMs: 1000 },
      { startMs: 5000, endMs: 6000 },
    ],
  };
  assert.deepEqual(onRecording(chunk, { startMs: 900, endMs: 1300 }), { startMs: 5000, endMs: 5300 });
  assert.deepEqual(onRecording(chunk, { startMs: 600, endMs: 1300 }), { startMs: 600, endMs: 1000 });
});

test('never exceeds the longest chunk, never loses or repeats speech, whatever the spans', async () => {
  const random = seededRandom(7);
  for (let round = 0; round < 200; round++) {
    const speech: Span[] = [];
    for (let atMs = 0; atMs < 500_000; ) {
      const startMs = atMs + Math.floor(1 + random() * 4000);
      const endMs = startMs + Math.floor(1 + random() * (round % 10 === 0 ? 90_000 : 9000));
      speech.push({ startMs, endMs });
      atMs = endMs;
    }
    const chunks = await pack(speech, { durationMs: 700_000 });
    const pieces = chunks.flatMap((chunk) => chunk.pieces);
    assert.ok(chunks.every(({ durationMs }) => durationMs <= 30_000));
    assert.ok(pieces.every((piece, i) => piece.startMs >= (pieces[i - 1]?.endMs ?? 0)));
    for (const { startMs, endMs } of speech) {
      const coveredMs = pieces.reduce(
        (sum, piece) => sum + Math.max(0, Math.min(endMs, piece.endMs) - Math.max(startMs, piece.startMs)),
        0,
      );
      assert.equal(coveredMs, endMs - startMs);
    }
  }
});
