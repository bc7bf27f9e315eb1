import type { Requirements } from '../requirements/types.ts';
import { drawn } from './chance.ts';
import { textsOf } from './languages/registry.ts';
import { competencyOf, familyCompetencies, familyOf, generalCompetencies } from './role-family.ts';
import {
  type Competency,
  competencies,
  type InterviewPlan,
  type OwnQuestion,
  type PlannedQuestion,
  type Questions,
  type Stage,
} from './types.ts';

export interface InterviewBrief {
  /** ISO 639-1. */
  language: string;
  roleName: string;
  /** Decides between variants. Usually role and language, so that every candidate for a role is asked the same. */
  seed?: string;
  budgetMs: number;
  /** The client's own; where there are some, they are asked in place of ours, in their order. */
  questions?: readonly OwnQuestion[] | null;
  /** Of the job, where the session is for one. */
  skills?: Pick<Requirements['skills'], 'hard_skills' | 'soft_skills'>;
}

const maxSpokenChars = 80;

/** A customer's own words as they can be said: one line without signs that a voice would spell. */
const sayable = (text: string): string =>
  [
    ...text
      .normalize('NFC')
      .replaceAll(/[^\p{L}\p{M}\p{N}\s+#&.,/'’-]+/gu, ' ')
      .replaceAll(/\s+/gu, ' ')
      .trim(),
  ]
    .slice(0, maxSpokenChars)
    .join('')
    .replace(/[\s.,/-]+$/u, '');

/**
 * Which questions an interview is to ask: opening, experience, two competencies, a problem, motivation. What the job asks for comes before
 * what its kind of work is usually asked. Or the client's own questions, and nothing else.
 *
 * @throws Error when interviews cannot be held in the language
 */
export function planInterview({
  language,
  roleName,
  seed = `${language} ${roleName}`,
  budgetMs,
  questions: own,
  skills,
}: InterviewBrief): InterviewPlan {
  const { phrases, questions: general, families } = textsOf(language);
  const family = familyOf(roleName);
  const plan = { language, family, role: sayable(roleName), seed, budgetMs };
  if (own && own.length > 0) return { ...plan, questions: own.map(ownQuestion) };
  const ofFamily = family === null ? undefined : families?.[family];
  const sets: [string, Questions][] = [
    ...(ofFamily && family ? [[`${language}/${family}`, ofFamily] as [string, Questions]] : []),
    [`${language}/general`, general],
  ];
  const fixed = (stage: Stage, group: string, textsIn: (set: Questions) => readonly string[] | undefined) => {
    const [id, texts] = sets
      .map(([set, all]) => [set, textsIn(all) ?? []] as const)
      .find(([, all]) => all.length > 0)!;
    const index = drawn(seed, group, texts.length);
    return { stage, id: `${id}/${group}/${index}`, text: texts[index]!, isFixed: true };
  };
  const about = (competency: Competency) =>
    fixed('competency', competency, (set) => set.competency[competency]);

  const byImportance = <T extends { importance: number }>(named: readonly T[] = []) =>
    named.toSorted((a, b) => b.importance - a.importance);
  const hard = byImportance(skills?.hard_skills)
    .map(({ name }) => sayable(name))
    .filter(Boolean);
  const soft = [
    ...new Set(byImportance(skills?.soft_skills).flatMap(({ name }) => competencyOf(name) ?? [])),
  ];

  const usual = family === null ? generalCompetencies : familyCompetencies[family];
  const first = drawn(seed, 'competencies', Math.min(3, usual.length));
  const others = [...usual.slice(first), ...usual.slice(0, first), ...competencies].filter(
    (competency) => !soft.includes(competency),
  );
  const asked: PlannedQuestion[] = [
    ...hard.slice(0, soft.length > 0 ? 1 : 2).map((skill, index) => ({
      stage: 'competency' as const,
      id: `${language}/skill/${index}`,
      text: phrases.skill[index]!.replaceAll('{skill}', () => skill),
      isFixed: false,
    })),
    ...[...soft, ...others].slice(0, 2).map(about),
  ].slice(0, 2);

  return {
    ...plan,
    questions: [
      fixed('opening', 'opening', (set) => set.opening),
      fixed('experience', 'experience', (set) => set.experience),
      ...asked,
      fixed('problem', 'problem', (set) => set.problem),
      fixed('motivation', 'motivation', (set) => set.motivation),
    ],
  };
}

const ownQuestion = ({ text, ...own }: OwnQuestion, index: number): PlannedQuestion => ({
  stage: 'own',
  id: `own/${index}`,
  text: text.replaceAll(/\s+/gu, ' ').trim(),
  isFixed: false,
  own,
});
