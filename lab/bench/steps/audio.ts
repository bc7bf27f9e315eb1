import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { comparableWords } from '../../../testkit/word-errors.ts';

const samplePath = resolve(import.meta.dirname, '../../../scripts/sample/interview.mp3');
const sample: { durationMs: number; turns: { startMs: number; endMs: number; text: string }[] } = JSON.parse(
  readFileSync(samplePath.replace('.mp3', '.json'), 'utf8'),
);

/** Tempos of the repetitions: the same words at another speed are other audio to every step. */
const tempos = [1, 0.94, 1.05, 0.97, 1.08, 0.91, 1.02, 0.96, 1.06, 0.93, 1.04, 0.98];

const ffmpeg = (...args: string[]) =>
  promisify(execFile)('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args]);

export interface BenchAudio {
  path: string;
  minutes: number;
  /** What is said in it, for word error rates; only of audio that is the sample's own beginning. */
  words: string[] | null;
}

/** The sample's beginning, or the sample again and again at different tempos, as MP3 of 48 kbit/s mono. */
export async function makeAudio(folder: string, minutes: number): Promise<BenchAudio> {
  const path = join(folder, `${minutes}-minutes.mp3`);
  const seconds = minutes * 60;
  const copies = Math.ceil((seconds * 1000 * 1.12) / sample.durationMs);
  const parts = Array.from(
    { length: copies },
    (_, index) => `[0:a]atempo=${tempos[index % tempos.length]}[p${index}]`,
  );
  const names = parts.map((_, index) => `[p${index}]`).join('');
  const graph = `${parts.join(';')};${names}concat=n=${copies}:v=0:a=1[out]`;
  // A little over: exactly three minutes could come out a frame short.
  const length = ['-t', String(seconds + (minutes < 45 ? 0.5 : -0.5))];
  await ffmpeg(
    '-i',
    samplePath,
    '-filter_complex',
    graph,
    '-map',
    '[out]',
    ...length,
    '-ac',
    '1',
    '-b:a',
    '48k',
    path,
  );
  const isBeginning = seconds * 1000 <= sample.durationMs;
  // Of a turn that is cut off, as many words as its share of time: a handful more or less, for both sides alike.
  const heard = sample.turns.flatMap(({ startMs, endMs, text }) => {
    const words = comparableWords(text);
    const share = Math.max(0, Math.min(1, (seconds * 1000 - startMs) / (endMs - startMs)));
    return words.slice(0, Math.round(share * words.length));
  });
  return {
    path,
    minutes,
    words: isBeginning ? heard : null,
  };
}

/** A WAV file just under the size limit (PCM, so that its bytes are as many as its seconds allow). */
export async function makeLargeWav(folder: string, sizeBytes: number): Promise<string> {
  const path = join(folder, 'large.wav');
  const seconds = Math.floor((sizeBytes - 4096) / 32_000);
  const loop = ['-stream_loop', '-1', '-i', samplePath, '-t', String(seconds)];
  await ffmpeg(...loop, '-ac', '1', '-ar', '16000', '-c:a', 'pcm_s16le', path);
  return path;
}
