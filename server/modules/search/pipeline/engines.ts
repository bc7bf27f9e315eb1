import type { Taxonomies } from '../../../domain/matching/taxonomy.ts';
import type { TitleTable } from '../../../domain/titles/title-table.ts';

/** What the steps of CV search use; composed once per lane thread. */
export interface SearchEngines {
  /** Which names mean the same skill, industry, occupation or language. */
  taxonomies: Taxonomies;
  /** Which titles mean the same occupation, in several languages. */
  titles: TitleTable;
}
