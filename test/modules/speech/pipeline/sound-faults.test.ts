import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { describeSound, findSoundFaults } from '#server/modules/speech/pipeline/sound-faults.ts';
import { ffmpeg, joinSamples, silence, speak, tone, writePcm } from '#test/support/speech-sounds.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { seededRandom } from '../../../../testkit/random.ts';

let folder: string;
/** Half a minute of two voices with a room around them. */
let clean: Int16Array;

const noise = (length: number, level: number, seed = 3) => {
  const random = seededRandom(seed);
  return Int16Array.from({ length }, () => Math.round(level * (2 * random() - 1)));
};
const clip = (value: number) => Math.max(-32_768, Math.min(32_767, Math.round(value)));
const plus = (a: Int16Array, b: Int16Array) => a.map((sample, n) => clip(sample + (b[n] ?? 0)));

before(async (t) => {
  folder = await tempFolder(t as never);
  const say = async (text: string, who: string) => (await speak(text, who, folder)).samples;
  const one = await say('I began as a nurse in a small hospital, and now I plan the work of a ward.', 'rms');
  const two = await say('Once a large group of guests arrived a day too early, and we found rooms.', 'slt');
  const said = joinSamples([one, silence(600), two, silence(900), one, silence(500), two]);
  clean = plus(said, noise(said.length, 12));
});

/** What is said of a sound, all of which counts as speech unless told otherwise; `options`: how it is coded on its way. */
async function heard(
  samples: Int16Array,
  options = '',
  speech = [{ startMs: 0, endMs: samples.length / 16 }],
) {
  let pcm = await writePcm(`${folder}/sound.pcm`, samples);
  if (options) {
    await ffmpeg(`-f s16le -ar 16000 -ac 1 -i ${pcm} ${options} ${folder}/coded`);
    pcm = `${folder}/decoded.pcm`;
    await ffmpeg(`-i ${folder}/coded -f s16le -ar 16000 -ac 1 ${pcm}`);
  }
  const source = {
    ...{ format: 'wav', channels: 1, sampleRateHz: 48_000, codec: 'pcm_s16le' },
    ...{ clippedShare: 0, peakDb: -3 },
  };
  const speechMs = speech.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  return describeSound(source, await findSoundFaults(pcm, speech), speechMs);
}

const codings = ['', '-b:a 64k -f mp3', '-c:a aac -b:a 64k -f ipod'];

test('nothing is said against good sound, however it is coded', async () => {
  for (const options of [...codings, '-ar 48000 -c:a libopus -b:a 24k -f ogg']) {
    assert.deepEqual(await heard(clean, options), { faults: [], isPoor: false }, options);
  }
  const quiet = clean.map((sample) => Math.round(sample / 20));
  assert.deepEqual((await heard(quiet)).faults, []);
});

for (const [title, everyMs, holeMs] of [
  ['short', 700, 60],
  ['of a fifth of a second', 1500, 200],
  ['of a second', 4000, 1000],
] as const) {
  for (const options of holeMs < 100 ? [''] : codings) {
    test(`holes within words are named: ${title}, ${options || 'uncompressed'}`, async () => {
      const lost = joinSamples([clean, clean]).map((sample, n) =>
        (n / 16) % everyMs < holeMs && n > 1600 ? 0 : sample,
      );
      const { faults, isPoor } = await heard(lost, options);
      assert.match(faults.join(' '), /has \d+ holes, \d+ s in all/);
      assert.equal(isPoor, true);
    });
  }
}

test('digital silence between sentences is no hole', async () => {
  const fade = (samples: Int16Array) =>
    samples.map((sample, n) => Math.round(sample * Math.min(1, n / 800, (samples.length - n) / 800)));
  const gated = joinSamples(
    [clean, silence(1500), clean, silence(700), clean, silence(4000), clean].map(fade),
  );
  assert.doesNotMatch((await heard(gated)).faults.join(' '), /holes/);
});

for (const level of [1, 0.4]) {
  for (const options of codings) {
    test(`distortion is named at ${level} of full scale, ${options || 'uncompressed'}`, async () => {
      const loud = clean.map((sample) => clip(level * clip(40 * sample)));
      const { faults, isPoor } = await heard(loud, options);
      assert.match(faults.join(' '), /distorted/);
      assert.equal(isPoor, true);
    });
  }
}

test('a telephone band is named whatever rate the file has', async () => {
  const { faults, isPoor } = await heard(clean, '-af aresample=8000,aresample=48000 -c:a pcm_s16le -f wav');
  assert.match(faults.join(' '), /nothing above 4 kHz/);
  assert.equal(isPoor, true);
});

test('wind and hum are told apart', async () => {
  let [slow, slower] = [0, 0];
  const wind = noise(clean.length, 32_000, 9).map((sample, n) => {
    slow += 0.012 * (sample - slow);
    slower += 0.012 * (slow - slower);
    return clip(26 * slower * (0.25 + Math.abs(Math.sin(n / 30_000))));
  });
  assert.match((await heard(plus(clean, wind))).faults.join(' '), /^Wind/);
  const hum = clean.map((_, n) => Math.round(9000 * Math.sin((2 * Math.PI * 50 * n) / 16_000)));
  assert.match((await heard(plus(clean, hum))).faults.join(' '), /^A low hum/);
});

test('music and tones are named, in seconds', async () => {
  const chord = (hz: number) =>
    plus(plus(tone(1000, hz, 2000), tone(1000, hz * 1.25, 1800)), tone(1000, hz * 1.5, 1700));
  const music = joinSamples([262, 330, 294, 392, 349, 262, 440, 330].map(chord));
  const spoken = [{ startMs: music.length / 16, endMs: (music.length + clean.length) / 16 }];
  const held = await heard(joinSamples([music, clean]), '', spoken);
  assert.deepEqual(held, { faults: ['The recording has 8 s of music.'], isPoor: false });

  const hiss = noise(16 * 7000, 5000);
  const hissed = [{ startMs: 7000, endMs: 7000 + clean.length / 16 }];
  assert.match((await heard(joinSamples([hiss, clean]), '', hissed)).faults.join(' '), /7 s of loud noise/);

  const beeps = joinSamples([tone(500, 1000), silence(3000), tone(500, 1000), silence(3000), clean]);
  const after = [{ startMs: 7000, endMs: beeps.length / 16 }];
  assert.deepEqual((await heard(beeps, '', after)).faults, [
    'The recording has 1 s of beeps or other single tones.',
  ]);
});
