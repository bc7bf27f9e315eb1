import { foldWords, wholeWords } from '../cv/words.ts';
import { cvWords } from '../languages/registry.ts';
import { lazy } from '../lazy.ts';
import type { LanguageLevel } from '../requirements/types.ts';

/** How well the candidate can do a thing: 1 basic, 2 good, 3 advanced, 4 expert. */
export type SkillLevel = 1 | 2 | 3 | 4;

export const skillLevelNames: Readonly<Record<SkillLevel, string>> = {
  1: 'basic',
  2: 'good',
  3: 'advanced',
  4: 'expert',
};

/** The first that fits decides: "very good" is more than "good". */
const skillLevels: readonly (readonly [SkillLevel, RegExp])[] = [
  [
    1,
    /\b(?:basics?|beginners?|elementary|novice|fundamentals?|introductory|limited|rudimentary|first course|entry[- ]level)\b/i,
  ],
  [4, /\b(?:expert(?:ise)?|mastery|guru)\b/i],
  [3, /\b(?:advanced|proficien\w+|very good|excellent|strong|deep|in-depth|extensive|profound)\b/i],
  [2, /\b(?:intermediate|working|good|solid|sound|conversant|familiar(?:ity)?)\b/i],
];

export const skillLevelIn = (text: string): SkillLevel | null =>
  skillLevels.find(([, words]) => words.test(text))?.[0] ?? null;

/** Whether a level that is named is less than the one asked for; advanced will do for expert. */
export const fallsShort = (held: SkillLevel, asked: SkillLevel): boolean => held < Math.min(asked, 3);

/** How high a position is: 1 learns or assists, 2 does the work, 3 senior, 4 leads, 5 directs. */
export type Rank = 1 | 2 | 3 | 4 | 5;

const ranks: readonly (readonly [Rank, RegExp])[] = [
  [
    5,
    /\b(?:c[eftoim]o|chief(?= (?:of |[\w ]*officer))|director|vp|vice president|president|founder|managing|executive(?:[- ]level| director| chef| management| vice))\b/i,
  ],
  [
    1,
    /\b(?:trainee|intern(?:ship)?|apprentice|assistant|aide|junior|jr|commis|helper|student|working student)\b/i,
  ],
  [4, /\b(?:lead|leader|principal|head|chief|manager|supervisor|foreman|team leader|superintendent)\b/i],
  // Of the other languages of titles.
  [
    4,
    /(?:leiter(?:in)?|leitung|vorstand)(?!\p{L})|(?<!\p{L})(?:direkt(?:or|eur)\w*|direct(?:eur|rice|ora)|direttor[ei]|dyrektor|dire[ct]tor[ae]?|kierownik|kierowniczka|jef[ea]|gerente|responsable|responsabile|capo)(?!\p{L})|(?<!\p{L})chef (?:de |du |d['’])(?!partie|rang)/iu,
  ],
  [3, /\b(?:senior|sr|sous)\b/i],
];

/** "Assistant manager", "deputy head teacher": one below; "assistant to the director" assists. */
const second =
  /\b(?:assistant|associate|deputy|vice)\s+(?!to\b)(?:\w+\s){0,2}?(?=manager|director|chef|principal|superintendent|supervisor|head|dean)/i;

export function rankOfTitle(title: string): Rank {
  const below = second.exec(title);
  const named = below ? title.slice(below.index + below[0].length) : title;
  const rank = ranks.find(([, words]) => words.test(named))?.[0] ?? 2;
  return below ? (Math.max(2, rank - 1) as Rank) : rank;
}

/** The rank that a requirement asks for; null where it names none. "Manager" alone is an occupation. */
export function rankAskedIn(text: string): Exclude<Rank, 1 | 2> | null {
  if (
    /\b(?:chief(?= (?:of |[\w ]*officer))|director|vp|vice president|executive[- ]level|c-level)\b/i.test(
      text,
    )
  )
    return 5;
  if (
    /\b(?:lead|principal|chief|head of)\b(?! generation)|(?<=\w )leadership\b(?! (?:skills?|qualit|abilit))/i.test(
      text,
    )
  )
    return 4;
  return /\b(?:senior|sr)\b(?! (?:citizens?|living|care|home))/i.test(text) ? 3 : null;
}

const cefr = ['C2', 'C1', 'B2', 'B1', 'A2', 'A1'] as const;

/** From what each language's CVs call a level; the least that is asked for where two are named. */
const spokenLevels = lazy(() => {
  const words = (list: string) => wholeWords(list.split('|').map(foldWords).join('|'));
  return {
    exact: cefr.map((level) => [level, words(level)] as const),
    native: words(cvWords(({ nativeLanguage }) => nativeLanguage)),
    asked: (
      [
        ['B2', 'professional working|working proficiency|good command|business proficiency'],
        ['B1', 'limited working|intermediate|conversational'],
        ['C1', 'fluency|proficiency|proficient'],
      ] as const
    ).map(([level, list]) => [level, words(list)] as const),
    called: cefr.flatMap((level) => {
      const list = cvWords(({ languageLevels }) => languageLevels?.[level]);
      return list ? [[level, words(list)] as const] : [];
    }),
  };
});

/** How well a language has to be spoken, as a sentence says it; null where it does not. */
export function languageLevelIn(text: string): LanguageLevel | null {
  const folded = foldWords(text);
  const { exact, native, asked, called } = spokenLevels();
  const named = exact.findLast(([, words]) => words.test(folded));
  if (named) return named[0];
  if (native.test(folded)) return 'Native';
  return [...asked, ...called].find(([, words]) => words.test(folded))?.[0] ?? null;
}
