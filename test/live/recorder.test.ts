import assert from 'node:assert/strict';
import { appendFile, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { extractCandidate } from '#server/live/channel.ts';
import { openRecorder, repairRecording } from '#server/live/recorder.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

const frame = (value: number) => new Int16Array(320).fill(value);

/** What a WAV reader makes of it. */
function read(bytes: Buffer) {
  assert.equal(bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 16), 'RIFFWAVEfmt ');
  assert.deepEqual(
    [bytes.readUInt16LE(20), bytes.readUInt16LE(22), bytes.readUInt32LE(24), bytes.readUInt16LE(34)],
    [1, 2, 16_000, 16],
    'PCM, two channels, 16 kHz, 16 bit',
  );
  assert.equal(bytes.readUInt32LE(4), bytes.length - 8);
  assert.equal(bytes.readUInt32LE(40), bytes.length - 44);
  const samples = Array.from({ length: (bytes.length - 44) / 2 }, (_, at) => bytes.readInt16LE(44 + 2 * at));
  return {
    left: samples.filter((_, at) => at % 2 === 0),
    right: samples.filter((_, at) => at % 2 === 1),
  };
}

test('both are on it in time, the candidate left', async (t) => {
  const path = join(await tempFolder(t), 'recording.wav');
  const recorder = await openRecorder(path);
  for (let n = 0; n < 50; n++) recorder.add(frame(n + 1), frame(-n - 1));
  assert.equal(recorder.nowMs(), 1000);
  await recorder.finish();
  const { left, right } = read(await readFile(path));
  assert.equal(left.length, 16_000);
  assert.deepEqual([left[0], left[320], left[15_999]], [1, 2, 50]);
  assert.deepEqual([right[0], right[320], right[15_999]], [-1, -2, -50]);
  const channel = `${path}.pcm`;
  await extractCandidate(path, channel);
  const pcm = await readFile(channel);
  assert.deepEqual(
    Array.from({ length: pcm.length / 2 }, (_, at) => pcm.readInt16LE(2 * at)),
    left,
  );
});

test('a process that dies loses a fifth of a second at most, and the next one goes on behind it', async (t) => {
  const path = join(await tempFolder(t), 'recording.wav');
  const dying = await openRecorder(path);
  for (let n = 0; n < 57; n++) dying.add(frame(1), frame(2));
  // What was handed to the file is there without any finish.
  await new Promise((resolve) => setTimeout(resolve, 100));
  await appendFile(path, Buffer.from([1, 2, 3]));
  assert.equal(await repairRecording(path), 1000);
  read(await readFile(path));
  const next = await openRecorder(path);
  assert.equal(next.nowMs(), 1000);
  next.add(frame(7), frame(8));
  await next.finish();
  const { left, right } = read(await readFile(path));
  assert.deepEqual([left.length, left.at(-1), right.at(-1)], [16_320, 7, 8]);
  await dying.finish().catch(() => undefined);
});

test('a file with half a header is begun anew; one that is not there is none', async (t) => {
  const folder = await tempFolder(t);
  const path = join(folder, 'recording.wav');
  const recorder = await openRecorder(path);
  await recorder.finish();
  await truncate(path, 10);
  assert.equal(await repairRecording(path), 0);
  read(await readFile(path));
  assert.equal(await repairRecording(join(folder, 'none.wav')), 0);
});
