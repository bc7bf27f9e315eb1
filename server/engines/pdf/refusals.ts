import { limits } from '../../config/limits.ts';
import type { CvFileReading } from '../cv-files/port.ts';
import type { TooCostly } from '../cv-files/reader-process.ts';
import { refused } from '../cv-files/verdict.ts';
import type { Extraction } from './extraction.ts';

/** What became of a file: what the extracting program answered, or that it was stopped by its limits. */
export type Outcome = Extraction | TooCostly;

/** What a client is told of a file that gave no text. */
export function refusalOf(extraction: Exclude<Outcome, { status: 'read' }>): CvFileReading {
  switch (extraction.status) {
    case 'encrypted':
      return refused('CV_UNREADABLE', 'The PDF is protected by a password and cannot be read.');
    case 'too-long':
      return refused(
        'CV_UNREADABLE',
        `The PDF has ${extraction.pageCount} pages; a CV may have ${limits.cv.maxPages} at most.`,
      );
    case 'too-much-text':
      return refused('CV_UNREADABLE', 'The PDF holds far more text than a CV.');
    case 'too-costly':
      return {
        ...refused(
          'CV_UNREADABLE',
          'Reading the PDF takes far more computing or memory than a CV needs. Save it anew from a text program.',
        ),
        forOperators: extraction.because,
      };
    case 'portfolio':
      return refused(
        'CV_TEXT_MISSING',
        `The PDF is a portfolio: a cover sheet with ${extraction.fileCount} files inside, which are not exactly one PDF. Send the CV by itself, as a PDF.`,
      );
    case 'form-of-adobe':
      return refused(
        'CV_TEXT_MISSING',
        "The PDF is a form (XFA) that only Adobe's programs show. Print it to a PDF there, and send that one.",
      );
    case 'damaged':
      return refused('CV_UNREADABLE', 'The PDF is damaged and cannot be read.');
  }
}
