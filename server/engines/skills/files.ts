import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Employers, readEmployers } from '../../domain/matching/employers.ts';
import { readTaxonomy, type Taxonomies, type Taxonomy } from '../../domain/matching/taxonomy.ts';
import { TaxonomyError } from '../../domain/matching/taxonomy-error.ts';
import { readTitleTable, type TitleTable, TitleTableError } from '../../domain/titles/title-table.ts';

const kinds = ['skills', 'industries', 'occupations', 'languages'] as const;

/** Reads `<taxonomy>.txt` of each taxonomy from a folder, `tasks.txt` of the skills, `employers.txt` of the industries, and the titles. Throws TaxonomyError or TitleTableError naming the file whose lines are not right. */
export function loadTaxonomies(folder: string): Taxonomies {
  const hash = createHash('sha256');
  const read = Object.fromEntries(
    kinds.map((taxonomy) => {
      const text = readFileSync(join(folder, `${taxonomy}.txt`), 'utf8');
      const tasks = taxonomy === 'skills' ? readFileSync(join(folder, 'tasks.txt'), 'utf8') : '';
      hash.update(`${taxonomy}\n${text}\n${tasks}\n`);
      try {
        return [taxonomy, readTaxonomy(text, tasks)];
      } catch (error) {
        if (!(error instanceof TaxonomyError)) throw error;
        throw new TaxonomyError(`${taxonomy}.txt: ${error.message}`);
      }
    }),
  ) as Record<(typeof kinds)[number], Taxonomy>;
  const titles = readFileSync(join(folder, 'titles.txt'), 'utf8');
  const employers = readFileSync(join(folder, 'employers.txt'), 'utf8');
  hash.update(`titles\n${titles}\nemployers\n${employers}\n`);
  return {
    version: hash.digest('hex').slice(0, 12),
    ...read,
    titles: titlesOf(titles),
    employers: employersOf(employers, read.industries),
  };
}

function employersOf(text: string, industries: Taxonomy): Employers {
  try {
    return readEmployers(text, (name) => industries.named(name)?.name === name);
  } catch (error) {
    if (!(error instanceof TaxonomyError)) throw error;
    throw new TaxonomyError(`employers.txt: ${error.message}`);
  }
}

/** Reads `titles.txt` of the same folder. Throws TitleTableError naming the file where a line is not right. */
export const loadTitles = (folder: string): TitleTable =>
  titlesOf(readFileSync(join(folder, 'titles.txt'), 'utf8'));

function titlesOf(text: string): TitleTable {
  try {
    return readTitleTable(text);
  } catch (error) {
    if (!(error instanceof TitleTableError)) throw error;
    throw new TitleTableError(`titles.txt: ${error.message}`);
  }
}
