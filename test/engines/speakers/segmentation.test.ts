import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { createFfmpegAudio } from '#server/engines/audio/ffmpeg.ts';
import { createSegmentationNetwork, WINDOW_STEPS } from '#server/engines/speakers/segmentation.ts';
import { secondsOfSecond, soloStretches } from '#server/engines/speakers/stretches.ts';

const root = resolve(import.meta.dirname, '..', '..', '..');
const bundled = join(root, 'models', 'bundled');
const { signal } = new AbortController();
let workDir: string;
let pcmPath: string;
let durationMs: number;

before(async () => {
  workDir = await mkdtemp(join(tmpdir(), 'assay-segmentation-'));
  pcmPath = join(workDir, 'sample.pcm');
  ({ durationMs } = await createFfmpegAudio().decode(
    join(root, 'scripts', 'sample', 'interview.mp3'),
    { outPath: pcmPath, channelPaths: [join(workDir, 'l'), join(workDir, 'r')], maxDurationMs: 600_000 },
    signal,
  ));
});
after(() => rm(workDir, { recursive: true, force: true }));

test('the sample has two people, who seldom speak at once', async () => {
  const network = await createSegmentationNetwork({ modelPath: join(bundled, 'segmentation.onnx') });
  const windows = await network.windows(pcmPath, signal);
  const last = windows.at(-1)!;
  assert.ok(
    last.firstStep * 270 + 160_000 > durationMs * 16 - 270,
    'the last window ends with the recording',
  );
  assert.equal(last.likeliest.length, WINDOW_STEPS);
  assert.ok(secondsOfSecond(windows) > 0.5, `${secondsOfSecond(windows)}`);
  const stretches = soloStretches(windows);
  const spokenMs = stretches.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  assert.ok(spokenMs > 0.6 * durationMs && spokenMs < durationMs, `${spokenMs} of ${durationMs} ms`);
  assert.deepEqual(
    await network.windows(pcmPath, signal),
    windows,
    'the same recording is heard the same way',
  );
});

test('a recording shorter than a window is heard once', async () => {
  const short = join(workDir, 'short.pcm');
  await writeFile(short, new Uint8Array(32_000));
  const network = await createSegmentationNetwork({ modelPath: join(bundled, 'segmentation.onnx') });
  const windows = await network.windows(short, signal);
  assert.equal(windows.length, 1);
  assert.deepEqual(soloStretches(windows), []);
});

test('another network is refused', async () => {
  await assert.rejects(
    createSegmentationNetwork({ modelPath: join(bundled, 'silero-vad-v6.onnx') }),
    /does not answer with 7 classes/,
  );
});
