import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFaults } from '../../../../server/domain/requirements/faults.ts';
import { readConfig } from '../../../../server/domain/requirements/validate.ts';
import type { BenchQuestion } from '../installation.ts';

export interface GradedSearch extends BenchQuestion {
  half: 'chosen' | 'sealed';
  /** The first words of the description. */
  name: string;
  /** The same question for rankings by words. */
  text: string;
  /** 1 to 3 by kind; all others are 0. */
  grades: ReadonlyMap<string, number>;
}

const listed = (text: string, sign: string) =>
  text
    .split(sign)
    .map((one) => one.trim())
    .filter(Boolean);

const linesOf = (file: string) =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));

export function readSearches(): GradedSearch[] {
  return linesOf('searches.txt').map((line) => {
    const [half, description = '', skills = '', musts = '', years, grades = ''] = line
      .split('|')
      .map((part) => part.trim());
    const faults = createFaults();
    const config = readConfig(
      {
        requirements: {
          workExperience: { from: Number(years), to: 60, importance: 4 },
          skills: { hard_skills: listed(skills, ',').map((name) => ({ name, importance: 4 })) },
          minimal_qualifications: listed(musts, ';').map((text) => ({ text, importance: 5 })),
          education: { is_enabled: false },
        },
      },
      'config',
      faults,
    );
    if (!config) throw new Error(`"${description}": ${JSON.stringify(faults.fields())}`);
    return {
      half: half === 'a' ? 'chosen' : 'sealed',
      name: description.split(/[.(,]/)[0]!.slice(0, 40),
      description,
      config,
      text: [description, skills, musts].join('\n'),
      grades: new Map(
        listed(grades, ';').flatMap((group) => {
          const [grade, ...kinds] = group.split(/[\s,]+/);
          return kinds.map((kind) => [kind, Number(grade)] as const);
        }),
      ),
    };
  });
}

/** Of each folder of real CVs, the kinds that a person in it may be. */
export const readFolders = (): Map<string, string[]> =>
  new Map(
    linesOf('real.txt').map((line) => {
      const [folder = '', kinds = ''] = line.split('=');
      return [folder.trim(), listed(kinds, ',')];
    }),
  );
