import type { PageItems } from '../../domain/cv/layout/types.ts';

/** What the extracting program answers. */
export type Extraction =
  | { status: 'read'; pages: PageItems[]; damagedPages: number }
  | { status: 'encrypted' }
  | { status: 'damaged' }
  | { status: 'too-long'; pageCount: number }
  | { status: 'too-much-text' };
