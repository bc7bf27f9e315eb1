import assert from 'node:assert/strict';
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  createStatesFile,
  readStates,
  runsOfWindow,
  type StateRun,
  speechStates,
} from '#server/engines/align/speech-states.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

const clock = { width: 2, frameMs: 20, firstFrameMs: 30 };

/** Frames whose first number tells which they are. */
const rows = (first: number, count: number): Float32Array =>
  Float32Array.from({ length: 2 * count }, (_, at) => first + (at >> 1));

const firsts = (found: readonly Float32Array[]): number[] => found.map((row) => row[0]!);

test('a span gets the frames whose middles lie in it, else the nearest, across windows', () => {
  const states = speechStates(
    [
      { firstMiddleMs: 30, states: rows(0, 3) },
      { firstMiddleMs: 500, states: rows(10, 2) },
    ],
    clock,
  );
  assert.deepEqual(firsts(states.at({ startMs: 30, endMs: 70 })), [0, 1]);
  assert.deepEqual(firsts(states.at({ startMs: 0, endMs: 1000 })), [0, 1, 2, 10, 11]);
  assert.deepEqual(firsts(states.at({ startMs: 52, endMs: 60 })), [1]);
  assert.deepEqual(firsts(states.at({ startMs: 0, endMs: 4 })), [0]);
  assert.deepEqual(firsts(states.at({ startMs: 200, endMs: 210 })), [2]);
  assert.deepEqual(firsts(states.at({ startMs: 9000, endMs: 9001 })), [11]);
  assert.deepEqual(speechStates([], clock).at({ startMs: 0, endMs: 10 }), []);
});

test('a window made of two pieces of a recording lies where its pieces lay', () => {
  const pieces = [
    { startMs: 1000, endMs: 1100 },
    { startMs: 5000, endMs: 5100 },
  ];
  const runs = runsOfWindow(pieces, rows(0, 9), clock);
  // Middles at 30, 50, 70, 90 | 110, 130, … ms of the window.
  assert.deepEqual(
    runs.map(({ firstMiddleMs, states }) => [firstMiddleMs, states[0], states.length / 2]),
    [
      [1030, 0, 4],
      [5010, 4, 5],
    ],
  );
});

test('a file gives states back in time order whichever window was heard first, and a short one is told of', async (t) => {
  const path = join(await tempFolder(t), 'states.f16');
  const writer = createStatesFile(path, clock);
  writer.add({ firstMiddleMs: 500, states: rows(10, 2) });
  writer.add({ firstMiddleMs: 30, states: rows(0, 3) });
  const file = JSON.parse(JSON.stringify(writer.close()));
  const runs: StateRun[] = [];
  for await (const run of readStates(file).runs) runs.push(run);
  assert.deepEqual(runs, [
    { firstMiddleMs: 30, states: rows(0, 3) },
    { firstMiddleMs: 500, states: rows(10, 2) },
  ]);
  await truncate(path, 9);
  await assert.rejects(async () => {
    for await (const run of readStates(file).runs) runs.push(run);
  }, /cut off/);
});
