import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { speechTimeline } from '#server/engines/speakers/speech-timeline.ts';
import { seededRandom } from '../../../testkit/random.ts';

const { signal } = new AbortController();
let workDir: string;
before(async () => {
  workDir = await mkdtemp(join(tmpdir(), 'assay-timeline-'));
});
after(() => rm(workDir, { recursive: true, force: true }));

/** Three seconds of noise of the given amplitude, loud (8000) within `loudMs`. */
async function recording(name: string, background: number, loudMs: readonly [number, number][]) {
  const random = seededRandom(4);
  const samples = Int16Array.from({ length: 3000 * 16 }, (_, i) => {
    const loud = loudMs.some(([from, to]) => i >= from * 16 && i < to * 16);
    return Math.round((random() - 0.5) * 2 * (loud ? 8000 : background));
  });
  const path = join(workDir, name);
  await writeFile(path, Buffer.from(samples.buffer));
  return path;
}

const near = (found: { startMs: number; endMs: number }[], expected: [number, number][]) => {
  assert.equal(found.length, expected.length, JSON.stringify(found));
  for (const [i, [startMs, endMs]] of expected.entries()) {
    assert.ok(Math.abs(found[i]!.startMs - startMs) <= 20, JSON.stringify(found));
    assert.ok(Math.abs(found[i]!.endMs - endMs) <= 20, JSON.stringify(found));
  }
};

test('the margins of detected speech and its long pauses are cut where the room is quiet', async () => {
  const path = await recording('quiet.pcm', 5, [
    [500, 1000],
    [1700, 2400],
  ]);
  near(await speechTimeline(path, [{ startMs: 380, endMs: 2520 }], signal), [
    [500, 1000],
    [1700, 2400],
  ]);
});

test('short pauses are part of speech, whether found by the detector or not', async () => {
  const path = await recording('pause.pcm', 5, [
    [500, 1000],
    [1300, 2400],
  ]);
  for (const detected of [
    [{ startMs: 380, endMs: 2520 }],
    [
      { startMs: 380, endMs: 1050 },
      { startMs: 1250, endMs: 2520 },
    ],
  ])
    near(await speechTimeline(path, detected, signal), [[500, 2400]]);
});

test('over a loud background the detector is believed', async () => {
  const path = await recording('loud.pcm', 800, [[500, 1000]]);
  const detected = [{ startMs: 380, endMs: 1120 }];
  assert.deepEqual(await speechTimeline(path, detected, signal), detected);
});
