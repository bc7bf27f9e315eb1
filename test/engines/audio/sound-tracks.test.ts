import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createFfmpegAudio } from '#server/engines/audio/ffmpeg.ts';
import type { AudioProbe, DecodedAudio } from '#server/engines/audio/port.ts';
import {
  ffmpeg,
  joinSamples,
  never,
  readPcm,
  rms,
  silence,
  speak,
  writePcm,
  writeWav,
} from '#test/support/speech-sounds.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

const audio = createFfmpegAudio();
let folder: string;
let question: Int16Array;
let answer: Int16Array;

before(async (t) => {
  folder = await tempFolder(t as never);
  question = (await speak('What did you learn in your last position?', 'slt', folder)).samples;
  answer = (await speak('I learnt how to plan the work of a week for nine people.', 'rms', folder)).samples;
  const asked = joinSamples([question, silence(answer.length / 16), question]);
  const answered = joinSamples([
    silence(question.length / 16),
    answer,
    silence(question.length / 16),
    answer,
  ]);
  for (const [name, samples] of [
    ['asked', asked],
    ['answered', answered],
    ['third', joinSamples([silence(500), answer])],
    ['muted', silence(answered.length / 16)],
  ] as const) {
    await writePcm(`${folder}/${name}.pcm`, samples);
    await writeWav(`${folder}/${name}.wav`, samples);
  }
});

/** A file of these tracks, by its content alone: whatever its name says. */
async function fileOf(tracks: readonly string[], options: string): Promise<string> {
  const file = `${folder}/upload-${options.replace(/\W+/g, '-')}-${tracks.join('-')}`;
  const inputs = tracks.map((track) => `-i ${folder}/${track}.wav`).join(' ');
  await ffmpeg(`${inputs} ${tracks.map((_, n) => `-map ${n}:a`).join(' ')} ${options} ${file}`);
  return file;
}

async function hear(
  file: string,
): Promise<Omit<DecodedAudio, 'channels'> & { mono: Int16Array; channels: Int16Array[] }> {
  const channelPaths: [string, string] = [`${folder}/heard.left`, `${folder}/heard.right`];
  const out = { outPath: `${folder}/heard.pcm`, channelPaths, maxDurationMs: 60_000 };
  const decoded = await audio.decode(file, out, never);
  const channels = decoded.distinctChannels ? await Promise.all(channelPaths.map(readPcm)) : [];
  return { ...decoded, mono: await readPcm(out.outPath), channels };
}

/** A probe takes as many starts of ffmpeg as the decoding: once for each kind of file. */
async function hearMeasured(file: string) {
  const heard = await hear(file);
  const { durationMs } = (await audio.probe(file)) as AudioProbe;
  assert.ok(Math.abs(durationMs - heard.durationMs) <= 60, `${durationMs} ${heard.durationMs}`);
  return heard;
}

/** The loudness of what is said while one asks, and while the other answers, in a sound of 16 kHz. */
const parts = (samples: Int16Array) => ({
  asking: rms(samples.subarray(1600, question.length - 1600)),
  answering: rms(samples.subarray(question.length + 1600, question.length + answer.length - 1600)),
});

for (const [title, options] of [
  ['M4A', '-c:a aac -f ipod'],
  ['MP4', '-c:a aac -f mp4'],
  ['fragmented MP4', '-c:a aac -f mp4 -movflags frag_keyframe+empty_moov'],
  ['MOV', '-c:a pcm_s16le -f mov'],
  ['Matroska', '-c:a libvorbis -f matroska'],
  ['WebM', '-ar 48000 -c:a libopus -f webm'],
  ['Matroska, each track in another codec and rate', '-c:a:0 flac -c:a:1 aac -ar:a:1 44100 -f matroska'],
  ['Ogg', '-ar 48000 -c:a libopus -f ogg'],
  ['MP4, the second track in stereo', '-c:a aac -ac:a:1 2 -f mp4'],
] as const) {
  test(`two tracks of ${title}: both people are heard, each on a channel of their own`, async () => {
    const heard = await hearMeasured(await fileOf(['asked', 'answered'], options));
    assert.equal(heard.distinctChannels, true);
    const [mono, first, second] = [heard.mono, ...heard.channels].map((samples) => parts(samples!));
    assert.ok(mono!.asking > 300 && mono!.answering > 300, JSON.stringify(mono));
    assert.ok(first!.asking > 20 * first!.answering, JSON.stringify(first));
    assert.ok(second!.answering > 20 * second!.asking, JSON.stringify(second));
    assert.equal(heard.channels[0]!.length, heard.mono.length);
    assert.equal(heard.channels[1]!.length, heard.mono.length);
    assert.deepEqual(heard.warnings, []);
  });
}

for (const tracks of [
  ['answered', 'muted'],
  ['muted', 'answered'],
  ['muted', 'answered', 'muted'],
]) {
  test(`silent tracks are left out: ${tracks.join(', ')}`, async () => {
    const heard = await hear(await fileOf(tracks, '-c:a pcm_s16le -f matroska'));
    assert.equal(heard.distinctChannels, false);
    assert.deepEqual(heard.mono, await readPcm(`${folder}/answered.pcm`));
    assert.deepEqual(heard.warnings, []);
  });
}

test('two tracks of the same sound are one, heard once', async () => {
  const heard = await hear(await fileOf(['answered', 'answered'], '-c:a pcm_s16le -f mov'));
  assert.equal(heard.distinctChannels, false);
  assert.deepEqual(heard.mono, await readPcm(`${folder}/answered.pcm`));
});

test('two of three tracks that are not silent are a person each; three are mixed, and a warning says so', async () => {
  const two = await hear(await fileOf(['asked', 'muted', 'answered'], '-c:a pcm_s16le -f mov'));
  assert.equal(two.distinctChannels, true);
  assert.deepEqual(two.warnings, []);
  const three = await hear(await fileOf(['asked', 'answered', 'third'], '-c:a pcm_s16le -f mov'));
  assert.equal(three.distinctChannels, false);
  const { asking, answering } = parts(three.mono);
  assert.ok(asking > 300 && answering > 300);
  assert.match(three.warnings.join(' '), /3 sound tracks that are not silent/);
});

/** One track of so many channels, as recorders with several microphones write it, silent but for these. */
async function channelsOf(name: string, channels: number, given: Record<number, Int16Array>, options = '') {
  const samples = Math.max(...Object.values(given).map(({ length }) => length));
  const interleaved = new Int16Array(samples * channels);
  for (const [at, sound] of Object.entries(given)) {
    for (const [n, sample] of sound.entries()) interleaved[n * channels + Number(at)] = sample;
  }
  const file = `${folder}/${name}.${channels}`;
  if (options === '-f wav') return writeWav(file, interleaved, channels);
  await writePcm(`${folder}/${name}.s16`, interleaved);
  await ffmpeg(`-f s16le -ar 16000 -ac ${channels} -i ${folder}/${name}.s16 ${options} ${file}`);
  return file;
}

for (const [channels, first, second, options] of [
  [3, 0, 2, '-f wav'],
  [3, 2, 1, '-c:a flac -f flac'],
  [4, 1, 3, '-f wav'],
  [6, 3, 5, '-c:a flac -f matroska'],
  [8, 3, 7, '-f wav'],
] as const) {
  test(`${channels} channels in a track, ${options}: the people on ${first + 1} and ${second + 1} are a person each`, async () => {
    const asked = await readPcm(`${folder}/asked.pcm`);
    const answered = await readPcm(`${folder}/answered.pcm`);
    const heard = await hearMeasured(
      await channelsOf('many', channels, { [first]: asked, [second]: answered }, options),
    );
    assert.equal(heard.distinctChannels, true);
    const ofPeople = first < second ? heard.channels : heard.channels.toReversed();
    const [mono, asking, answering] = [heard.mono, ...ofPeople].map((samples) => parts(samples!));
    assert.ok(mono!.asking > 300 && mono!.answering > 300, JSON.stringify(mono));
    assert.ok(asking!.asking > 20 * asking!.answering, JSON.stringify(asking));
    assert.ok(answering!.answering > 20 * answering!.asking, JSON.stringify(answering));
    assert.deepEqual(heard.warnings, []);
  });
}

test('three people on three channels of a track are heard together, and a warning says so', async () => {
  const [asked, answered] = [await readPcm(`${folder}/asked.pcm`), await readPcm(`${folder}/answered.pcm`)];
  const third = joinSamples([silence(answered.length / 16), answer]);
  const heard = await hear(await channelsOf('three', 3, { 0: asked, 1: third, 2: answered }, '-f wav'));
  const { asking, answering } = parts(heard.mono);
  assert.ok(asking > 300 && answering > 300 && rms(heard.mono.subarray(answered.length + 1600)) > 300);
  assert.match(heard.warnings.join(' '), /3 channels that are not silent: they are heard together/);
});

test('microphones that all hear the same are not added up until they distort', async () => {
  const loud = (await readPcm(`${folder}/answered.pcm`)).map((sample) =>
    Math.max(-30_000, Math.min(30_000, 3 * sample)),
  );
  const heard = await hear(
    await channelsOf('room', 6, { 0: loud, 1: loud, 2: loud, 3: loud, 4: loud, 5: loud }, '-f wav'),
  );
  assert.equal(heard.clippedShare, 0);
  assert.ok(parts(heard.mono).answering > 300);
});

test('a copy for listening has all channels of a track, also the one that layouts have for low tones', async () => {
  const chunks: Buffer[] = [];
  const file = await channelsOf('low', 3, { 2: await readPcm(`${folder}/answered.pcm`) }, '-f wav');
  await audio.encodeForListening(file, (chunk) => void chunks.push(chunk));
  await writePcm(`${folder}/low.mp3`, new Int16Array(new Uint8Array(Buffer.concat(chunks)).buffer));
  const { peaks } = await audio.measurePeaks(`${folder}/low.mp3`, 10);
  assert.ok(Math.max(...peaks) > 0.05);
});

test('more channels than a recording has are refused, counted over all tracks', async () => {
  const file = await channelsOf('eight', 8, { 0: question }, '-c:a pcm_s16le -f wav');
  await ffmpeg(`-i ${file} -map 0 -map 0 -map 0 -c copy -f matroska ${folder}/crowd.mkv`);
  const probed = await audio.probe(`${folder}/crowd.mkv`);
  assert.match(
    'failure' in probed ? probed.reason : '',
    /24 channels in 3 sound tracks; send it with 16 at most/,
  );
});

test('different languages and commentaries are named in a warning', async () => {
  const languages = await hear(
    await fileOf(
      ['asked', 'answered'],
      '-metadata:s:a:0 language=eng -metadata:s:a:1 language=deu -c:a aac -f mp4',
    ),
  );
  assert.match(languages.warnings.join(' '), /different languages \(eng, deu\)/);
  const same = await hear(
    await fileOf(
      ['asked', 'answered'],
      '-metadata:s:a:0 language=eng -metadata:s:a:1 language=eng -c:a aac -f mp4',
    ),
  );
  assert.deepEqual(same.warnings, []);
  for (const label of ['-disposition:a:1 comment', '-metadata:s:a:1 title=Commentary']) {
    const heard = await hear(await fileOf(['asked', 'answered'], `${label} -c:a flac -f matroska`));
    assert.match(heard.warnings.join(' '), /Sound track 2 of the file is labelled as a commentary/);
    assert.equal(heard.distinctChannels, true);
  }
});

test('a track that cannot be read is named, and the others are heard', async () => {
  const heard = await hear(await fileOf(['asked', 'answered'], '-c:a:0 ac3 -c:a:1 aac -f matroska'));
  assert.match(heard.warnings.join(' '), /Sound track 1 of the file \(ac3\) cannot be read/);
  assert.ok(parts(heard.mono).answering > 300);
  const none = await audio.probe(await fileOf(['asked', 'answered'], '-c:a ac3 -f matroska'));
  assert.deepEqual(none, {
    failure: 'UNSUPPORTED_FORMAT',
    reason: 'WEBM files with ac3 sound are not supported.',
  });
});

test('a track that starts later is heard at its own time', async () => {
  for (const [format, options] of [
    ['mp4', '-c:a aac'],
    ['matroska', '-c:a flac'],
    ['mov', '-c:a pcm_s16le'],
  ]) {
    const file = `${folder}/apart.${format}`;
    await ffmpeg(
      `-i ${folder}/asked.wav -itsoffset 1.5 -i ${folder}/third.wav -map 0:a -map 1:a ${options} -f ${format} ${file}`,
    );
    const { channels } = await hearMeasured(file);
    const begins = channels[1]!.findIndex((sample) => Math.abs(sample) > 600) / 16;
    assert.ok(begins > 1980 && begins < 2250, `${format}: ${begins} ms`);
  }
});

test('pictures of chapters are no film, and a film is one whatever else is in the file', async () => {
  await ffmpeg(`-f lavfi -i testsrc=size=64x64:rate=0.2:duration=10 -c:v mjpeg ${folder}/pictures.mov`);
  for (const [format, options] of [
    ['mp4', '-c:a aac'],
    ['mov', '-c:a aac'],
    ['matroska', '-c:a flac'],
  ]) {
    const file = `${folder}/chapters.${format}`;
    await ffmpeg(
      `-i ${folder}/answered.wav -i ${folder}/pictures.mov -map 0:a -map 1:v ${options} -c:v copy -f ${format} ${file}`,
    );
    assert.ok('durationMs' in (await audio.probe(file)), format);
  }
  await ffmpeg(
    `-i ${folder}/answered.wav -f lavfi -i testsrc=size=64x64:rate=10 -shortest -c:v mjpeg -c:a aac -f mov ${folder}/film.mov`,
  );
  assert.deepEqual(await audio.probe(`${folder}/film.mov`), {
    failure: 'UNSUPPORTED_FORMAT',
    reason: 'The file is a video; send its sound track alone.',
  });
});

test('more tracks than a recording has are refused', async () => {
  const probed = await audio.probe(await fileOf(Array(9).fill('third'), '-c:a pcm_s16le -f matroska'));
  assert.match('failure' in probed ? probed.reason : '', /9 sound tracks; send it with 8 at most/);
});

test('a copy for listening has all tracks, and both channels of reversed polarity', async () => {
  const listen = async (file: string) => {
    const chunks: Buffer[] = [];
    await audio.encodeForListening(file, (chunk) => void chunks.push(chunk));
    await writePcm(`${folder}/copy.mp3`, new Int16Array(new Uint8Array(Buffer.concat(chunks)).buffer));
    return audio.measurePeaks(`${folder}/copy.mp3`, 10);
  };
  const { durationMs, peaks } = await listen(await fileOf(['asked', 'answered'], '-c:a aac -f mp4'));
  assert.ok(Math.abs(durationMs - (await readPcm(`${folder}/answered.pcm`)).length / 16) < 200);
  const askedUntil = Math.floor(question.length / 1600);
  assert.ok(Math.max(...peaks.subarray(0, askedUntil - 2)) > 0.05);
  assert.ok(Math.max(...peaks.subarray(askedUntil + 2, askedUntil + 10)) > 0.05);

  const mirrored = `${folder}/mirrored.wav`;
  const reversed = await readPcm(`${folder}/answered.pcm`);
  const both = Int16Array.from({ length: 2 * reversed.length }, (_, n) =>
    n % 2 ? -reversed[n >> 1]! : reversed[n >> 1]!,
  );
  await writePcm(`${folder}/mirrored.pcm`, both);
  await ffmpeg(`-f s16le -ar 16000 -ac 2 -i ${folder}/mirrored.pcm ${mirrored}`);
  assert.ok(Math.max(...(await listen(mirrored)).peaks) > 0.1);
});
