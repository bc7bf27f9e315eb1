import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { before, test } from 'node:test';
import { createFfmpegAudio } from '#server/engines/audio/ffmpeg.ts';
import {
  ffmpeg,
  joinSamples,
  never,
  readPcm,
  rms,
  silence,
  speak,
  writeWav,
} from '#test/support/speech-sounds.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { seededRandom } from '../../../testkit/random.ts';

const audio = createFfmpegAudio();
let folder: string;
/** A few sentences with pauses. */
let voice: Int16Array;
let other: Int16Array;

before(async (t) => {
  folder = await tempFolder(t as never);
  const say = async (text: string, who: string) => (await speak(text, who, folder)).samples;
  const first = await say(
    'I began as a nurse in a small hospital, and now I plan the work of a ward.',
    'rms',
  );
  const second = await say('Once a large group of guests arrived a day too early.', 'rms');
  const question = await say('What did you learn there, and where do you see yourself in five years?', 'slt');
  // By itself this voice is as loud as the other.
  const asked = times(question, rms(first) / rms(question));
  const pause = silence(700);
  voice = joinSamples([first, pause, second, pause, first, pause, second]);
  other = joinSamples([silence(voice.length / 16 - asked.length / 16), asked]);
  other = other.slice(0, voice.length);
});

const db = (a: Int16Array, b: Int16Array): number => 20 * Math.log10(rms(a) / rms(b));
const times = (samples: Int16Array, gain: number) =>
  samples.map((sample) => Math.max(-32_768, Math.min(32_767, Math.round(gain * sample))));
const delayed = (samples: Int16Array, ms: number) =>
  joinSamples([silence(ms), samples]).slice(0, samples.length);
const noise = (length: number, level: number, seed = 7) => {
  const random = seededRandom(seed);
  return Int16Array.from({ length }, () => Math.round(level * (2 * random() - 1)));
};
const plus = (a: Int16Array, b: Int16Array) =>
  a.map((sample, n) => Math.max(-32_768, Math.min(32_767, sample + (b[n] ?? 0))));
const hum = (length: number, level: number) =>
  Int16Array.from({ length }, (_, n) =>
    Math.round(level * (Math.sin((2 * Math.PI * 50 * n) / 16_000) + 0.4 * Math.sin(n / 17))),
  );

/** @param options of ffmpeg, for another format than WAV */
async function hear(left: Int16Array, right: Int16Array, options?: string) {
  const both = Int16Array.from({ length: 2 * left.length }, (_, n) => (n % 2 ? right : left)[n >> 1]!);
  await writeWav(`${folder}/both.wav`, both, 2);
  if (options) await ffmpeg(`-i ${folder}/both.wav ${options} ${folder}/both`);
  const channelPaths: [string, string] = [`${folder}/heard.left`, `${folder}/heard.right`];
  const out = { outPath: `${folder}/heard.pcm`, channelPaths, maxDurationMs: 60_000 };
  const decoded = await audio.decode(`${folder}/both${options ? '' : '.wav'}`, out, never);
  assert.equal(existsSync(channelPaths[0]), decoded.distinctChannels);
  return { ...decoded, mono: await readPcm(out.outPath) };
}

for (const gain of [-1, -0.9, -0.5, -0.1, -1.5, -3]) {
  test(`reversed polarity at ${gain} of the level: the better channel is heard alone`, async () => {
    const left = times(voice, 0.3);
    const { mono, distinctChannels, warnings } = await hear(left, times(left, gain));
    const better = Math.max(1, Math.abs(gain));
    assert.ok(Math.abs(db(mono, times(left, better))) < 1, `${db(mono, left)} dB`);
    assert.equal(distinctChannels, false);
    assert.match(warnings.join(' '), /reversed polarity/);
  });
}

test('reversed polarity is seen through coders, and through noise of their own in both channels', async () => {
  const left = plus(times(voice, 0.5), noise(voice.length, 300, 1));
  const right = plus(times(voice, -0.45), noise(voice.length, 300, 2));
  for (const options of ['-b:a 64k -f mp3', '-ar 48000 -c:a libopus -b:a 48k -f ogg', '-c:a aac -f ipod']) {
    const { mono, distinctChannels } = await hear(left, right, options);
    assert.ok(db(mono, left) > -3, `${options}: ${db(mono, left)} dB`);
    assert.equal(distinctChannels, false);
  }
});

test('polarity that flips half way through is seen', async () => {
  const half = voice.length >> 1;
  for (const share of [0.5, 0.25, 0.8]) {
    const right = voice.map((sample, n) => (n < share * voice.length ? sample : -sample));
    const { mono } = await hear(voice, right);
    assert.ok(Math.abs(db(mono.subarray(half), voice.subarray(half))) < 1);
    assert.ok(Math.abs(db(mono.subarray(0, half), voice.subarray(0, half))) < 1);
  }
});

for (const [ms, gain] of [
  [5, 1],
  [5, -0.8],
  [12, 0.6],
  [25, 1],
  [40, 0.6],
  [40, -0.8],
] as const) {
  test(`a copy ${ms} ms later at ${gain} of the level is not added`, async () => {
    const { mono, distinctChannels } = await hear(voice, times(delayed(voice, ms), gain));
    assert.deepEqual(mono, voice);
    assert.equal(distinctChannels, false);
  });
}

for (const [title, noVoice] of [
  ['hum', () => plus(hum(voice.length, 1500), noise(voice.length, 60))],
  ['hiss', () => noise(voice.length, 900)],
  ['faint hum', () => hum(voice.length, 150)],
] as const) {
  test(`a channel with nothing but ${title} does not come into a clean voice`, async () => {
    for (const swapped of [false, true]) {
      const channels: [Int16Array, Int16Array] = swapped ? [noVoice(), voice] : [voice, noVoice()];
      const { mono, distinctChannels, warnings } = await hear(...channels);
      assert.deepEqual(mono, voice);
      assert.equal(distinctChannels, false);
      assert.match(warnings.join(' '), /no voice is in it/);
    }
  });
}

test('of two copies the one that is not distorted is heard', async () => {
  const { mono, warnings } = await hear(times(voice, 8), times(voice, 0.5));
  assert.deepEqual(mono, times(voice, 0.5));
  assert.match(warnings.join(' '), /distorted copy/);
});

const asking = () => other.length - 16 * 2500;
for (const downDb of [10, 20, 34]) {
  test(`a person ${downDb} dB down on a channel of their own is as loud as the other`, async () => {
    const gain = 10 ** (-downDb / 20);
    const room = noise(voice.length, 3);
    const first = voice.map((sample, n) => (n < asking() - 16 * 1500 ? sample : 0));
    for (const [left, right] of [
      [plus(first, room), plus(times(other, gain), room)],
      [plus(times(first, gain), room), plus(other, room)],
    ] as const) {
      const { mono, distinctChannels, warnings } = await hear(left, right);
      assert.equal(distinctChannels, true, warnings.join());
      const [own, theirs] = [mono.subarray(0, asking() - 16 * 2000), mono.subarray(asking())];
      const apart = db(own, theirs) - db(voice.subarray(0, asking() - 16 * 2000), other.subarray(asking()));
      assert.ok(Math.abs(apart) < 4, `${apart.toFixed(1)} dB apart`);
      assert.ok(db(own, voice.subarray(0, own.length)) > -7);
    }
  });
}

test('two people who hear each other a little stay two, whatever the polarity of what leaks', async () => {
  const first = voice.map((sample, n) => (n < asking() - 16 * 1500 ? sample : 0));
  for (const leak of [0.1, -0.1]) {
    const left = plus(first, times(delayed(other, 8), leak));
    const right = plus(other, times(delayed(first, 8), leak));
    const { mono, distinctChannels, warnings } = await hear(left, right);
    assert.equal(distinctChannels, true);
    assert.deepEqual(warnings, []);
    assert.ok(db(mono.subarray(asking()), other.subarray(asking())) > -7);
  }
});

test('a room in stereo is mixed as it was', async () => {
  const left = plus(voice, noise(voice.length, 200, 1));
  const right = plus(voice, noise(voice.length, 200, 2));
  const { mono, distinctChannels, warnings } = await hear(left, right);
  assert.deepEqual(
    mono,
    left.map((sample, n) => (sample + right[n]!) >> 1),
  );
  assert.equal(distinctChannels, true);
  assert.deepEqual(warnings, []);
});
