import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { wavOf } from '#server/domain/wav.ts';
import { createFfmpegAudio } from '#server/engines/audio/ffmpeg.ts';
import { createPeakMeter, peaksRateHz } from '#server/engines/audio/peaks.ts';

const audio = createFfmpegAudio();
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-listening-'));
});
after(() => rm(folder, { recursive: true }));

/** Stereo at 44.1 kHz: silence, but for a click of 50 ms at each of these times. */
function clicks(atMs: readonly number[], durationMs: number): Buffer {
  const rateHz = 44_100;
  const frames = Math.round((durationMs * rateHz) / 1000);
  const pcm = Buffer.alloc(frames * 4);
  for (const startMs of atMs) {
    for (let index = 0; index < 0.05 * rateHz; index++) {
      const sample = Math.round(20_000 * Math.sin((2 * Math.PI * 440 * index) / rateHz));
      const at = (Math.round((startMs * rateHz) / 1000) + index) * 4;
      pcm.writeInt16LE(sample, at);
      pcm.writeInt16LE(sample, at + 2);
    }
  }
  return wavOf(pcm, { rateHz, channels: 2 });
}

test('a listening copy is where the recording is, to a hundredth of a second', async () => {
  const atMs = [1000, 5000, 9500];
  const original = join(folder, 'clicks.wav');
  await writeFile(original, clicks(atMs, 10_000));
  const chunks: Buffer[] = [];
  await audio.encodeForListening(original, (chunk) => void chunks.push(chunk));
  const copy = join(folder, 'copy.mp3');
  await writeFile(copy, Buffer.concat(chunks));

  const bytes = await readFile(copy);
  assert.equal(bytes[0], 0xff, 'begins with a frame, not with a header');
  // One bit rate throughout: a player can tell any time from the number of bytes.
  assert.ok(Math.abs(bytes.length - 10 * 8000) < 600, `${bytes.length} bytes for 10 s at 64 kbit/s`);

  const { durationMs, peaks } = await audio.measurePeaks(copy, 100);
  assert.ok(Math.abs(durationMs - 10_000) < 80, `${durationMs} ms`);
  const onsetsMs = [...peaks].flatMap((peak, index) =>
    peak > 0.3 && (peaks[index - 1] ?? 0) <= 0.3 ? [index * 10] : [],
  );
  assert.equal(onsetsMs.length, atMs.length, `${onsetsMs}`);
  for (const [index, onsetMs] of onsetsMs.entries()) {
    assert.ok(Math.abs(onsetMs - atMs[index]!) <= 10, `${onsetMs} instead of ${atMs[index]}`);
  }
});

test('what is no recording has no copy and no peaks', async () => {
  const path = join(folder, 'text.mp3');
  await writeFile(path, 'Not audio at all.');
  await assert.rejects(audio.encodeForListening(path, () => undefined));
  await assert.rejects(audio.measurePeaks(path, 10));
});

test('peaks are the same however the samples come', () => {
  const samples = Int16Array.from({ length: peaksRateHz + 40 }, (_, index) =>
    index % 800 === 0 ? -16_384 : index % 50,
  );
  const bytes = Buffer.from(samples.buffer);
  const measure = (sizes: number) => {
    const meter = createPeakMeter(10);
    for (let at = 0; at < bytes.length; at += sizes) meter.hear(bytes.subarray(at, at + sizes));
    return meter.end();
  };
  const whole = measure(bytes.length);
  assert.equal(whole.durationMs, 1005);
  assert.equal(whole.peaks.length, 11);
  assert.equal(whole.peaks[3], 0.5);
  assert.deepEqual(measure(7), whole);
  assert.deepEqual(measure(1), whole);
});
