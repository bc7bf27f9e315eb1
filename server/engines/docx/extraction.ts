import type { PageItems } from '../../domain/cv/layout/types.ts';

/** What the extracting program answers. */
export type DocxExtraction =
  | {
      status: 'read';
      /** Set by `set-pages.ts`: the file itself has none. */
      pages: PageItems[];
      /** Author and title of the file. */
      properties: string[];
      /** Words that are written and cannot be seen; they are not among the pages' texts. */
      hiddenWords: number;
      /** Words of which only a drawing of the page would tell whether they are seen; they are among the texts. */
      uncheckedWords: number;
      /** A picture or a filled shape lies across the text. */
      isCovered: boolean;
      /** Charts, diagrams and files inside that were not read. */
      unreadParts: number;
    }
  | { status: 'macros' }
  | { status: 'encrypted' }
  | { status: 'damaged' }
  /** It would unpack to more than a CV, or has far too many parts, or is nested too deep. */
  | { status: 'too-large' }
  | { status: 'too-long'; pageCount: number };
