import { type FileHandle, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Span } from '../../domain/transcript/types.ts';
import { runProgram } from '../child-process.ts';
import { addComfortNoise } from './comfort-noise.ts';
import { type HeardWord, parseCtm } from './ctm.ts';
import { quietestOffsetMs } from './quietest.ts';
import { onRecording, packStretches, type Stretch } from './stretches.ts';

export interface PocketsphinxSettings {
  program: string;
  /** Folder with the acoustic model `en-us`, `en-us.lm.bin` and `cmudict-en-us.dict`. */
  modelDir: string;
  /** Recognitions at once. */
  processes: number;
  /** Decoder options beyond the fixed ones, e.g. to compare beams. */
  options: readonly string[];
  maxStretchMs: number;
  padMs: number;
}

const bytesPerMs = 32;
/** Far above the 0.2 s of processor time a second of speech takes, so that only a hang meets it. */
const timeoutMsPerAudioMs = 20;

/**
 * Recognises the speech spans of raw PCM (s16le mono 16 kHz), one child process per stretch, `processes` at
 * once. Files lie next to the PCM, in the run's own folder, and are gone when the promise settles.
 *
 * @throws ProgramError when pocketsphinx is missing, fails or hangs; the signal's reason when aborted
 */
export async function listen(
  settings: PocketsphinxSettings,
  request: {
    pcmPath: string;
    speech: readonly Span[];
    signal: AbortSignal;
    onProgress?: (fraction: number) => void;
  },
): Promise<HeardWord[]> {
  const folder = await mkdtemp(join(dirname(request.pcmPath), 'pocketsphinx-'));
  const pcm = await open(request.pcmPath, 'r');
  // One failure stops the other children at once: nothing is left running when the promise settles.
  const failed = new AbortController();
  const signal = AbortSignal.any([request.signal, failed.signal]);
  try {
    const durationMs = Math.floor((await pcm.stat()).size / bytesPerMs);
    const stretches = await packStretches(request.speech, {
      maxMs: settings.maxStretchMs,
      padMs: settings.padMs,
      durationMs,
      quietestMs: (fromMs, toMs) => quietestMs(pcm, fromMs, toMs),
    });
    const totalMs = stretches.reduce((sum, stretch) => sum + stretch.durationMs, 0);
    const results: HeardWord[][] = [];
    let doneMs = 0;
    let next = 0;
    const work = async () => {
      for (let index = next++; index < stretches.length; index = next++) {
        const stretch = stretches[index]!;
        const words = await listenTo(settings, { pcm, stretch, folder, name: `s${index}`, signal });
        results[index] = words.map((word) => ({ ...word, ...onRecording(stretch, word) }));
        doneMs += stretch.durationMs;
        request.onProgress?.(doneMs / totalMs);
      }
    };
    const workers = Array.from({ length: settings.processes }, () =>
      work().catch((error: unknown) => {
        failed.abort(error);
        throw error;
      }),
    );
    const settled = await Promise.allSettled(workers);
    request.signal.throwIfAborted();
    if (failed.signal.aborted) throw failed.signal.reason;
    for (const outcome of settled) if (outcome.status === 'rejected') throw outcome.reason;
    return results.flat();
  } finally {
    await pcm.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function listenTo(
  { program, modelDir, options }: PocketsphinxSettings,
  job: { pcm: FileHandle; stretch: Stretch; folder: string; name: string; signal: AbortSignal },
): Promise<HeardWord[]> {
  const { folder, name, stretch } = job;
  const path = (extension: string) => join(folder, `${name}.${extension}`);
  const pieces = await Promise.all(stretch.pieces.map((piece) => readPcm(job.pcm, piece)));
  const sound = Buffer.concat(pieces);
  // Where nothing sounds, the decoder still writes a word, and with full confidence.
  if (isSilent(sound)) return [];
  addComfortNoise(sound);
  await writeFile(path('raw'), sound);
  await writeFile(path('ctl'), `${name}\n`);
  await runProgram({
    program,
    args: [
      ...['-hmm', join(modelDir, 'en-us'), '-lm', join(modelDir, 'en-us.lm.bin')],
      ...['-dict', join(modelDir, 'cmudict-en-us.dict'), '-logfn', '/dev/null'],
      ...['-adcin', 'yes', '-cepdir', folder, '-cepext', '.raw', '-ctl', path('ctl')],
      ...['-ctm', path('ctm')],
      // Dropped silence frames would shift every time after them.
      ...['-remove_silence', 'no', ...options],
    ],
    timeoutMs: 30_000 + stretch.durationMs * timeoutMsPerAudioMs,
    limits: { memoryBytes: 1024 ** 3, cpuSeconds: 30 + Math.ceil(stretch.durationMs / 1000) * 5 },
    signal: job.signal,
  });
  const words = parseCtm(await readFile(path('ctm'), 'utf8'));
  await Promise.all(['raw', 'ctl', 'ctm'].map((extension) => rm(path(extension))));
  return words;
}

/** Peak under −60 dB of full scale. */
function isSilent(pcm: Buffer): boolean {
  for (let at = 0; at + 1 < pcm.length; at += 2) if (Math.abs(pcm.readInt16LE(at)) >= 32) return false;
  return true;
}

async function readPcm(pcm: FileHandle, { startMs, endMs }: Span): Promise<Buffer> {
  const length = (endMs - startMs) * bytesPerMs;
  const { buffer, bytesRead } = await pcm.read(Buffer.alloc(length), 0, length, startMs * bytesPerMs);
  return buffer.subarray(0, bytesRead);
}

async function quietestMs(pcm: FileHandle, fromMs: number, toMs: number): Promise<number> {
  const startMs = Math.floor(fromMs);
  const bytes = await readPcm(pcm, { startMs, endMs: Math.floor(toMs) });
  const samples = Float32Array.from({ length: bytes.length >> 1 }, (_, i) => bytes.readInt16LE(2 * i));
  return startMs + quietestOffsetMs(samples);
}
