import type { CvDocument } from '../../domain/cv/types.ts';

export type CvFileFault =
  /** No PDF or DOCX, damaged beyond reading, encrypted, too long, or more than the limits of time and memory allow. */
  | 'CV_UNREADABLE'
  /** Readable, but it holds no text: a scan where no OCR is installed, or pictures and empty pages. */
  | 'CV_TEXT_MISSING';

export type CvFileReading =
  /** `warnings`: sentences for the client on what of the file was left out. */
  | { ok: true; document: CvDocument; warnings: string[] }
  /** `reason` is a sentence for the client and tells nothing about this machine; `forOperators` does. */
  | { ok: false; fault: CvFileFault; reason: string; forOperators?: string };

/** Reads the text of CVs and where it stands. Files are hostile: every call has limits of time and memory of its own. */
export interface CvFileEngine {
  read(
    path: string,
    options: { signal: AbortSignal; onProgress?: (fraction: number) => void },
  ): Promise<CvFileReading>;
  /** Whether its files can be read at all, and what can be read besides: "pdf.js 6.5, OCR eng deu". */
  check(): Promise<{ ok: boolean; detail: string }>;
}
