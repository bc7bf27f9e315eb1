import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { wavOf } from '#server/domain/wav.ts';

const run = promisify(execFile);

/** Signal that never fires, for calls that must not be aborted. */
export const never = new AbortController().signal;

/** Runs ffmpeg as a test needs it; options as one writes them on a command line, without spaces inside. */
export async function ffmpeg(options: string): Promise<void> {
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...options.trim().split(/\s+/)]);
}

export interface SpokenPhone {
  phone: string;
  startMs: number;
  endMs: number;
}

/** Has flite say a text: samples at 16 kHz mono, and when each phone of it sounds (pauses left out). */
export async function speak(
  text: string,
  voice: string,
  folder: string,
): Promise<{ samples: Int16Array; phones: SpokenPhone[] }> {
  const wav = `${folder}/speak.wav`;
  const { stdout } = await run('flite', ['-voice', voice, '-psdur', '-t', text, '-o', wav]);
  const phones: SpokenPhone[] = [];
  let startMs = 0;
  for (const token of stdout.trim().split(/\s+/)) {
    const [phone, end] = token.split(':');
    const endMs = Number(end) * 1000;
    if (phone && phone !== 'pau') phones.push({ phone, startMs, endMs });
    startMs = endMs;
  }
  return { samples: await samplesOf(wav), phones };
}

/** flite's header is the shortest there is, and all of its voices but one speak at 16 kHz: starting ffmpeg takes longer than flite. */
const WAV_HEADER_BYTES = 44;
async function samplesOf(wav: string): Promise<Int16Array> {
  const bytes = await readFile(wav);
  if (bytes.readUInt16LE(22) === 1 && bytes.readUInt32LE(24) === 16_000) {
    return new Int16Array(new Uint8Array(bytes.subarray(WAV_HEADER_BYTES)).buffer);
  }
  const raw = `${wav}.pcm`;
  await ffmpeg(`-i ${wav} -ac 1 -ar 16000 -f s16le ${raw}`);
  return readPcm(raw);
}

export async function readPcm(path: string): Promise<Int16Array> {
  const bytes = await readFile(path);
  return new Int16Array(new Uint8Array(bytes).buffer);
}

export async function writePcm(path: string, samples: Int16Array): Promise<string> {
  await writeFile(path, new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
  return path;
}

/** @param samples of 16 kHz, channels interleaved */
export async function writeWav(path: string, samples: Int16Array, channels = 1): Promise<string> {
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  await writeFile(path, wavOf(bytes, { channels }));
  return path;
}

export function joinSamples(parts: readonly Int16Array[]): Int16Array {
  const joined = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

export const silence = (durationMs: number): Int16Array => new Int16Array(16 * durationMs);

export function tone(durationMs: number, hz: number, amplitude = 8000): Int16Array {
  return Int16Array.from({ length: 16 * durationMs }, (_, n) =>
    Math.round(amplitude * Math.sin((2 * Math.PI * hz * n) / 16_000)),
  );
}

/** Root mean square of samples. */
export const rms = (samples: Int16Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length));
