import type { Taxonomies } from '../../../domain/matching/taxonomy.ts';
import type { CvFileEngine } from '../../../engines/cv-files/port.ts';
import type { EmbeddingsEngine } from '../../../engines/embeddings/port.ts';
import type { NarratorEngine } from '../../../engines/narrator/port.ts';
import type { WrittenLanguageEngine } from '../../../engines/written-language/port.ts';

/** The ports the steps of CV matching use; composed once per lane thread. */
export interface CvEngines {
  cvFiles: CvFileEngine;
  /** Changes whenever the same file may be read otherwise than before. */
  parserVersion: string;
  writtenLanguage: WrittenLanguageEngine;
  /** `loadTaxonomies(models/skills)`: which names mean the same skill, industry, occupation or language. */
  taxonomies: Taxonomies;
  /** The bundled vectors, whatever else is installed: thresholds were chosen for them, and the same CV scores the same everywhere. */
  embeddings: EmbeddingsEngine;
  /** The bundled network for what is told in other words. */
  statements: EmbeddingsEngine;
  /** Null while no language model is configured: `narrate` then gives no narrative. */
  narrator: NarratorEngine | null;
}
