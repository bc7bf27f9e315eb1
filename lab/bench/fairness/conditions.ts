import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createRandom } from '../../calibrate/random.ts';

const run = promisify(execFile);

const SAMPLE_RATE_HZ = 16_000;
const PADDING_MS = 8000;

/** Something that happens to a recording and says nothing about the speaker. */
export interface Condition {
  name: string;
  /** Milliseconds by which everything comes later. */
  shiftMs: number;
  /** Writes the recording as it is under this condition; gives the file's path. */
  make: (pcm: Int16Array, folder: string) => Promise<string>;
}

/** Samples of any audio file: mono, 16 kHz. */
export async function samplesOf(audioPath: string, folder: string): Promise<Int16Array> {
  const path = join(folder, 'samples.pcm');
  await ffmpeg(['-i', audioPath, '-f', 's16le', '-ac', '1', '-ar', String(SAMPLE_RATE_HZ), path]);
  const bytes = await readFile(path);
  return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
}

export const conditions: readonly Condition[] = [
  changed('as it is', (pcm) => pcm),
  changed('12 dB quieter', (pcm) => gained(pcm, -12)),
  changed('6 dB louder than full scale allows', (pcm) => gained(pcm, 6 + headroomDb(pcm))),
  changed('noise, 20 dB below the speech', (pcm) => noisy(pcm, 20)),
  {
    name: 'MP3, 48 kbit/s',
    shiftMs: 0,
    make: async (pcm, folder) => {
      const path = join(folder, 'coded.mp3');
      await ffmpeg(['-i', await writeWav(pcm, join(folder, 'uncoded.wav')), '-b:a', '48k', path]);
      return path;
    },
  },
  { ...changed(`${PADDING_MS / 1000} s of silence at both ends`, padded), shiftMs: PADDING_MS },
];

function changed(name: string, change: (pcm: Int16Array) => Int16Array): Condition {
  return {
    name,
    shiftMs: 0,
    make: (pcm, folder) => writeWav(change(pcm), join(folder, 'changed.wav')),
  };
}

const gained = (pcm: Int16Array, db: number): Int16Array =>
  pcm.map((sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample * 10 ** (db / 20)))));

const headroomDb = (pcm: Int16Array): number =>
  20 * Math.log10(32_767 / pcm.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 1));

/** Room noise: white noise through a one-pole low pass, so that it is louder in the low registers, seeded. */
function noisy(pcm: Int16Array, snrDb: number): Int16Array {
  const random = createRandom(4);
  const noise = new Float64Array(pcm.length);
  let state = 0;
  for (let index = 0; index < noise.length; index += 1) {
    state = 0.7 * state + random.normal();
    noise[index] = state;
  }
  const gain = Math.sqrt(speechPower(pcm) / power(noise)) / 10 ** (snrDb / 20);
  return pcm.map((sample, index) =>
    Math.max(-32_768, Math.min(32_767, Math.round(sample + gain * noise[index]!))),
  );
}

const power = (samples: ArrayLike<number>): number => {
  let sum = 0;
  for (let index = 0; index < samples.length; index += 1) sum += samples[index]! ** 2;
  return sum / Math.max(1, samples.length);
};

/** Mean power of the 20 ms frames that are within 30 dB of the loudest: speech without its pauses. */
function speechPower(pcm: Int16Array): number {
  const frames: number[] = [];
  for (let from = 0; from < pcm.length; from += 320) frames.push(power(pcm.subarray(from, from + 320)));
  const loudest = frames.reduce((most, frame) => Math.max(most, frame), 0);
  const speech = frames.filter((frame) => frame > loudest / 1000);
  return speech.reduce((sum, frame) => sum + frame, 0) / Math.max(1, speech.length);
}

function padded(pcm: Int16Array): Int16Array {
  const silence = (PADDING_MS * SAMPLE_RATE_HZ) / 1000;
  const longer = new Int16Array(pcm.length + 2 * silence);
  longer.set(pcm, silence);
  return longer;
}

async function writeWav(pcm: Int16Array, path: string): Promise<string> {
  const raw = `${path}.pcm`;
  await writeFile(raw, new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength));
  await ffmpeg(['-f', 's16le', '-ar', String(SAMPLE_RATE_HZ), '-ac', '1', '-i', raw, path]);
  return path;
}

const ffmpeg = (args: readonly string[]) =>
  run('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args]);
