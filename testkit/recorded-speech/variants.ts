import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const samplePath = resolve(import.meta.dirname, '../../scripts/sample/interview.mp3');
export const recordingsFolder = resolve(import.meta.dirname, '../recorded-interviews');

/** The sample interview and what can be made of it: one more hurried, one slower, one shorter. */
export const variants = {
  plain: null,
  hurried: ['-filter:a', 'atempo=1.12'],
  slow: ['-filter:a', 'atempo=0.82'],
  short: ['-t', '185'],
} as const satisfies Record<string, readonly string[] | null>;
export type Variant = keyof typeof variants;

/** Makes a variant as an MP3, once a folder; the sample itself is given as it is. */
export async function makeVariant(variant: Variant, folder: string): Promise<string> {
  const change = variants[variant];
  if (!change) return samplePath;
  const path = join(folder, `${variant}.mp3`);
  if (existsSync(path)) return path;
  const run = ['-v', 'error', '-nostdin', '-y', '-i', samplePath, ...change];
  await promisify(execFile)('ffmpeg', [...run, '-ac', '1', '-b:a', '48k', path]);
  return path;
}
