import type { CefrLevel } from '../languages/pack.ts';
import { cvWords } from '../languages/registry.ts';
import { lazy } from '../lazy.ts';
import { evidenceOf } from './evidence.ts';
import { headingKind } from './headings.ts';
import { languagesNamed } from './language-names.ts';
import type { CvDocument, CvSection, Found, LanguageSkill, TextLine } from './types.ts';
import { foldWords, wholeWords } from './words.ts';

/** Best first: what CVs say counts as the best level that has a word for it. */
const cefr: readonly CefrLevel[] = ['C2', 'C1', 'B2', 'B1', 'A2', 'A1'];
const fold = (words: string) =>
  words
    .split('|')
    .map((word) => foldWords(word))
    .join('|');

/** What CVs call levels: "fluent" is read as C1, "working" as B2, "intermediate" as B1, "basic" as A2. */
const levels = lazy(() =>
  cefr.map((level) => {
    const called = cvWords(({ languageLevels }) => languageLevels?.[level]);
    const inside = cvWords(({ languageLevelsInside }) => languageLevelsInside?.[level]);
    return {
      level,
      words: wholeWords(fold([level, called].filter(Boolean).join('|'))),
      inside: inside === '' ? null : new RegExp(inside, 'u'),
    };
  }),
);
const native = lazy(() => ({
  words: wholeWords(fold(cvWords(({ nativeLanguage }) => nativeLanguage))),
  inside: new RegExp(
    cvWords(({ nativeLanguageInside }) => nativeLanguageInside),
    'u',
  ),
}));

/** Sections in which people speak of themselves; elsewhere a language may be that of pupils, customers or books. */
const ofOneself: ReadonlySet<CvSection['kind']> = new Set<CvSection['kind']>([
  'skills',
  'summary',
  'top',
  'contact',
  'other',
  'certificates',
]);

/**
 * Languages with levels: every language named under a heading of languages, or behind one in the same line ("Languages: …"); elsewhere
 * only beside a word of level, so that "English literature" is none. The first mention with a level counts.
 */
export function languagesOf({ lines }: CvDocument, sections: readonly CvSection[]): Found<LanguageSkill>[] {
  const found = new Map<string, Found<LanguageSkill>>();
  for (const section of sections) {
    const isUnder = section.kind === 'languages';
    for (const [offset, line] of lines.slice(section.firstLine, section.endLine).entries()) {
      const next = isUnder ? lines[section.firstLine + offset + 1] : undefined;
      const about = isUnder || isLabelled(line) ? 'list' : ofOneself.has(section.kind) ? 'oneself' : 'work';
      for (const skill of languagesIn(line, next, about)) {
        const before = found.get(skill.value.code);
        if (!before || (before.value.level === null && !before.value.isNative))
          found.set(skill.value.code, skill);
      }
    }
  }
  return [...found.values()];
}

/** "Languages: Latvian (native), English B2" */
const isLabelled = ({ text }: TextLine): boolean => {
  const at = text.indexOf(':');
  return at > 0 && headingKind(text.slice(0, at)) === 'languages';
};

type About = 'list' | 'oneself' | 'work';

function languagesIn(line: TextLine, next: TextLine | undefined, about: About): Found<LanguageSkill>[] {
  const isListed = about === 'list';
  // One folded clause at a time: a level belongs to the languages of its clause.
  const skills: Found<LanguageSkill>[] = [];
  let start = 0;
  for (const clause of line.text.split(/(?<=[,;|•·.،、，；]|\s{2})|(?=\s\|\s)/)) {
    const folded = foldWords(clause);
    const named = languagesNamed(folded);
    const own = levelOf(folded);
    // "German" with "fluent" below it: cells of a table, or a line of its own.
    const below =
      isListed && named.length === 1 && !own && next && languagesNamed(foldWords(next.text)).length === 0
        ? levelOf(foldWords(next.text))
        : undefined;
    const level = own ?? below;
    if (named.length > 0 && (isListed || isSpoken(folded, named.length, level !== undefined, about))) {
      for (const { code } of named) {
        skills.push({
          value: { code, level: level?.level ?? null, isNative: level?.isNative ?? false },
          evidence: [evidenceOf(line, start, start + clause.length)],
        });
      }
    }
    start += clause.length;
  }
  return skills;
}

/** Outside of a list, a clause about little else than languages and a level. */
function isSpoken(folded: string, count: number, hasLevel: boolean, about: About): boolean {
  const words = folded.split(' ').length;
  // "Mother tongue Polish" among the tasks, but not "taught native English speakers".
  if (about === 'work') return hasLevel && words <= 1 + 2 * count;
  if (
    /\b(?:bilingual|trilingual|multilingual|speak|speaks|spoken|fluent|fluently|native|conversational)\b/.test(
      folded,
    )
  )
    return words <= 14;
  return hasLevel && words <= 3 + 2 * count;
}

/** The level that words such as "fluent" stand for; undefined where they are none. */
export function levelOf(folded: string): { level: CefrLevel | null; isNative: boolean } | undefined {
  const composed = folded.normalize('NFC');
  if (native().words.test(folded) || native().inside.test(composed)) return { level: 'C2', isNative: true };
  const level = (
    levels().find(({ words }) => words.test(folded)) ?? levels().find(({ inside }) => inside?.test(composed))
  )?.level;
  return level ? { level, isNative: false } : undefined;
}
