import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PageItems, TextItem } from '../../domain/cv/layout/types.ts';
import { packs } from '../../domain/languages/registry.ts';
import { isOutOfTime } from '../../outages.ts';
import { minutes } from '../../time.ts';
import { type ProgramLimits, runProgram } from '../child-process.ts';

/** Tesseract reads letters of 20 to 40 pixels best: body text at this resolution. */
const dotsPerInch = 200;
/** The longer side of a page's picture, whatever size the page claims: 2,200 pixels are A4 at 200 dpi. */
const maxSidePixels = 2400;
/** Words tesseract gives less than this (0–100) are specks and lines more often than words. */
const minConfidence = 35;

const ocrLimits: ProgramLimits = {
  memoryBytes: 2 * 1024 ** 3,
  cpuSeconds: 60,
  openFiles: 64,
  fileSizeBytes: 64 * 1024 ** 2,
};

/** Reads text in pictures of pages with the programs `pdftoppm` and `tesseract`. */
export interface Ocr {
  languages: readonly string[];
  readPage(
    path: string,
    page: { number: number; widthPt: number; heightPt: number },
    signal: AbortSignal,
  ): Promise<PageItems>;
}

/** @returns null where a program is not installed */
export async function findOcr(options: { tesseract?: string; pdftoppm?: string } = {}): Promise<Ocr | null> {
  const tesseract = options.tesseract ?? 'tesseract';
  const pdftoppm = options.pdftoppm ?? 'pdftoppm';
  const languages = await installedLanguages(tesseract, pdftoppm);
  if (languages === null) return null;
  const readable = languages.filter((language) => language !== 'osd');
  if (readable.length === 0) return null;

  const languagesOf = async (picture: string, signal: AbortSignal, cwd: string): Promise<string> => {
    let script = 'Latin';
    if (languages.includes('osd') && readable.length > 1) {
      try {
        const found = await runOcr(tesseract, [picture, '-', '--psm', '0'], { signal, cwd, reads: [cwd] });
        script = /^Script: (\w+)/m.exec(found)?.[1] ?? script;
      } catch (error) {
        signal.throwIfAborted();
        if (isOutOfTime(error)) throw error;
        // Too few letters to tell.
      }
    }
    const fitting = packs
      .filter(({ ocr }) => ocr.scripts.includes(script) && readable.includes(ocr.data))
      .map(({ ocr }) => ocr.data);
    return (fitting.length > 0 ? fitting : readable.slice(0, 1)).join('+');
  };

  return {
    languages: readable,
    async readPage(path, { number, widthPt, heightPt }, signal) {
      const folder = await mkdtemp(join(tmpdir(), 'assay-ocr-'));
      try {
        const scale = Math.min(dotsPerInch / 72, maxSidePixels / Math.max(widthPt, heightPt, 1));
        const pageOnly = ['-f', String(number), '-l', String(number), '-singlefile'];
        const size = ['-scale-to', String(Math.max(1, Math.round(scale * Math.max(widthPt, heightPt))))];
        await runOcr(pdftoppm, [...pageOnly, ...size, '-cropbox', '-gray', path, join(folder, 'page')], {
          signal,
          cwd: folder,
          reads: [path],
          writes: [folder],
        });
        const picture = join(folder, 'page.pgm');
        const found = await languagesOf(picture, signal, folder);
        const dpi = String(Math.round(72 * scale));
        const table = await runOcr(
          tesseract,
          [picture, '-', '-l', found, '--dpi', dpi, '--psm', '1', 'tsv'],
          {
            signal,
            cwd: folder,
            reads: [folder],
          },
        );
        return {
          number,
          widthPt,
          heightPt,
          source: 'ocr',
          turned: [],
          items: itemsOfTable(table, 1 / scale),
        };
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Null where a program is not installed. */
async function installedLanguages(tesseract: string, pdftoppm: string): Promise<string[] | null> {
  try {
    const { stdout } = await runProgram({
      program: tesseract,
      args: ['--list-langs'],
      timeoutMs: minutes(5),
    });
    await runProgram({ program: pdftoppm, args: ['-v'], timeoutMs: minutes(5) });
    return stdout
      .toString()
      .split('\n')
      .slice(1)
      .map((line) => line.trim())
      .filter(Boolean);
  } catch {
    return null;
  }
}

async function runOcr(
  program: string,
  args: readonly string[],
  { signal, cwd, ...files }: { signal: AbortSignal; cwd: string; reads?: string[]; writes?: string[] },
): Promise<string> {
  const { stdout } = await runProgram({
    program,
    args,
    signal,
    cwd,
    ...files,
    timeoutMs: minutes(10),
    limits: ocrLimits,
    maxStdoutBytes: 16 * 1024 ** 2,
    maxStderrBytes: 4096,
  });
  return stdout.toString();
}

/**
 * Words of tesseract's table (level, page, block, paragraph, line, word, left, top, width, height, confidence, text).
 * Words of one line get the line's baseline and size, since a word's own box depends on its letters.
 */
export function itemsOfTable(table: string, pointsPerPixel: number): TextItem[] {
  const items: TextItem[] = [];
  let line = { top: 0, height: 0 };
  for (const row of table.split('\n')) {
    const cells = row.split('\t');
    const [level, left, top, width, height, confidence] = [0, 6, 7, 8, 9, 10].map((at) => Number(cells[at]));
    if (level === 4) line = { top: top!, height: height! };
    const text = cells[11]?.trim();
    if (level !== 5 || !text || !(confidence! >= minConfidence)) continue;
    items.push({
      text,
      x: left! * pointsPerPixel,
      // A line's box reaches from the highest letter to the lowest.
      y: (line.top + 0.78 * line.height) * pointsPerPixel,
      width: width! * pointsPerPixel,
      fontSizePt: Math.max(1, line.height * pointsPerPixel),
      isBold: false,
    });
  }
  return items;
}
