import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { limits } from '../../config/limits.ts';
import { macrosRefusal } from '../../domain/cv/file-kinds.ts';
import { readPages } from '../../domain/cv/layout/read-pages.ts';
import { programFile } from '../../program-files.ts';
import type { CvFileEngine, CvFileFault, CvFileReading } from '../cv-files/port.ts';
import {
  faultOfProgram,
  legibilityPath,
  openInProcess,
  type ReaderProgram,
  type TooCostly,
} from '../cv-files/reader-process.ts';
import { hiddenTextWarning, judged } from '../cv-files/verdict.ts';
import type { DocxExtraction } from './extraction.ts';

const packageFolder = (name: string, from: string) =>
  dirname(createRequire(from).resolve(`${name}/package.json`));
const yauzl = packageFolder('yauzl', import.meta.url);
const saxes = packageFolder('saxes', import.meta.url);
/** What reads zips and XML; the packages' own needs lie beside them. */
const codePaths = [
  ...[yauzl, packageFolder('pend', `${yauzl}/index.js`)],
  ...[saxes, packageFolder('xmlchars', `${saxes}/saxes.js`)],
  legibilityPath,
];

/**
 * Reads Word files (DOCX), one process per file, under the limits of PDFs. Their text is set on plain pages, so that each line has a
 * place.
 *
 * @param program that opens the files
 * @param cpuSeconds processor time for one file
 */
export function createDocxReader({
  program = programFile('engines/docx/extract-program'),
  cpuSeconds,
}: {
  program?: string;
  cpuSeconds?: number;
} = {}): CvFileEngine {
  const reader: ReaderProgram = { files: 'Word files', program, codePaths, cpuSeconds };
  return {
    async read(path, { signal, onProgress }) {
      const extraction = await openInProcess<DocxExtraction>(reader, {
        path,
        args: [String(limits.cv.maxPages)],
        signal,
      });
      onProgress?.(1);
      if (extraction.status !== 'read') return refusalOf(extraction);
      const { pages, properties, hiddenWords, uncheckedWords, isCovered, unreadParts } = extraction;
      const document = readPages(pages);
      const warnings = [
        ...hiddenTextWarning(hiddenWords),
        ...(uncheckedWords > 0 || isCovered
          ? ['Whether all text of the Word file can be seen could not be told.']
          : []),
        ...(unreadParts > 0
          ? [
              `${unreadParts === 1 ? '1 chart, diagram or file' : `${unreadParts} charts, diagrams or files`} inside the Word file could not be read.`,
            ]
          : []),
      ];
      return judged(properties.length > 0 ? { ...document, properties } : document, warnings, 'Word file');
    },

    async check() {
      const fault = await faultOfProgram(reader);
      return fault === undefined ? { ok: true, detail: 'DOCX' } : { ok: false, detail: fault };
    },
  };
}

function refusalOf(extraction: Exclude<DocxExtraction, { status: 'read' }> | TooCostly): CvFileReading {
  switch (extraction.status) {
    case 'macros':
      return refused(macrosRefusal);
    case 'encrypted':
      return refused('The Word file is protected by a password and cannot be read.');
    case 'damaged':
      return refused('The Word file is damaged and cannot be read. Open it in Word and save it anew.');
    case 'too-large':
      return refused('The Word file unpacks to far more than a CV. Save the CV as PDF.');
    case 'too-long':
      return refused(
        `The Word file has ${extraction.pageCount} pages; a CV may have ${limits.cv.maxPages} at most.`,
      );
    case 'too-costly':
      return {
        ...refused(
          'Reading the Word file takes far more computing or memory than a CV needs. Save the CV as PDF.',
        ),
        forOperators: extraction.because,
      };
  }
}

const refused = (reason: string) =>
  ({ ok: false, fault: 'CV_UNREADABLE' satisfies CvFileFault, reason }) as const;
