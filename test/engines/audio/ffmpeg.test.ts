import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { createFfmpegAudio } from '#server/engines/audio/ffmpeg.ts';
import type { AudioProbe } from '#server/engines/audio/port.ts';
import {
  ffmpeg,
  joinSamples,
  never,
  readPcm,
  silence,
  speak,
  tone,
  writePcm,
} from '#test/support/speech-sounds.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { seededRandom } from '../../../testkit/random.ts';

const audio = createFfmpegAudio();
let folder: string;
/** Eight seconds of speech, 16 kHz mono WAV. */
let speech: string;
let speechMs: number;

before(async (t) => {
  folder = await tempFolder(t as never);
  const { samples } = await speak(
    'I began as a nurse in a small hospital. After seven years I moved to the planning office, and now I lead it.',
    'rms',
    folder,
  );
  await writePcm(`${folder}/speech.pcm`, samples);
  speech = `${folder}/speech.wav`;
  await ffmpeg(`-f s16le -ar 16000 -ac 1 -i ${folder}/speech.pcm ${speech}`);
  speechMs = samples.length / 16;
});

const out = (name: string, maxDurationMs = 60_000) => ({
  outPath: `${folder}/${name}.pcm`,
  channelPaths: [`${folder}/${name}.left`, `${folder}/${name}.right`] as [string, string],
  maxDurationMs,
});

/** Similarity of loudness over time: 1 for the same sound. A codec may delay it by up to a tenth of a second. */
function envelopeCorrelation(heard: Int16Array, said: Int16Array): number {
  const pieces = Math.floor(Math.min(heard.length, said.length) / 800) - 2;
  const envelope = (samples: Int16Array) =>
    Array.from({ length: pieces }, (_, piece) =>
      samples.subarray(piece * 800, (piece + 1) * 800).reduce((sum, sample) => sum + Math.abs(sample), 0),
    );
  const centred = (values: number[]) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return values.map((value) => value - mean);
  };
  const dot = (a: number[], b: number[]) => a.reduce((sum, value, n) => sum + value * b[n]!, 0);
  const y = centred(envelope(said));
  const correlations = [0, 400, 800, 1200, 1600].map((delay) => {
    const x = centred(envelope(heard.subarray(delay)));
    return dot(x, y) / Math.sqrt(dot(x, x) * dot(y, y));
  });
  return Math.max(...correlations);
}

for (const [title, format, options] of [
  ['WAV, 8 bit, 8 kHz', 'wav', '-ar 8000 -c:a pcm_u8 -f wav'],
  ['WAV, 16 bit, 44.1 kHz, stereo', 'wav', '-ar 44100 -ac 2 -c:a pcm_s16le -f wav'],
  ['WAV, 24 bit, 96 kHz', 'wav', '-ar 96000 -c:a pcm_s24le -f wav'],
  ['WAV, 32 bit', 'wav', '-c:a pcm_s32le -f wav'],
  ['WAV, float', 'wav', '-ar 48000 -c:a pcm_f32le -f wav'],
  ['WAV, A-law', 'wav', '-ar 8000 -c:a pcm_alaw -f wav'],
  ['WAV, six channels', 'wav', '-ac 6 -c:a pcm_s16le -f wav'],
  ['MP3', 'mp3', '-ar 44100 -b:a 64k -f mp3'],
  ['MP3, variable rate without a Xing header', 'mp3', '-q:a 4 -write_xing 0 -f mp3'],
  ['M4A', 'm4a', '-ar 44100 -c:a aac -b:a 64k -f ipod'],
  ['M4A, lossless', 'm4a', '-c:a alac -f ipod'],
  ['WebM', 'webm', '-ar 48000 -c:a libopus -b:a 32k -f webm'],
  [
    'WebM without a duration, as browsers record it',
    'webm',
    '-ar 48000 -c:a libopus -b:a 32k -f webm -live 1',
  ],
  ['OGG Vorbis', 'ogg', '-c:a libvorbis -f ogg'],
  ['OGG Opus', 'ogg', '-ar 48000 -c:a libopus -f ogg'],
  ['FLAC', 'flac', '-ar 22050 -c:a flac -f flac'],
] as const) {
  test(`reads ${title}: format, true duration, the same sound`, async () => {
    const file = `${folder}/upload-${title.replace(/\W+/g, '-')}`;
    await ffmpeg(`-i ${speech} ${options} ${file}`);
    const probed = await audio.probe(file);
    assert.equal((probed as AudioProbe).format, format, JSON.stringify(probed));
    assert.ok(Math.abs((probed as AudioProbe).durationMs - speechMs) < 120, JSON.stringify(probed));
    const decoded = await audio.decode(file, out('format'), never);
    assert.equal(decoded.format, format);
    assert.ok(Math.abs(decoded.durationMs - (probed as AudioProbe).durationMs) <= 40);
    assert.equal(decoded.distinctChannels, false);
    const heard = await readPcm(`${folder}/format.pcm`);
    assert.ok(envelopeCorrelation(heard, await readPcm(`${folder}/speech.pcm`)) > 0.93);
  });
}

test('goes by content and never by name', async () => {
  await ffmpeg(`-i ${speech} -c:a libvorbis -f ogg ${folder}/lies.mp3`);
  assert.equal(((await audio.probe(`${folder}/lies.mp3`)) as AudioProbe).format, 'ogg');
});

test('accepts cover art and refuses a video', async () => {
  await ffmpeg(`-f lavfi -i color=red:size=64x64:duration=1 -frames:v 1 ${folder}/cover.png`);
  const art = '-map 0 -map 1 -c:v copy -disposition:v attached_pic';
  await ffmpeg(`-i ${speech} -i ${folder}/cover.png ${art} -c:a aac -f ipod ${folder}/art.m4a`);
  assert.equal(((await audio.probe(`${folder}/art.m4a`)) as AudioProbe).format, 'm4a');
  await ffmpeg(
    `-i ${speech} -f lavfi -i testsrc=size=64x64:rate=5 -shortest -c:a aac -f mp4 ${folder}/film.mp4`,
  );
  const film = await audio.probe(`${folder}/film.mp4`);
  assert.deepEqual(film, {
    failure: 'UNSUPPORTED_FORMAT',
    reason: 'The file is a video; send its sound track alone.',
  });
});

test('refuses what is not audio of the six formats', async () => {
  const random = seededRandom(5);
  const noise = Uint8Array.from({ length: 300_000 }, () => Math.floor(random() * 256));
  await ffmpeg(`-i ${speech} -f aiff ${folder}/aiff`);
  await ffmpeg(`-i ${speech} -c:a aac -f adts ${folder}/adts`);
  await ffmpeg(`-i ${speech} -c:a wmav2 -f asf ${folder}/wma`);
  const playlist = `#EXTM3U\n#EXT-X-TARGETDURATION:200\n#EXTINF:200,\nfile://${speech}\n#EXT-X-ENDLIST\n`;
  for (const [name, content] of [
    ['empty', ''],
    ['text', 'Dear Sir or Madam, '.repeat(5000)],
    ['noise', noise],
    ['playlist', playlist],
    ['concat', `ffconcat version 1.0\nfile ${speech}\n`],
    ['cue', `FILE "${speech}" WAVE\n  TRACK 01 AUDIO\n    INDEX 01 00:00:00\n`],
    ['zip', Buffer.concat([Buffer.from('PK\u0003\u0004'), noise])],
  ] as const) {
    await writeFile(`${folder}/${name}`, content);
  }
  for (const name of ['empty', 'text', 'noise', 'playlist', 'concat', 'cue', 'zip', 'aiff', 'adts', 'wma']) {
    const probed = await audio.probe(`${folder}/${name}`);
    assert.equal('failure' in probed && probed.failure, 'UNSUPPORTED_FORMAT', name);
  }
});

test('a header cannot claim more than the file holds, nor hide what it holds', async () => {
  const wav = await readFile(speech);
  for (const [name, claimedBytes] of [
    ['boasting', 230_400_000],
    ['modest', 3200],
  ] as const) {
    const forged = Buffer.from(wav);
    forged.writeUInt32LE(claimedBytes, forged.indexOf('data') + 4);
    forged.writeUInt32LE(claimedBytes + 36, 4);
    await writeFile(`${folder}/${name}`, forged);
  }
  const boasting = (await audio.probe(`${folder}/boasting`)) as AudioProbe;
  assert.ok(Math.abs(boasting.durationMs - speechMs) < 50, JSON.stringify(boasting));
  // Less than the file has is what every player would play.
  const modest = (await audio.probe(`${folder}/modest`)) as AudioProbe;
  assert.ok(modest.durationMs <= speechMs);

  // An M4A whose time scale makes it a thousand times longer.
  await ffmpeg(`-i ${speech} -c:a aac -f ipod ${folder}/slow.m4a`);
  const m4a = await readFile(`${folder}/slow.m4a`);
  for (let at = m4a.indexOf('mvhd'); at !== -1; at = m4a.indexOf('mvhd', at + 4))
    m4a.writeUInt32BE(1, at + 16);
  const mdhd = m4a.indexOf('mdhd');
  m4a.writeUInt32BE(16, mdhd + 16);
  await writeFile(`${folder}/slow.m4a`, m4a);
  const slow = (await audio.probe(`${folder}/slow.m4a`)) as AudioProbe;
  assert.ok(Math.abs(slow.durationMs - speechMs) < 200, JSON.stringify(slow));
});

test('measures what is left of a truncated upload', async () => {
  for (const [name, options] of [
    ['mp3', '-b:a 64k -f mp3'],
    ['ogg', '-c:a libvorbis -f ogg'],
    ['flac', '-c:a flac -f flac'],
    ['webm', '-ar 48000 -c:a libopus -f webm'],
  ] as const) {
    const file = `${folder}/cut-short.${name}`;
    await ffmpeg(`-i ${speech} ${options} ${file}`);
    await truncate(file, Math.floor((await readFile(file)).length / 2));
    const probed = (await audio.probe(file)) as AudioProbe;
    assert.ok(
      probed.durationMs > 0.3 * speechMs && probed.durationMs < 0.7 * speechMs,
      JSON.stringify(probed),
    );
  }
  await ffmpeg(`-i ${speech} -c:a aac -f ipod ${folder}/headless.m4a`);
  await truncate(`${folder}/headless.m4a`, 5000);
  const headless = await audio.probe(`${folder}/headless.m4a`);
  assert.equal('failure' in headless && headless.failure, 'AUDIO_DURATION_UNAVAILABLE');
});

test('decodes around damage in the middle', async () => {
  const file = `${folder}/damaged.mp3`;
  await ffmpeg(`-i ${speech} -b:a 64k -f mp3 ${file}`);
  const bytes = await readFile(file);
  const middle = bytes.length >> 1;
  bytes.fill(0x5a, middle, middle + 3000);
  await writeFile(file, bytes);
  const probed = (await audio.probe(file)) as AudioProbe;
  assert.ok(
    probed.durationMs > speechMs - 1000 && probed.durationMs < speechMs + 1000,
    JSON.stringify(probed),
  );
  const decoded = await audio.decode(file, out('damaged'), never);
  assert.ok(decoded.durationMs > speechMs - 1000);
});

test('a container without sound in it has no duration', async () => {
  const wav = await readFile(speech);
  await writeFile(`${folder}/hollow.wav`, wav.subarray(0, wav.indexOf('data') + 8));
  const probed = await audio.probe(`${folder}/hollow.wav`);
  assert.equal('failure' in probed && probed.failure, 'AUDIO_DURATION_UNAVAILABLE');
  await assert.rejects(
    audio.decode(`${folder}/text`, out('nothing'), never),
    /not MP3, WAV, M4A, WebM, OGG or FLAC/,
  );
  assert.equal(existsSync(`${folder}/nothing.pcm`), false);
});

test('never decodes more than asked for', async () => {
  const decoded = await audio.decode(speech, out('short', 1500), never);
  assert.equal(decoded.durationMs, 1500);
  assert.equal((await readPcm(`${folder}/short.pcm`)).length, 24_000);
});

test('writes both channels when they are two people, and only then', async () => {
  const stereo = async (name: string, left: Int16Array, right: Int16Array) => {
    const interleaved = Int16Array.from(
      { length: 2 * left.length },
      (_, n) => (n % 2 ? right : left)[n >> 1]!,
    );
    await writePcm(`${folder}/${name}.s16`, interleaved);
    await ffmpeg(`-f s16le -ar 16000 -ac 2 -i ${folder}/${name}.s16 -f wav ${folder}/${name}.wav`);
    return audio.decode(`${folder}/${name}.wav`, out(name), never);
  };
  const [a, b] = [tone(1000, 300), tone(1000, 700, 4000)];

  assert.equal((await stereo('two', a, b)).distinctChannels, true);
  assert.deepEqual(await readPcm(`${folder}/two.left`), a);
  assert.deepEqual(await readPcm(`${folder}/two.right`), b);
  assert.deepEqual(
    await readPcm(`${folder}/two.pcm`),
    a.map((sample, n) => (sample + b[n]!) >> 1),
  );

  assert.equal((await stereo('copy', a, a)).distinctChannels, false);
  assert.deepEqual(await readPcm(`${folder}/copy.pcm`), a);
  assert.equal(existsSync(`${folder}/copy.left`), false);

  assert.equal((await stereo('dead', silence(1000), b)).distinctChannels, false);
  assert.deepEqual(await readPcm(`${folder}/dead.pcm`), b, 'the dead channel must not halve the other');

  const mirrored = a.map((sample) => -sample);
  assert.equal((await stereo('mirror', a, mirrored)).distinctChannels, false);
  assert.deepEqual(await readPcm(`${folder}/mirror.pcm`), a, 'mirrored channels must not cancel out');
});

test('tells how loud and how clipped a recording is', async () => {
  await writePcm(
    `${folder}/loud.s16`,
    tone(1000, 300, 60_000).map((sample) => sample),
  );
  const loud = Int16Array.from({ length: 16_000 }, (_, n) =>
    Math.max(-32_768, Math.min(32_767, Math.round(60_000 * Math.sin(n / 9)))),
  );
  await writePcm(`${folder}/loud.s16`, loud);
  await ffmpeg(`-f s16le -ar 16000 -ac 1 -i ${folder}/loud.s16 -f wav ${folder}/loud.wav`);
  const clipped = await audio.decode(`${folder}/loud.wav`, out('loud'), never);
  assert.ok(clipped.clippedShare > 0.5 && clipped.peakDb > -0.1, JSON.stringify(clipped));
  const clean = await audio.decode(speech, out('clean'), never);
  assert.ok(clean.clippedShare < 0.001 && clean.peakDb < -1, JSON.stringify(clean));
});

test('finds silences of raw PCM, the one at the end too', async () => {
  const parts = [
    silence(1000),
    tone(2000, 400),
    silence(500),
    tone(500, 400),
    silence(1500),
    tone(1000, 400),
    silence(900),
  ];
  const pcm = await writePcm(`${folder}/pauses.pcm`, joinSamples(parts));
  const found = await audio.detectSilence(pcm, { thresholdDb: -38, minSilenceMs: 800 }, never);
  const expected = [
    [0, 1000],
    [4000, 5500],
    [6500, 7400],
  ];
  assert.equal(found.length, expected.length, JSON.stringify(found));
  for (const [index, [startMs, endMs]] of expected.entries()) {
    assert.ok(Math.abs(found[index]!.startMs - startMs!) <= 5, JSON.stringify(found));
    assert.ok(Math.abs(found[index]!.endMs - endMs!) <= 5, JSON.stringify(found));
  }
});

test('encodes spans as one MP3 that holds just them', async () => {
  const pcm = await writePcm(
    `${folder}/spans.pcm`,
    joinSamples([tone(1000, 400), silence(1000), tone(1000, 900), silence(1000)]),
  );
  const spans = [
    { startMs: 0, endMs: 1000 },
    { startMs: 2000, endMs: 3000 },
  ];
  assert.deepEqual(await audio.encodeMp3(pcm, spans, `${folder}/spans.mp3`, never), { durationMs: 2000 });
  const probed = (await audio.probe(`${folder}/spans.mp3`)) as AudioProbe;
  assert.equal(probed.format, 'mp3');
  assert.equal(probed.channels, 1);
  assert.ok(Math.abs(probed.durationMs - 2000) < 150, JSON.stringify(probed));
  const bitsPerSecond = ((await readFile(`${folder}/spans.mp3`)).length * 8) / (probed.durationMs / 1000);
  assert.ok(Math.abs(bitsPerSecond - 48_000) < 4500, `${bitsPerSecond}`);
  await audio.decode(`${folder}/spans.mp3`, out('spans-back'), never);
  const heard = await readPcm(`${folder}/spans-back.pcm`);
  const quiet = heard.subarray(8000, 24_000).filter((sample) => Math.abs(sample) < 500).length;
  assert.ok(quiet < 8000, 'the silence between the spans must be gone');
});

test('the same file gives the same bytes every time', async () => {
  await ffmpeg(`-i ${speech} -b:a 64k -f mp3 ${folder}/again.mp3`);
  const bytes: Buffer[] = [];
  for (const name of ['once', 'twice']) {
    await audio.decode(`${folder}/again.mp3`, out(name), never);
    await audio.encodeMp3(
      `${folder}/${name}.pcm`,
      [{ startMs: 0, endMs: 5000 }],
      `${folder}/${name}.mp3`,
      never,
    );
    bytes.push(
      Buffer.concat([await readFile(`${folder}/${name}.pcm`), await readFile(`${folder}/${name}.mp3`)]),
    );
  }
  assert.deepEqual(bytes[0], bytes[1]);
});

test('stops when the caller gives up, and leaves no half-written file', async () => {
  await ffmpeg(`-stream_loop 200 -i ${speech} -c copy ${folder}/long.wav`);
  const controller = new AbortController();
  const decoding = audio.decode(`${folder}/long.wav`, out('given-up', 3_000_000), controller.signal);
  setTimeout(() => controller.abort(new Error('enough')), 150);
  await assert.rejects(decoding, /enough/);
  assert.equal(existsSync(`${folder}/given-up.pcm`), false);
});

test('checks itself: works here, says what is missing elsewhere', async () => {
  assert.equal((await audio.check()).ok, true);
  const missing = await createFfmpegAudio({ ffmpeg: 'no-such-ffmpeg' }).check();
  assert.equal(missing.ok, false);
  assert.match(missing.detail, /"no-such-ffmpeg" is not installed/);
  await assert.rejects(createFfmpegAudio({ ffprobe: 'no-such-ffprobe' }).probe(speech), /not installed/);
});
