import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const sample = join(import.meta.dirname, '../scripts/sample/interview.mp3');

/** Just long enough to be taken. */
const wholeSeconds = 185;

/**
 * The beginning of the sample interview, then a faint tone: a recording that is accepted and takes little time to be heard.
 *
 * @param file whose ending names the container
 * @param options of ffmpeg: how it is written
 */
export async function sampleRecording({
  speechSeconds,
  file = 'a.mp3',
  options = '-b:a 32k',
}: {
  speechSeconds: number;
  file?: string;
  options?: string;
}): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-sample-'));
  try {
    const path = join(folder, file);
    await promisify(execFile)('ffmpeg', [
      ...['-y', '-v', 'error', '-t', String(speechSeconds), '-i', sample],
      ...['-f', 'lavfi', '-t', String(wholeSeconds - speechSeconds), '-i', 'sine=f=220:r=16000'],
      '-filter_complex',
      '[0:a]aresample=16000[speech];[1:a]volume=0.005[tone];[speech][tone]concat=n=2:v=0:a=1',
      ...['-ac', '1', ...options.split(' ')],
      path,
    ]);
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
