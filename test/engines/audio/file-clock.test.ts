import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { limits } from '#server/config/limits.ts';
import { createFfmpegAudio } from '#server/engines/audio/ffmpeg.ts';
import type { AudioProbe } from '#server/engines/audio/port.ts';
import { ffmpeg, joinSamples, never, readPcm, silence, tone, writePcm } from '#test/support/speech-sounds.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

const audio = createFfmpegAudio();
let folder: string;
/** Three tones: 2 s each at 0 s, 4 s and 8 s, and 1 s of room at the end. */
let wav: string;
const wholeMs = 11_000;
const tonesAtMs = [0, 4000, 8000];

before(async (t) => {
  folder = await tempFolder(t as never);
  const [low, middle, high] = [300, 500, 700].map((hz) => tone(2000, hz));
  const pause = silence(2000);
  await writePcm(`${folder}/whole.pcm`, joinSamples([low!, pause, middle!, pause, high!, silence(1000)]));
  wav = `${folder}/whole.wav`;
  await ffmpeg(`-f s16le -ar 16000 -ac 1 -i ${folder}/whole.pcm ${wav}`);
});

async function hear(file: string): Promise<{ durationMs: number; onsetsMs: number[] }> {
  const probed = (await audio.probe(file)) as AudioProbe;
  const channelPaths: [string, string] = [`${folder}/left`, `${folder}/right`];
  const out = { outPath: `${folder}/heard.pcm`, channelPaths, maxDurationMs: 3_000_000 };
  const { durationMs } = await audio.decode(file, out, never);
  assert.ok(Math.abs(durationMs - probed.durationMs) <= 40, `${JSON.stringify(probed)} ${durationMs}`);
  const samples = await readPcm(out.outPath);
  const onsetsMs: number[] = [];
  let lastLoud = Number.NEGATIVE_INFINITY;
  for (const [at, sample] of samples.entries()) {
    if (Math.abs(sample) < 4000) continue;
    if (at - lastLoud > 16 * 500) onsetsMs.push(at / 16);
    lastLoud = at;
  }
  return { durationMs, onsetsMs };
}

function assertNear(heard: Awaited<ReturnType<typeof hear>>, wantedMs: number, onsetsMs: readonly number[]) {
  const said = JSON.stringify(heard);
  assert.ok(Math.abs(heard.durationMs - wantedMs) < 150, said);
  assert.equal(heard.onsetsMs.length, onsetsMs.length, said);
  // A coder may begin a packet early.
  for (const [at, onsetMs] of onsetsMs.entries())
    assert.ok(Math.abs(heard.onsetsMs[at]! - onsetMs) < 90, said);
}

const codings = [
  ['WebM, Opus', 'webm', '-ar 48000 -c:a libopus', 20],
  ['Matroska, AAC', 'matroska', '-c:a aac', 64],
  ['Matroska, Vorbis', 'matroska', '-c:a libvorbis', undefined],
  ['M4A, AAC', 'ipod', '-ar 48000 -c:a aac', 1024 / 48],
  ['fragmented MP4, AAC', 'mp4', '-c:a aac -movflags frag_keyframe+empty_moov', 64],
  ['MP4, Opus', 'mp4', '-ar 48000 -c:a libopus', 20],
  ['MOV, AAC', 'mov', '-c:a aac', 64],
  ['Ogg, Opus', 'ogg', '-ar 48000 -c:a libopus', 20],
] as const;

for (const [title, format, options, packetMs] of codings) {
  test(`${title}: silence that was not sent is silence, and what follows keeps its time`, async () => {
    await ffmpeg(`-i ${wav} ${options} -f ${format} ${folder}/sent.${format}`);
    // As a recorder that pauses, or a sender of nothing: the packets of a pause are missing, the times of the others stay.
    const times = packetMs
      ? `between(n\\,${Math.round(2300 / packetMs)}\\,${Math.round(3700 / packetMs)})`
      : 'between(pts*tb\\,2.3\\,3.7)';
    await ffmpeg(
      `-i ${folder}/sent.${format} -c copy -bsf:a noise=drop=${times} ${options.includes('frag') ? '-movflags frag_keyframe+empty_moov' : ''} -f ${format} ${folder}/gap.${format}`,
    );
    assertNear(await hear(`${folder}/gap.${format}`), wholeMs, tonesAtMs);
  });
}

for (const [title, format, options] of [
  ['M4A', 'ipod', '-c:a aac'],
  ['MOV', 'mov', '-c:a pcm_s16le'],
  ['Matroska', 'matroska', '-c:a flac'],
] as const) {
  test(`${title}: a sound that begins later than its file begins with silence`, async () => {
    await ffmpeg(`-itsoffset 3 -i ${wav} ${options} -f ${format} ${folder}/later.${format}`);
    assertNear(
      await hear(`${folder}/later.${format}`),
      wholeMs + 3000,
      tonesAtMs.map((atMs) => atMs + 3000),
    );
  });
}

const retimed = async (name: string, times: string, format = 'matroska') => {
  const file = `${folder}/${name}`;
  await ffmpeg(`-i ${wav} -c:a libopus -ar 48000 -f matroska ${folder}/plain.mka`);
  await ffmpeg(`-i ${folder}/plain.mka -c copy -bsf:a setts=ts=${times} -f ${format} ${file}`);
  return file;
};

test('a clock that began with a live stream an hour before leaves no hour of silence', async () => {
  assertNear(await hear(await retimed('live', 'PTS+3600/TB')), wholeMs, tonesAtMs);
});

test('a clock that jitters or drifts moves nothing', async () => {
  assertNear(await hear(await retimed('jitter', 'PTS+mod(N\\,3)*0.015/TB')), wholeMs, tonesAtMs);
  assertNear(await hear(await retimed('drift', 'PTS*1.0003')), wholeMs, tonesAtMs);
});

test('recordings that were joined byte by byte follow one another, though the clock leaps back', async () => {
  const file = `${folder}/joined.webm`;
  await ffmpeg(`-i ${wav} -c:a libopus -ar 48000 -f webm -live 1 ${folder}/half.webm`);
  const half = await readFile(`${folder}/half.webm`);
  await writeFile(file, Buffer.concat([half, half]));
  assertNear(await hear(file), 2 * wholeMs, [...tonesAtMs, ...tonesAtMs.map((atMs) => atMs + wholeMs)]);
});

for (const speed of [1.5, 2, 10, 1000]) {
  test(`a clock that runs ${speed} times too slow is not followed`, async () => {
    assertNear(await hear(await retimed(`slow-${speed}`, `PTS*${speed}`)), wholeMs, tonesAtMs);
  });
}

test('gaps longer than a recording may be are refused as damage, and long ones make it too long', async () => {
  const hours = await audio.probe(await retimed('hours', 'PTS+gt(N\\,100)*36000/TB'));
  assert.equal('failure' in hours && hours.failure, 'AUDIO_DURATION_UNAVAILABLE');
  assert.match('failure' in hours ? hours.reason : '', /gaps of 600 minutes/);
  const minutesMs = limits.audio.maxDurationMs - 5000;
  const long = await audio.probe(await retimed('long', `PTS+gt(N\\,100)*${minutesMs / 1000}/TB`));
  assert.ok('durationMs' in long && long.durationMs > limits.audio.maxDurationMs, JSON.stringify(long));
});

test('a gap of half an hour costs no more memory than a program may have', async () => {
  const file = await retimed('half-hour', 'PTS+gt(N\\,350)*1800/TB');
  assertNear(await hear(file), wholeMs + 1_800_000, [0, 4000, 8000 + 1_800_000]);
});
