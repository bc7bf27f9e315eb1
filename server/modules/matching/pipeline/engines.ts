import type { Taxonomies } from '../../../domain/matching/taxonomy.ts';
import type { NarratorEngine } from '../../../engines/narrator/port.ts';
import type { PdfEngine } from '../../../engines/pdf/port.ts';

/** The ports the steps of CV matching use; composed once per lane thread. */
export interface CvEngines {
  pdf: PdfEngine;
  /** Changes whenever the same file may be read otherwise than before. */
  parserVersion: string;
  /** `loadTaxonomies(models/skills)`: which names mean the same skill, industry, occupation or language. */
  taxonomies: Taxonomies;
  /** Null while no language model is configured: `narrate` then gives no narrative. */
  narrator: NarratorEngine | null;
}
