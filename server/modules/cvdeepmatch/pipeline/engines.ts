import type { SkillBook } from '../../../domain/matching/skill-book.ts';
import type { NarratorEngine } from '../../../engines/narrator/port.ts';
import type { PdfEngine } from '../../../engines/pdf/port.ts';

/** The ports the steps of CV matching use; composed once per lane thread. */
export interface CvEngines {
  pdf: PdfEngine;
  /** `loadSkillBook(models/skills)`: which names mean the same skill, industry, occupation or language. */
  skillBook: SkillBook;
  /** Null while no language model is configured: `narrate` then gives no narrative. */
  narrator: NarratorEngine | null;
}
