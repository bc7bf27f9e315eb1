import { mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { limits } from '../../config/limits.ts';
import { readPages } from '../../domain/cv/layout/read-pages.ts';
import { isReadable, lettersIn, minPageLetters } from '../../domain/cv/readability.ts';
import type { CvDocument } from '../../domain/cv/types.ts';
import { programFile } from '../../program-files.ts';
import { ProgramError } from '../child-process.ts';
import type { CvFileEngine, CvFileReading } from '../cv-files/port.ts';
import {
  faultOfProgram,
  legibilityPath,
  openInProcess,
  type ReaderProgram,
  usualCpuSeconds,
} from '../cv-files/reader-process.ts';
import { hiddenTextWarning, judged, refused } from '../cv-files/verdict.ts';
import { withPagePictures } from './draw-pages.ts';
import type { Extraction } from './extraction.ts';
import type { Ocr } from './ocr.ts';
import { type Outcome, refusalOf } from './refusals.ts';

const programPath = programFile('engines/pdf/extract-program');
/** What pdf.js consists of. */
const codePaths = [
  dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')),
  legibilityPath,
];

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
  cpuSeconds = usualCpuSeconds,
  timeoutMs,
}: {
  ocr: Ocr | null;
  pdftoppm?: string;
  program?: string;
  cpuSeconds?: number;
  timeoutMs?: number;
}): CvFileEngine {
  const reader: ReaderProgram = { files: 'PDFs', program, codePaths, cpuSeconds, timeoutMs };
  return {
    async read(path, { signal, onProgress }) {
      if (!(await isPdf(path))) return refused('CV_UNREADABLE', 'The file is not a PDF.');
      const look = (file: string) =>
        withPagePictures(file, { pdftoppm, cpuSeconds, signal }, (pictures) =>
          openInProcess<Extraction>(reader, {
            path: file,
            args: [String(limits.cv.maxPages), ...(pictures ? [pictures] : [])],
            reads: pictures ? [pictures] : [],
            signal,
          }),
        );
      const conclude = async (file: string, extraction: Outcome): Promise<CvFileReading> => {
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
      const fault = await faultOfProgram(reader);
      return fault === undefined ? { ok: true, detail: `pdf.js, ${reading}` } : { ok: false, detail: fault };
    },
  };
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
): Promise<CvFileReading> {
  const withProperties = (document: CvDocument) =>
    properties.length > 0 ? { ...document, properties } : document;
  const written = withProperties(readPages(pages));
  const without = pages.filter(({ number }) => !hasText(written, number));
  const warnings = damagedPages > 0 ? [`${pagesOf(damagedPages)} of the PDF could not be read.`] : [];
  warnings.push(...hiddenTextWarning(hiddenWords));
  if (uncheckedPages > 0) {
    warnings.push(`Whether all text of ${pagesOf(uncheckedPages)} of the PDF can be seen could not be told.`);
  }
  // Whether a page without text is a picture or blank cannot be told without looking.
  if (without.length === 0 || !ocr) return judged(written, warnings, 'PDF');

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
  return judged(withProperties(readPages([...byNumber.values()])), warnings, 'PDF');
}

const insideRead =
  'The PDF is a portfolio; the one PDF inside it was read, and pages are counted in that one.';

const pagesOf = (count: number) => (count === 1 ? '1 page' : `${count} pages`);

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
