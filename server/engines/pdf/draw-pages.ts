import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '../../config/limits.ts';
import { isOutOfSpace } from '../../outages.ts';
import { minutes } from '../../time.ts';
import { ProgramError, type ProgramLimits, runProgram } from '../child-process.ts';

/** The longer side of a page's picture: 72 dots an inch of A4, at which a stroke of small print still darkens a pixel. */
const pictureSidePixels = 842;
const pictureLimits: Omit<ProgramLimits, 'cpuSeconds'> = {
  memoryBytes: 2 * 1024 ** 3,
  openFiles: 64,
  fileSizeBytes: 4 * 1024 ** 2,
};

/**
 * Draws every page of a PDF with `pdftoppm` and hands over the folder with their pictures, which is gone afterwards. A page that cannot be
 * drawn has no picture there.
 *
 * @param cpuSeconds processor time for all of them
 * @param use gets null where the program is not installed
 * @throws ProgramError when the machine had too little time for it
 */
export async function withPagePictures<Result>(
  path: string,
  drawing: { pdftoppm: string; cpuSeconds: number; signal: AbortSignal },
  use: (folder: string | null) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-pages-'));
  try {
    return await use((await draw(path, folder, drawing)) ? folder : null);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function draw(
  path: string,
  folder: string,
  { pdftoppm, cpuSeconds, signal }: { pdftoppm: string; cpuSeconds: number; signal: AbortSignal },
): Promise<boolean> {
  const size = ['-l', String(limits.cv.maxPages), '-scale-to', String(pictureSidePixels), '-cropbox'];
  try {
    await runProgram({
      program: pdftoppm,
      args: [...size, path, join(folder, 'page')],
      cwd: folder,
      reads: [path],
      writes: [folder],
      timeoutMs: minutes(10),
      signal,
      limits: { ...pictureLimits, cpuSeconds },
      maxStderrBytes: 4096,
    });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ProgramError) || error.fault === 'timeout' || isOutOfSpace(error)) throw error;
    return error.fault !== 'missing';
  }
  return true;
}
