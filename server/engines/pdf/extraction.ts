import type { PageItems } from '../../domain/cv/layout/types.ts';

/** What the extracting program answers. */
export type Extraction =
  /** `hiddenWords`: what is written and cannot be seen; it is not among the pages' texts. `uncheckedPages`: of which there was no picture to look at. */
  | {
      status: 'read';
      pages: PageItems[];
      /** Author and title of the file. */
      properties: string[];
      damagedPages: number;
      hiddenWords: number;
      uncheckedPages: number;
    }
  /** A cover sheet, with the files it stands for inside: `pdf` in base64, where exactly one of them is a PDF. */
  | { status: 'portfolio'; fileCount: number; pdf: string | null }
  /** A form that only Adobe's own programs show; others show a page that says so. */
  | { status: 'form-of-adobe' }
  | { status: 'encrypted' }
  | { status: 'damaged' }
  | { status: 'too-long'; pageCount: number }
  | { status: 'too-much-text' };
