import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** How a conversation came over the line: as it is, by Opus, AAC, GSM, or an old telephone (G.711, 300–3400 Hz). */
export const codecs = ['none', 'opus', 'aac', 'gsm', 'telephone'] as const;
export type Codec = (typeof codecs)[number];

const raw = (rateHz: number) => ['-f', 's16le', '-ar', `${rateHz}`, '-ac', '1'];

const encodings: Record<Exclude<Codec, 'none'>, { file: string; options: (kbps: number) => string[] }> = {
  opus: {
    file: 'line.ogg',
    options: (kbps) => ['-c:a', 'libopus', '-b:a', `${kbps}k`, '-application', 'voip'],
  },
  aac: { file: 'line.m4a', options: () => ['-c:a', 'aac', '-b:a', '32k'] },
  gsm: { file: 'line.gsm', options: () => ['-ar', '8000', '-c:a', 'libgsm'] },
  telephone: {
    file: 'line.wav',
    options: () => ['-af', 'highpass=f=300,lowpass=f=3400', '-ar', '8000', '-c:a', 'pcm_mulaw'],
  },
};

/**
 * The sound (mono, 16 kHz) as it comes out of a codec, of the same length and not moved in time.
 *
 * @param kbps Opus only, 12–24
 * @param workDir a folder for the encoded file
 */
export async function throughCodec(
  pcm: Int16Array,
  codec: Codec,
  kbps: number,
  workDir: string,
): Promise<Int16Array> {
  if (codec === 'none') return pcm;
  const { file, options } = encodings[codec];
  const [input, line, output] = ['line-in.pcm', file, 'line-out.pcm'].map((name) => join(workDir, name));
  await writeFile(input!, new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength));
  const quiet = ['-v', 'error', '-nostdin', '-y', '-threads', '1'];
  const run = promisify(execFile);
  await run('ffmpeg', [...quiet, ...raw(16_000), '-i', input!, ...options(kbps), line!]);
  await run('ffmpeg', [...quiet, '-i', line!, ...raw(16_000), output!]);
  const bytes = await readFile(output!);
  const decoded = new Int16Array(pcm.length);
  decoded.set(new Int16Array(bytes.buffer, bytes.byteOffset, Math.min(pcm.length, bytes.byteLength >> 1)));
  return decoded;
}
