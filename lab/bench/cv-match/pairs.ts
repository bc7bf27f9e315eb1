import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseCv } from '../../../server/domain/cv/parse-cv.ts';
import type { CvDocument, TextLine } from '../../../server/domain/cv/types.ts';
import type { MatchQuestion } from '../../../server/domain/matching/reading.ts';
import type { Met } from '../../../server/domain/matching/types.ts';
import { createFaults } from '../../../server/domain/requirements/faults.ts';
import { readConfig } from '../../../server/domain/requirements/validate.ts';

const meanings = ['paraphrase', 'near-miss', 'years', 'level', 'negation'] as const;

/** The first was there before the code it judges; the second before the code that was to do better on the first; the third beside the code that reads its kinds. */
export const pairKinds = {
  first: meanings,
  second: meanings,
  third: ['quantity', 'certificate', 'alternatives', 'narrowing', 'everyday-words', 'experience'],
} as const;
export type PairSet = keyof typeof pairKinds;
export const pairSets = Object.keys(pairKinds) as PairSet[];

/** Something asked for, lines of a CV, and what a recruiter would say; pairs/README.md has the rules. */
export interface Pair {
  asked: string;
  /** An industry by its name, or a job's description with the years that are asked for, rather than a qualification in a sentence. */
  as?: 'industry' | 'experience';
  years?: number;
  /** "# Skills" begins a section, "@ title | employer | dates" a position. */
  cv: string[];
  answer: 'met' | 'partly' | 'no' | 'unknown';
}

/** Pairs of even number choose thresholds; those between are kept aside. */
export function readPairs(set: PairSet, kind: string, half: 'chosen' | 'aside'): Pair[] {
  const path = resolve(import.meta.dirname, 'pairs', set, `${kind}.json`);
  const all = JSON.parse(readFileSync(path, 'utf8')) as Pair[];
  return all.filter((_, n) => (n % 2 === 0) === (half === 'chosen'));
}

export const answerOf = (met: Met): Pair['answer'] => (met === 'yes' ? 'met' : met);

/** The match of a CV that has these lines and nothing else, with a job that asks for this and nothing else. */
export function questionOfPair({ asked, as, years, cv }: Pair): MatchQuestion {
  const document = documentOf(cv);
  const importance = 3;
  const faults = createFaults();
  const config = readConfig(
    {
      requirements: {
        education: { is_enabled: false },
        ...(as === 'industry'
          ? { relevant_industries: [asked], industries_config: [{ name: asked, importance }] }
          : as === 'experience'
            ? { workExperience: { from: years, to: 60, importance } }
            : { minimal_qualifications: [{ text: asked, importance }] }),
      },
    },
    'config',
    faults,
  );
  if (!config) throw new Error(`"${asked}" is no valid requirement: ${JSON.stringify(faults)}`);
  return {
    document,
    profile: parseCv(document, { year: 2026, month: 11 }, 'en'),
    jobDescription: as === 'experience' ? asked : '',
    config,
    submittedAt: '2026-11-15T00:00:00.000Z',
  };
}

/** Where the lines themselves say none. */
const anyPosition = '@ Team Member | Northwind Traders Ltd | January 2022 – Present';

function documentOf(cv: readonly string[]): CvDocument {
  const lines: TextLine[] = [];
  const add = (text: string, { isBullet = false, startsBlock = false } = {}) => {
    const width = text.length * 0.006;
    const box = { x: 0.1, y: 0.05 + lines.length * 0.018, width, height: 0.012 };
    lines.push({
      ...{ text, page: 1, box, isBullet, startsBlock, fontSizePt: 11, isBold: false, isHyphenated: false },
      runs: [{ start: 0, end: text.length, x: box.x, width }],
    });
  };
  add('Jo Doe', { startsBlock: true });
  let section = '';
  const open = (name: string) => {
    section = name;
    add(name, { startsBlock: true });
  };
  for (const line of /^[#@] /.test(cv[0]!) ? cv : [anyPosition, ...cv]) {
    if (line.startsWith('# ')) open(line.slice(2));
    else if (line.startsWith('@ ')) {
      if (section !== 'Experience') open('Experience');
      const [title = '', employer = '', ...dates] = line.slice(2).split(' | ');
      add(title, { startsBlock: true });
      for (const part of [employer, ...dates]) add(part);
    } else add(line, { isBullet: section === 'Experience' });
  }
  const page = { number: 1, widthPt: 595, heightPt: 842, source: 'text' as const };
  return { pages: [page], lines };
}
