import { mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { limits } from '../../config/limits.ts';
import { readPages } from '../../domain/cv/layout/read-pages.ts';
import { isReadable, lettersIn, minDocumentLetters, minPageLetters } from '../../domain/cv/readability.ts';
import type { CvDocument } from '../../domain/cv/types.ts';
import { RunFailure } from '../../errors.ts';
import { programFile } from '../../program-files.ts';
import { minutes, seconds } from '../../time.ts';
import { ProgramError, type ProgramLimits, runProgram } from '../child-process.ts';
import { withPagePictures } from './draw-pages.ts';
import type { Extraction } from './extraction.ts';
import type { Ocr } from './ocr.ts';
import type { PdfEngine, PdfReading } from './port.ts';
import { type Outcome, refusalOf, refused } from './refusals.ts';

const programPath = programFile('engines/pdf/extract-program');
/** Says which kind of module the program is. */
const packageJson = resolve(import.meta.dirname, '../../../package.json');
/** What pdf.js consists of: with the program that calls it all that it may read but the file. */
const codePaths = [dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), packageJson];

/** A CV is read in under a second of processor time, which `programLimits` bounds. The clock says more of the machine than of the file. */
const defaultTimeoutMs = minutes(10);
/** JavaScript's own heap; what files unpack to lies outside of it and is bounded by `dataBytes`. */
const heapMiB = 384;
const programLimits = {
  // Node reserves address space by the gigabyte and never touches it.
  memoryBytes: 64 * 1024 ** 4,
  // Of these Node reserves about 600 MB at its start.
  dataBytes: 1400 * 1024 ** 2,
  cpuSeconds: 20,
  openFiles: 64,
  fileSizeBytes: 0,
} satisfies ProgramLimits;
const maxAnswerBytes = 64 * 1024 ** 2;
/** OCR takes seconds a page: a scan of more pages than this is read as far as this. */
const maxOcrPages = 10;

/**
 * Reads PDFs with pdf.js, one process per file, under limits of time and memory and without the right to read other
 * files, write any, or start programs. Pages without text are read by OCR where that is installed.
 *
 * @param ocr null where no OCR is installed
 * @param pdftoppm the program that draws pages, to see what of their text is seen
 * @param program that opens the files
 * @param cpuSeconds processor time for drawing a file's pages, and again for reading it; OCR not counted
 * @param timeoutMs likewise, on the clock: against a program that waits for ever
 */
export function createPdfReader({
  ocr,
  pdftoppm = 'pdftoppm',
  program = programPath,
  cpuSeconds = programLimits.cpuSeconds,
  timeoutMs = defaultTimeoutMs,
}: {
  ocr: Ocr | null;
  pdftoppm?: string;
  program?: string;
  cpuSeconds?: number;
  timeoutMs?: number;
}): PdfEngine {
  const bounds = { program, cpuSeconds, timeoutMs };
  return {
    async read(path, { signal, onProgress }) {
      if (!(await isPdf(path))) return refused('CV_UNREADABLE', 'The file is not a PDF.');
      const look = (file: string) =>
        withPagePictures(file, { pdftoppm, cpuSeconds, signal }, (pictures) =>
          extract(file, pictures, bounds, signal),
        );
      const conclude = async (file: string, extraction: Outcome): Promise<PdfReading> => {
        if (extraction.status !== 'read') return refusalOf(extraction);
        onProgress?.(0.3);
        return finish(file, extraction, { ocr, signal, onProgress });
      };
      const extraction = await look(path);
      if (extraction.status !== 'portfolio' || extraction.pdf === null) return conclude(path, extraction);
      const folder = await mkdtemp(join(tmpdir(), 'assay-portfolio-'));
      try {
        const file = join(folder, 'inside.pdf');
        await writeFile(file, extraction.pdf, 'base64');
        if (!(await isPdf(file))) return refusalOf({ ...extraction, pdf: null });
        const inner = await look(file);
        const reading = await conclude(file, inner.status === 'portfolio' ? { ...inner, pdf: null } : inner);
        return reading.ok ? { ...reading, warnings: [insideRead, ...reading.warnings] } : reading;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },

    async check() {
      const reading = ocr
        ? `OCR in ${ocr.languages.join(', ')}`
        : 'no OCR: scans are refused (install tesseract-ocr)';
      try {
        await tryOut(bounds, AbortSignal.timeout(seconds(20)));
        return { ok: true, detail: `pdf.js, ${reading}` };
      } catch (error) {
        const { message, forOperators = `PDFs cannot be read: ${message}` } = error as RunFailure;
        return { ok: false, detail: forOperators };
      }
    },
  };
}

const nodeFlags = [
  `--max-old-space-size=${heapMiB}`,
  '--disable-warning=ExperimentalWarning',
  '--disallow-code-generation-from-strings',
];

/** How Node is run with a file that may be hostile: what it may read, by its own rules and by the kernel's. */
export function guardsFor(...paths: readonly string[]): { flags: string[]; reads: string[] } {
  const reads = [...codePaths, ...paths];
  return { flags: [...nodeFlags, '--permission', ...reads.map((one) => `--allow-fs-read=${one}`)], reads };
}

interface Bounds {
  program: string;
  cpuSeconds: number;
  timeoutMs: number;
}

/**
 * @throws ProgramError when the machine had too little time for it
 * @throws RunFailure SERVICE_CONFIGURATION_ERROR when no file can be read here
 */
async function extract(
  path: string,
  pictures: string | null,
  bounds: Bounds,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    return await runExtraction(path, pictures, bounds, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ProgramError) || error.fault === 'timeout') throw error;
    if (error.fault === 'failed' || error.fault === 'missing') await tryOut(bounds, signal);
    // Out of memory ends a process in several ways; what pdf.js itself refuses it reports as damaged.
    return { status: 'too-costly', because: error.message };
  }
}

/**
 * Any file will do to see that pdf.js is there and may look at it: where it cannot, no file is to blame for it.
 *
 * @throws RunFailure SERVICE_CONFIGURATION_ERROR
 * @throws ProgramError when the machine had too little time for it
 */
async function tryOut(bounds: Bounds, signal: AbortSignal): Promise<void> {
  const broken = (detail: string, cause?: unknown) =>
    new RunFailure('SERVICE_CONFIGURATION_ERROR', 'This installation cannot read PDFs at present.', {
      cause,
      forOperators: `PDFs cannot be read: ${detail} Repair the installation with scripts/setup.`,
    });
  try {
    const { status } = await runExtraction(packageJson, null, bounds, signal);
    if (status !== 'damaged') throw broken(`pdf.js ends "${status}".`);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ProgramError) || error.fault === 'timeout') throw error;
    throw broken(error.message, error);
  }
}

async function runExtraction(
  path: string,
  pictures: string | null,
  { program, cpuSeconds, timeoutMs }: Bounds,
  signal: AbortSignal,
): Promise<Extraction> {
  const absolute = resolve(path);
  const { flags, reads } = guardsFor(dirname(program), absolute, ...(pictures ? [pictures] : []));
  const { stdout } = await runProgram({
    program: process.execPath,
    args: [...flags, program, absolute, String(limits.cv.maxPages), ...(pictures ? [pictures] : [])],
    timeoutMs,
    signal,
    reads,
    limits: { ...programLimits, cpuSeconds },
    maxStdoutBytes: maxAnswerBytes,
    maxStderrBytes: 4096,
  });
  return JSON.parse(stdout.toString('utf8')) as Extraction;
}

/** Text where there is some, else OCR, else a refusal: what cannot be read must never be scored. */
async function finish(
  path: string,
  { pages, properties, damagedPages, hiddenWords, uncheckedPages }: Extract<Extraction, { status: 'read' }>,
  {
    ocr,
    signal,
    onProgress,
  }: { ocr: Ocr | null; signal: AbortSignal; onProgress?: ((fraction: number) => void) | undefined },
): Promise<PdfReading> {
  const withProperties = (document: CvDocument) =>
    properties.length > 0 ? { ...document, properties } : document;
  const written = withProperties(readPages(pages));
  const without = pages.filter(({ number }) => !hasText(written, number));
  const warnings = damagedPages > 0 ? [`${pagesOf(damagedPages)} of the PDF could not be read.`] : [];
  if (hiddenWords >= minHiddenWords) {
    warnings.push(
      `This CV holds text that cannot be seen: ${hiddenWords} words in the colour of what is behind them, too small, covered, or off the page. They were left out.`,
    );
  }
  if (uncheckedPages > 0) {
    warnings.push(`Whether all text of ${pagesOf(uncheckedPages)} of the PDF can be seen could not be told.`);
  }
  // Whether a page without text is a picture or blank cannot be told without looking.
  if (without.length === 0 || !ocr) return judged(written, warnings);

  const byNumber = new Map(pages.map((page) => [page.number, page]));
  const scanned = without.slice(0, maxOcrPages);
  let unread = without.length - scanned.length;
  for (const [index, page] of scanned.entries()) {
    signal.throwIfAborted();
    try {
      const read = await ocr.readPage(path, page, signal);
      const before = textOf(written, page.number);
      const seen = lettersIn(read.items.map(({ text }) => text).join(' '));
      if (!isReadable(before) || seen > 2 * lettersIn(before)) byNumber.set(page.number, read);
    } catch (error) {
      signal.throwIfAborted();
      // A page that cannot be drawn stays as it is; the judgement below sees what is missing.
      if (!(error instanceof ProgramError) || error.fault === 'timeout') throw error;
      unread++;
    }
    onProgress?.(0.3 + (0.7 * (index + 1)) / scanned.length);
  }
  if (unread > 0) warnings.push(`${pagesOf(unread)} of the PDF without text could not be read.`);
  return judged(withProperties(readPages([...byNumber.values()])), warnings);
}

const insideRead =
  'The PDF is a portfolio; the one PDF inside it was read, and pages are counted in that one.';
/** One word is a program's leftover more often than anybody's trick. It is left out all the same. */
const minHiddenWords = 2;

const pagesOf = (count: number) => (count === 1 ? '1 page' : `${count} pages`);

function judged(document: CvDocument, warnings: string[]): PdfReading {
  const text = document.lines.map((line) => line.text).join('\n');
  if (lettersIn(text) < minDocumentLetters && !hasUnreadableSigns(text)) {
    return refused(
      'CV_TEXT_MISSING',
      'The PDF holds no text, or too little to be a CV: it may be a scan or a picture.',
    );
  }
  if (!isReadable(text)) {
    return refused(
      'CV_UNREADABLE',
      'The text of the PDF cannot be read: its fonts do not say which letters they show.',
    );
  }
  return { ok: true, document, warnings };
}

const hasUnreadableSigns = (text: string) =>
  text.replace(/\s/g, '').length >= minDocumentLetters && !isReadable(text);

function hasText(document: CvDocument, page: number): boolean {
  const text = textOf(document, page);
  return lettersIn(text) >= minPageLetters && isReadable(text);
}

const textOf = (document: CvDocument, page: number) =>
  document.lines
    .filter((line) => line.page === page)
    .map(({ text }) => text)
    .join('\n');

/** Readers look for the header within the first 1024 bytes, and so do we. */
async function isPdf(path: string): Promise<boolean> {
  const { size } = await stat(path);
  if (size > limits.cv.maxSizeBytes) return false;
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
    return buffer.subarray(0, bytesRead).includes('%PDF-');
  } finally {
    await file.close();
  }
}
