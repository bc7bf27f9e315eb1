import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { limits } from '#server/config/limits.ts';
import { createFfmpegAudio } from '#server/engines/audio/ffmpeg.ts';
import { runProgram } from '#server/engines/child-process.ts';
import { minutes } from '#server/time.ts';
import { repeatedOggS, repeatingMp4, silentOpus } from '../../../testkit/hostile-media.ts';

const folder = await mkdtemp(join(tmpdir(), 'assay-hostile-'));
after(() => rm(folder, { recursive: true, force: true }));
const audio = createFfmpegAudio();
/** What looking at a file may cost before it is decoded, and half a second to start the programs. */
const { headers, packets } = limits.audio.probeCpuSeconds;
const allowedSeconds = headers + packets + 0.5;

/** Processor seconds of this process and of all children it has seen end, for which a busy machine does not matter. */
function cpuSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'latin1').split(') ')[1]!.split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}

async function silence(input: string, options: string): Promise<Buffer> {
  const path = join(folder, 'made');
  await writeFile(path, '');
  await runProgram({
    program: 'ffmpeg',
    args: ['-y', '-v', 'error', '-f', 'lavfi', '-i', ...`${input} -strict -2 ${options}`.split(' '), path],
    writes: [path],
    timeoutMs: minutes(1),
  });
  return Buffer.from(readFileSync(path));
}

for (const [title, make, refusal] of [
  ['6 MB of the mark at which Ogg pages begin', () => repeatedOggS(6 * 1024 ** 2), /damaged/],
  [
    'the beginning of an Opus file, then 6 MB of that mark',
    () => repeatedOggS(6 * 1024 ** 2, { begun: true }),
    /take too long to read/,
  ],
  ['an 8 MB MP4 that names one chunk 2 million times', () => repeatingMp4(8 * 1024 ** 2), /more than once/],
  [
    'an 8 MB MP4 in 2 million pieces',
    () => repeatingMp4(8 * 1024 ** 2, { framesPerChunk: 1 }),
    // On a busy machine its processor time is used up first.
    /too many pieces|take too long to read/,
  ],
  [
    'FLAC of silence at 600 kHz',
    () => silence('anullsrc=r=600000:cl=mono', '-t 200 -f flac'),
    /600000 samples a second; send it with 192000/,
  ],
  [
    'sound in 16 channels',
    () => silence('anullsrc=r=8000:cl=16c', '-t 2 -c:a pcm_s16le -f wav'),
    /16 channels; send it with 8/,
  ],
] as const) {
  test(`${title} is refused before anything is decoded`, async (t) => {
    // ffmpeg tries harder with a file that has the name for it.
    const path = join(folder, title.includes('mark') ? 'upload.ogg' : 'upload');
    await writeFile(path, await make());
    const before = cpuSeconds();
    const probed = await audio.probe(path);
    const spent = cpuSeconds() - before;
    t.diagnostic(`${spent.toFixed(2)} CPU seconds`);
    assert.match('failure' in probed ? probed.reason : JSON.stringify(probed), refusal);
    assert.ok(spent < allowedSeconds, `${spent} CPU seconds`);
  });
}

for (const [title, make] of [
  ['ten hours of silent Opus in Ogg', async () => silentOpus(10)],
  [
    'an hour of silent AAC in MP4',
    () => silence('anullsrc=r=8000:cl=mono', '-t 3600 -c:a aac -b:a 8k -f ipod'),
  ],
  ['an hour of silent FLAC', () => silence('anullsrc=r=8000:cl=mono', '-t 3600 -f flac')],
] as const) {
  test(`${title}: found too long by its packets, before anything is decoded`, async (t) => {
    const path = join(folder, 'upload');
    await writeFile(path, await make());
    const before = cpuSeconds();
    const probed = await audio.probe(path);
    const spent = cpuSeconds() - before;
    t.diagnostic(`${spent.toFixed(2)} CPU seconds`);
    assert.ok('durationMs' in probed && probed.durationMs > limits.audio.maxDurationMs + minutes(0.5));
    assert.ok(spent < allowedSeconds, `${spent} CPU seconds`);
  });
}

test('sound that unpacks to more than is decoded is refused, not cut short', async () => {
  const path = join(folder, 'upload');
  await writeFile(path, await silence('anullsrc=r=48000:cl=7.1', '-t 20 -f flac'));
  const tenSeconds = 10 * 48_000 * 8 * 2;
  const probed = await createFfmpegAudio({ maxDecodedBytes: tenSeconds }).probe(path);
  assert.match('failure' in probed ? probed.reason : JSON.stringify(probed), /unpacks to more than 7.* MB/);
  assert.ok('durationMs' in (await audio.probe(path)));
});
