import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { readManifest } from '../clips-manifest.ts';

const run = promisify(execFile);

export interface PcmClip {
  /** File name of the clip. */
  id: string;
  language: string;
  transcript: string;
  /** Raw s16le mono 16 kHz. */
  pcm: string;
  durationMs: number;
}

/** The clips of a folder with manifest.csv as raw sound in another folder. */
export async function pcmClips(folder: string, into: string): Promise<PcmClip[]> {
  await mkdir(into, { recursive: true });
  const clips: PcmClip[] = [];
  for (const { file, language, transcript } of readManifest(join(folder, 'manifest.csv'))) {
    const pcm = join(into, `${basename(file, extname(file))}.pcm`);
    await toPcm(join(folder, file), pcm);
    clips.push({ id: file, language, transcript, pcm, durationMs: Math.floor((await stat(pcm)).size / 32) });
  }
  return clips;
}

/** Any sound as raw s16le mono 16 kHz, unless it is there already. */
export async function toPcm(from: string, to: string): Promise<void> {
  if (existsSync(to)) return;
  await run('ffmpeg', ['-v', 'error', '-y', '-i', from, '-ac', '1', '-ar', '16000', '-f', 's16le', to]);
}
