import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readShelf, type Shelf, type SkillBook, SkillBookError } from '../../domain/matching/skill-book.ts';

const shelves = ['skills', 'industries', 'occupations', 'languages'] as const;

/** Reads `<shelf>.txt` of each shelf from a folder. Throws SkillBookError naming the file whose lines are not right. */
export function loadSkillBook(folder: string): SkillBook {
  const hash = createHash('sha256');
  const read = Object.fromEntries(
    shelves.map((shelf) => {
      const text = readFileSync(join(folder, `${shelf}.txt`), 'utf8');
      hash.update(`${shelf}\n${text}\n`);
      try {
        return [shelf, readShelf(text)];
      } catch (error) {
        if (!(error instanceof SkillBookError)) throw error;
        throw new SkillBookError(`${shelf}.txt: ${error.message}`);
      }
    }),
  ) as Record<(typeof shelves)[number], Shelf>;
  return { version: hash.digest('hex').slice(0, 12), ...read };
}
