import { degreeLevels } from '../cv/types.ts';
import { cvWords } from '../languages/registry.ts';
import { lazy } from '../lazy.ts';
import type { TextRequirement } from '../requirements/types.ts';
import { quotesOf, round3 } from './evidence.ts';
import type { Passage } from './passage-index.ts';
import type { Reading } from './reading.ts';
import { degreeLevelOf } from './score-education.ts';
import { relevantExperience } from './score-experience.ts';
import { scoreLanguage } from './score-language.ts';
import { coverageOf, findNamed } from './score-named.ts';
import type { Met, Quote, RequirementScore } from './types.ts';

/** One thing a sentence asks for, and how far the CV has it. */
interface Part {
  what: string;
  /** Null: the CV does not let it be told. */
  score: number | null;
  evidence: Quote[];
}

const yesFrom = 0.4;
const partlyFrom = 0.2;

/**
 * A sentence such as "At least 3 years with SAP and fluent German": its years, degree, languages, skills and
 * occupations are looked for one by one, and the sentence is as true as they are on average. Where nothing in it is
 * known by name, the share of its words in one place of the CV decides.
 */
export function scoreQualification(
  { text, importance }: TextRequirement,
  kind: 'minimal_qualification' | 'preferable_qualification',
  reading: Reading,
): RequirementScore {
  const parts = [
    ...yearsIn(text, reading),
    ...degreeIn(text, reading),
    ...languagesIn(text, reading),
    ...namedIn(text, reading),
  ];
  if (parts.length === 0) parts.push(byWords(text, reading));
  const known = parts.filter(({ score }) => score !== null);
  const base = { name: text, kind, importance };
  if (known.length === 0) {
    return { ...base, score: null, met: 'unknown', reason: 'The CV does not let it be told.', evidence: [] };
  }
  const mean = known.reduce((sum, { score }) => sum + score!, 0) / known.length;
  const least = Math.min(...known.map(({ score }) => score!));
  const met: Met = mean >= yesFrom && least >= partlyFrom ? 'yes' : mean >= partlyFrom ? 'partly' : 'no';
  return {
    ...base,
    score: round3(mean),
    met,
    reason: known
      .map(
        ({ what, score }) =>
          `${what}: ${score! >= yesFrom ? 'found' : score! >= partlyFrom ? 'in part' : 'not found'}`,
      )
      .join('; ')
      .concat('.'),
    evidence: known.flatMap(({ evidence }) => evidence).slice(0, 3),
  };
}

/** For text whose white space is single. */
const yearsPattern = lazy(
  () =>
    new RegExp(
      `(\\d{1,2}) ?(?:\\+|-|–|to|or more)? ?(?:\\d{1,2} ?)?\\+? ?(?:${cvWords(({ years }) => years)})`,
      'iu',
    ),
);
const degreeParts = lazy(
  () =>
    new RegExp(
      cvWords(({ askedDegreeParts }) => askedDegreeParts),
      'i',
    ),
);

function yearsIn(text: string, reading: Reading): Part[] {
  const asked = Number(yearsPattern().exec(text.replaceAll(/\s+/g, ' '))?.[1] ?? 0);
  if (asked === 0) return [];
  const what = `${asked} years`;
  const { totalExperienceMonths } = reading.profile;
  if (totalExperienceMonths === null) return [{ what, score: null, evidence: [] }];
  const relevant = relevantExperience(reading);
  // Without a name for the job every position may be meant.
  const months = reading.jobTitle ? relevant.months : totalExperienceMonths;
  return [{ what, score: Math.min(1, months / 12 / asked), evidence: [] }];
}

/** "A degree of marketing" asks for a degree; "high degree of care" does not. */
function degreeIn(text: string, reading: Reading): Part[] {
  const asked =
    /\bdegree of\b/i.test(text) && !/\b(?:bachelor|master|doctor)/i.test(text)
      ? undefined
      : degreeLevelOf(text);
  if (!asked || !degreeParts().test(text)) return [];
  const { education } = reading.profile;
  if (education.length === 0) return [{ what: 'degree', score: null, evidence: [] }];
  const held = education
    .filter(({ degree }) => degree && degreeLevels.indexOf(degree.value.level) >= degreeLevels.indexOf(asked))
    .flatMap(({ degree }) => degree!.evidence);
  return [{ what: 'degree', score: held.length > 0 ? 1 : 0, evidence: held.slice(0, 1) }];
}

function languagesIn(text: string, reading: Reading): Part[] {
  return reading.book.languages.within(text).map(({ name }) => {
    const { score, evidence } = scoreLanguage({ name, level: null, importance: 1 }, reading);
    return { what: name, score, evidence };
  });
}

function namedIn(text: string, reading: Reading): Part[] {
  const { skills, industries, occupations } = reading.book;
  const seen = new Set<string>();
  return [skills, industries, occupations].flatMap((taxonomy) =>
    taxonomy.within(text).flatMap(({ name, names }) => {
      // One word is not asked for twice because it names both a skill and an industry.
      if (names.some((one) => seen.has(one.toLowerCase()))) return [];
      for (const one of names) seen.add(one.toLowerCase());
      const found = findNamed(name, reading, taxonomy);
      return [
        {
          what: name,
          score: found.score,
          evidence: found.score >= partlyFrom ? quotesOf(found.passages).slice(0, 1) : [],
        },
      ];
    }),
  );
}

function byWords(text: string, reading: Reading): Part {
  const { share, passages }: { share: number; passages: Passage[] } = coverageOf(text, reading);
  return { what: 'its words', score: share, evidence: share >= partlyFrom ? quotesOf(passages) : [] };
}
